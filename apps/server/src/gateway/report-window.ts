export interface Mark {
  boot: string
  seq: number
}

export interface ReportWindow {
  /** True if the device has the maximum of unacknowledged reports. */
  full(): boolean
  add(mark: Mark, stored: Promise<unknown>): void
  /** Resolves when nothing is in progress. */
  idle(): Promise<void>
}

/**
 * Reports in progress on one link, acknowledged in the order of their arrival, each only after all earlier ones are
 * stored. After a failure nothing more is acknowledged: the device sends all of it again.
 */
export function createReportWindow(deps: {
  max: number
  acknowledge: (mark: Mark) => void
  failed: (error: unknown) => void
}): ReportWindow {
  const waiting: { mark: Mark; stored: boolean }[] = []
  let broken = false
  let whenIdle: (() => void)[] = []
  let settling = false

  function settle() {
    let last: Mark | undefined
    while (!broken && waiting[0]?.stored) last = waiting.shift()!.mark
    if (last) deps.acknowledge(last)
    if (waiting.length === 0) wakeIdle()
  }

  function wakeIdle() {
    for (const wake of whenIdle) wake()
    whenIdle = []
  }

  /**
   * Reports stored by one commit get a single acknowledgement: each costs a packet, a cipher operation and a system
   * call.
   */
  function settleSoon() {
    if (settling) return
    settling = true
    setImmediate(() => {
      settling = false
      settle()
    })
  }

  return {
    full: () => waiting.length >= deps.max,
    add(mark, stored) {
      const entry = { mark, stored: false }
      waiting.push(entry)
      stored.then(
        () => {
          entry.stored = true
          settleSoon()
        },
        (error: unknown) => {
          if (broken) return
          settle()
          broken = true
          wakeIdle()
          deps.failed(error)
        },
      )
    },
    idle: () => (waiting.length === 0 || broken ? Promise.resolve() : new Promise((wake) => whenIdle.push(wake))),
  }
}
