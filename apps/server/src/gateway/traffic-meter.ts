import type { TrafficKind } from '@longreach/contract/monitoring/usage-constants'
import type { DeviceTraffic } from '../drivers/driver.ts'
import type { Connection } from './connection.ts'
import type { Log } from './log.ts'

const dayMs = 86_400_000
/** Bytes from which a count is stored at the next interval, and milliseconds for which a smaller one is collected. */
const enough = 64 * 1024
const patience = 15 * 60_000

export interface TrafficMeter {
  /** Counts everything on a connection of a device, including the bytes before this call. */
  follow(connection: Pick<Connection, 'received' | 'sent' | 'onClose'>, deviceId: number, kind: TrafficKind): void
  start(): void
  /** Stores the traffic that is due; resolves afterwards. */
  look(): Promise<void>
  /** Stores everything counted. */
  stop(): Promise<void>
}

interface Followed {
  deviceId: number
  kind: TrafficKind
  connection: Pick<Connection, 'received' | 'sent'>
  /** Bytes of the connection that were already counted. */
  up: number
  down: number
}

type Counted = DeviceTraffic & { since: number }

/**
 * Meters the traffic of devices' connections. It is read from their sockets every `every` milliseconds, so that a line
 * or a chunk costs nothing. Counts that cannot be stored are kept and tried again.
 */
export function createTrafficMeter(deps: {
  store: (counts: readonly DeviceTraffic[]) => Promise<void>
  every: number
  log: Log
  /** Milliseconds since 1970. */
  time: () => number
}): TrafficMeter {
  const followed = new Set<Followed>()
  const counted = new Map<string, Counted>()
  let timer: NodeJS.Timeout | undefined
  let storing = Promise.resolve()

  function add({ deviceId, kind, day, up, down, since }: Counted) {
    const key = `${deviceId} ${kind} ${day.getTime()}`
    const before = counted.get(key)
    if (!before) return void counted.set(key, { deviceId, kind, day, up, down, since })
    before.up += up
    before.down += down
    before.since = Math.min(before.since, since)
  }

  function count(one: Followed) {
    const { deviceId, kind, connection } = one
    const [up, down] = [connection.received() - one.up, connection.sent() - one.down]
    if (up <= 0 && down <= 0) return
    one.up += up
    one.down += down
    const now = deps.time()
    add({ deviceId, kind, day: new Date(Math.floor(now / dayMs) * dayMs), up, down, since: now })
  }

  async function store(all: boolean): Promise<void> {
    for (const one of followed) count(one)
    const now = deps.time()
    const ready = [...counted].filter(
      ([, { up, down, since }]) => all || up + down >= enough || now - since >= patience,
    )
    if (ready.length === 0) return
    for (const [key] of ready) counted.delete(key)
    const counts = ready.map(([, one]) => one)
    try {
      await deps.store(counts.map(({ since: _, ...one }) => one))
    } catch (error) {
      counts.forEach(add)
      deps.log.warn({ err: error }, 'The traffic of devices could not be stored')
    }
  }

  const storeNext = (all: boolean) => {
    storing = storing.then(() => store(all))
    return storing
  }

  return {
    follow(connection, deviceId, kind) {
      const one: Followed = { deviceId, kind, connection, up: 0, down: 0 }
      followed.add(one)
      connection.onClose(() => {
        followed.delete(one)
        count(one)
      })
    },
    start() {
      timer = setInterval(() => void storeNext(false), deps.every)
    },
    look: () => storeNext(false),
    stop() {
      clearInterval(timer)
      return storeNext(true)
    },
  }
}
