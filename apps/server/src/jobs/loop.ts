/** Recurring work of a node, such as handling whatever has become due. Several nodes do it side by side. */
export interface Loop {
  start(): void
  /** Resolves when nothing is in progress any more. */
  stop(): Promise<void>
}

export interface LoopDeps {
  name: string
  /** Milliseconds from the end of one run to the next. */
  every: number
  run: () => Promise<void>
  /** Subscribes a callback for when something may have become due; many calls cause one run. */
  wakes?: (wake: () => void) => () => void
  log: { error(fields: object, message: string): void }
}

/** Milliseconds for which calls are collected. */
const gather = 100

/** Runs never overlap on a node; a failed run is logged, and the next one tries again. */
export function createLoop({ name, every, run, wakes, log }: LoopDeps): Loop {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let stopped = true
  let unsubscribe: (() => void) | undefined
  /** Set if woken since the last run. */
  let woken = false
  let busy = false

  function schedule(wait: number) {
    if (stopped) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = runOnce()
    }, wait)
  }

  async function runOnce() {
    busy = true
    woken = false
    try {
      await run()
    } catch (error) {
      log.error({ err: error }, `${name} failed, retrying`)
    }
    busy = false
    schedule(woken ? gather : every)
  }

  function wake() {
    if (woken) return
    woken = true
    if (!busy) schedule(gather)
  }

  return {
    start() {
      stopped = false
      unsubscribe = wakes?.(wake)
      schedule(0)
    },
    async stop() {
      stopped = true
      unsubscribe?.()
      clearTimeout(timer)
      await running
    },
  }
}
