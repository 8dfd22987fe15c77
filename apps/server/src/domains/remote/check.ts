import { type Text, text } from '@longreach/contract/i18n'
import type { StatusEvent } from '@longreach/contract/live'
import type { Bus } from '../../bus/bus.ts'
import type { Db } from '../../db/client.ts'
import { publishStatus } from '../actions/status.ts'
import type { Entry } from './entries.ts'
import { explain, type Reach, targetText } from './reach.ts'

/** Milliseconds per target, including its tunnel. */
const patienceMs = 30_000

interface CheckDeps {
  db: Db
  bus: Bus
  reach: Reach
  log: { warn(details: object, message: string): void }
}

async function tryTarget(reach: Reach, entry: Entry): Promise<Text | undefined> {
  const target = { host: entry.destination_ip, port: entry.destination_port }
  const signal = AbortSignal.timeout(patienceMs)
  try {
    const tunnel = await reach.openTunnel(entry.device_id, target, { signal })
    try {
      const channel = await tunnel.open(signal)
      channel.on('error', () => {}).destroy()
    } finally {
      tunnel.close('The check is done')
    }
    return undefined
  } catch (error) {
    return explain(error, target, entry.protocol).text
  }
}

/** Opens a channel to the target of each entry, one after the other, and publishes which targets answer. */
export function checkEntries(
  deps: CheckDeps,
  entries: readonly Entry[],
  at: { channel: string; userId: number; deviceId: number },
): void {
  const publish = (event: StatusEvent) => publishStatus(deps.db, deps.bus, { ...at, key: at.deviceId }, event)
  const work = async () => {
    const results: { id: number; reachable: boolean; value: string }[] = []
    for (const [index, entry] of entries.entries()) {
      const fault = await tryTarget(deps.reach, entry)
      const target = targetText({ host: entry.destination_ip, port: entry.destination_port })
      const value = text('remote.check_result', {
        name: entry.name,
        result: fault ?? text('remote.check_reachable', { target }),
      })
      results.push({ id: entry.id, reachable: fault === undefined, value })
      const progress = { value: index + 1, total: entries.length }
      if (index < entries.length - 1) await publish({ status: 'running', value, progress })
    }
    const reachable = results.filter((result) => result.reachable).length
    const value =
      results.length === 1
        ? (results[0]?.value ?? '')
        : text('remote.check_summary', { reachable, count: results.length })
    const status = reachable === results.length ? 'completed' : reachable > 0 ? 'warning' : 'error'
    await publish({ status, value, ...(status === 'error' ? { errorCode: 'target' } : {}), data: results })
  }
  work().catch((error: unknown) =>
    deps.log.warn({ err: error }, 'result of a remote access check could not be published'),
  )
}
