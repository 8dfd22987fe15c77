import { startFleet } from '../apps/fleet/src/fleet.ts'
import { type DeviceSpec, specOf } from '../apps/fleet/src/spec.ts'
import { fileStore } from '../apps/fleet/src/state.ts'

/** Devices of a single model, so that one image fits all. */
export const campaignFleet = (count: number): DeviceSpec[] =>
  Array.from({ length: count }, (_, at) =>
    specOf({ index: at + 1, model: 'RUTX11', name: `Bus ${at + 1}`, use: 'vehicle', life: 'steady' }, 41),
  )

/** First message of the parent. */
export interface CampaignOrders {
  server: { host: string; port: number; hostKey: string }
  devices: number
  folder: string
  /** Seconds. */
  spread: number
}

process.once('message', ({ server, devices, folder, spread }: CampaignOrders) => {
  startFleet({
    server,
    specs: campaignFleet(devices),
    credentials: () => undefined,
    retry: { spread, max: 2 },
    addresses: 250,
    powerCuts: false,
    store: fileStore(folder),
    interval: 60,
  })
})
