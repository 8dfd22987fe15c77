/** Work that must happen, sent inside the transaction that causes it. Handlers are idempotent and get ids, not rows. */
export interface JobKind<Data extends object = Record<string, never>> {
  name: string
  /** Times it is tried again, with growing pauses; 3 unless given. */
  retry?: number
  /** How many a node does at a time; 1 unless given. Each waits up to two seconds between two. */
  parallel?: number
  /** Cron expression, UTC, for work that comes by itself. */
  every?: string
  handle(run: (data: Data) => Promise<void>): Job
}

export interface Job {
  name: string
  retry: number
  parallel: number
  every: string | undefined
  run: (data: never) => Promise<void>
}

export function job<Data extends object = Record<string, never>>(kind: {
  name: string
  retry?: number
  parallel?: number
  every?: string
}): JobKind<Data> {
  return {
    ...kind,
    handle: (run) => ({
      name: kind.name,
      retry: kind.retry ?? 3,
      parallel: kind.parallel ?? 1,
      every: kind.every,
      run: run as Job['run'],
    }),
  }
}
