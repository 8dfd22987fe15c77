import { startFleet } from '../apps/fleet/src/fleet.ts'
import { loadFleet } from '../apps/fleet/src/spec.ts'
import { fileStore } from '../apps/fleet/src/state.ts'

/** First message of the parent. */
export interface StormOrders {
  server: { host: string; port: number; hostKey: string }
  devices: number
  seed: number
  folder: string
  /** Seconds. */
  interval: number
  spread: number
}

/** Sent ten times a second: connected devices, and reports acknowledged so far. */
export interface StormCount {
  online: number
  acknowledged: number
}

process.once('message', ({ server, devices, seed, folder, interval, spread }: StormOrders) => {
  const fleet = startFleet({
    server,
    specs: loadFleet(devices, seed),
    credentials: () => undefined,
    faults: [],
    retry: { spread },
    addresses: 250,
    history: false,
    log: () => {},
    store: fileStore(folder),
    interval,
  })
  let acknowledged = 0
  setInterval(() => {
    const counts = fleet.stats.take()
    acknowledged += counts.acknowledged
    process.send?.({ online: counts.online, acknowledged } satisfies StormCount)
  }, 100)
})
