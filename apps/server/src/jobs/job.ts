/** Work that must happen, sent in the transaction that causes it. Handlers are idempotent and get ids, not rows. */
export interface JobKind<Data extends object = Record<string, never>> {
  name: string
  /** Retries, with growing pauses; 3 by default. */
  retry?: number
  /** Jobs that a node runs at a time; 1 by default. */
  parallel?: number
  /** Cron expression (UTC) for scheduled work. */
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
