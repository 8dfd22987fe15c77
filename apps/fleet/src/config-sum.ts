import type { Spooled } from './spool.ts'
import type { Group } from './world/groups.ts'

export interface ConfigSum {
  group: Group
  /** Settings from `welcome` or a later change. */
  adopt(settings: Readonly<Record<string, string | number>>): void
  /** Called once a second. Simulated settings are compared immediately, since no file has to be read. */
  tick(): void
  acknowledged(reports: readonly Spooled[]): void
  /** The device lost its power, and everything that was not sent yet. */
  restarted(): void
}

/** Reports the checksum of the settings if the server does not know it, by the same rules as the agent. */
export function createConfigSum(deps: {
  /** Number of the set on the link. */
  set: number
  sum: () => string | undefined
  report: (set: number, values: string[]) => void
}): ConfigSum {
  const { set } = deps
  let asked = false
  let reported: string | undefined
  let pending = 0
  return {
    group: { name: 'config', set, parameters: ['config_sum'], sample: () => [] },
    adopt({ config, sum }) {
      asked = Number(config) > 0
      if (pending === 0) reported = sum === undefined ? undefined : String(sum)
    },
    tick() {
      const sum = asked ? deps.sum() : undefined
      if (sum === undefined || sum === reported) return
      reported = sum
      pending++
      deps.report(set, [sum])
    },
    acknowledged(reports) {
      pending -= reports.filter((report) => report.set === set).length
    },
    restarted() {
      pending = 0
    },
  }
}
