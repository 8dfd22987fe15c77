import { createDevice, type Device, type DeviceDeps, defaultRetry, type RetryTimes } from './device.ts'
import type { Credential } from './enrol.ts'
import type { Fault } from './faults.ts'
import type { Server } from './link.ts'
import type { DeviceSpec } from './spec.ts'
import { memoryStore, type StateStore } from './state.ts'
import { createStats, type Stats } from './stats.ts'

export interface FleetOptions {
  server: Server
  specs: readonly DeviceSpec[]
  /** Credentials for the enrolment of each device; without any, a device connects only if it is already bound. */
  credentials: (spec: DeviceSpec) => Credential | undefined
  store?: StateStore
  faults?: readonly Fault[]
  retry?: Partial<RetryTimes>
  history?: boolean
  /** Days of past reports; a month by default. */
  pastDays?: number | undefined
  interval?: number
  /** Default: true. Off for tests that need every device online; reboots still happen. */
  powerCuts?: boolean
  log?: (line: string) => void
  now?: () => number
  /** Number of loopback addresses that the devices connect from: a single one would be rate-limited. */
  addresses?: number
  /** Milliseconds between ticks. */
  every?: number
}

export interface Fleet {
  devices: readonly Device[]
  stats: Stats
  stop(): void
}

/** Linux accepts all of 127.0.0.0/8. */
function addressOf(place: number, addresses: number): { from?: string } {
  if (addresses <= 1) return {}
  const number = (place % addresses) + 1
  return { from: `127.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}` }
}

/** Starts the devices; they connect over the first `retry.spread` seconds. */
export function startFleet(options: FleetOptions): Fleet {
  const stats = createStats()
  const store = options.store ?? memoryStore()
  const devices = options.specs.map((spec, place) => {
    const deps: DeviceDeps = {
      spec,
      server: { ...options.server, ...addressOf(place, options.addresses ?? 1) },
      credential: options.credentials(spec),
      store,
      stats,
      faults: (options.faults ?? []).filter((fault) => fault.device === spec.index),
      retry: { ...defaultRetry, ...options.retry },
      history: options.history ?? false,
      pastDays: options.pastDays,
      powerCuts: options.powerCuts ?? true,
      log: options.log ?? (() => {}),
      now: options.now ?? Date.now,
      ...(options.interval !== undefined && { interval: options.interval }),
    }
    return createDevice(deps)
  })
  const timer = setInterval(() => {
    for (const device of devices) device.tick()
  }, options.every ?? 1000)
  return {
    devices,
    stats,
    stop() {
      clearInterval(timer)
      for (const device of devices) device.stop()
    },
  }
}
