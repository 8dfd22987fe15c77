import type { ReportValue } from '@longreach/contract/link/report'
import type { DeviceSpec, Service } from '../spec.ts'
import { dynamicValues } from './dynamic.ts'
import { ioValues } from './io.ts'
import { positionOf } from './position.ts'
import { ddnsValues, hotspotValues, l2tpValues } from './services.ts'
import { staticValues } from './static.ts'
import type { Meters } from './traffic.ts'
import { wirelessValues } from './wireless.ts'

export interface Boot {
  /** Unix seconds. */
  at: number
  meters: Meters
}

export type Values = Record<string, ReportValue>

/** Names of the settings in `welcome` that set an interval. */
export type GroupName = 'dynamic' | 'static' | 'io' | 'gps' | 'wireless' | 'hotspot' | 'ddns' | 'l2tp' | 'config'

/** Parameters that a device reports together. */
export interface Group {
  name: GroupName
  /** Number of the list on the link. */
  set: number
  parameters: readonly string[]
  sample(seconds: number, boot: Boot): ReportValue[]
}

type Reader = (seconds: number, boot: Boot) => Values

function gpsReader(spec: DeviceSpec): Reader {
  const degrees = (value: number) => Math.round(value * 1e6) / 1e6
  return (seconds) => {
    const { latitude, longitude, speed, course } = positionOf(spec, seconds)
    return {
      latitude: degrees(latitude),
      longitude: degrees(longitude),
      altitude: Math.round(8 + 14 * Math.abs(Math.sin(latitude * 900))),
      speed: Math.round(speed * 10) / 10,
      course: Math.round(course),
      satellites: 7 + (Math.floor(seconds / 300) % 6),
      accuracy: 1 + (Math.floor(seconds / 600) % 4) * 0.4,
      fix_status: '1',
      gps_time: Math.floor(seconds),
    }
  }
}

const services: Record<Service, (spec: DeviceSpec) => Reader> = {
  hotspot: hotspotValues,
  ddns: ddnsValues,
  l2tp: l2tpValues,
}

/** Reported groups of a device of that kind, each with a function that reads it at a time during a boot. */
export function groupsOf(spec: DeviceSpec): Group[] {
  const { model } = spec
  const readers: [GroupName, Reader][] = [
    ['dynamic', dynamicValues(spec)],
    ['static', staticValues(spec)],
  ]
  if (model.io) readers.push(['io', ioValues(spec)])
  if (model.gps) readers.push(['gps', gpsReader(spec)])
  if (model.wifi.length > 0) readers.push(['wireless', wirelessValues(spec)])
  for (const service of spec.services) readers.push([service, services[service](spec)])
  return readers.map(([name, read], index) => {
    const parameters = Object.keys(read(0, { at: 0, meters: { read: () => 0 } }))
    return {
      name,
      set: index + 1,
      parameters,
      sample(seconds, boot) {
        const values = read(seconds, boot)
        return parameters.map((parameter) => values[parameter] ?? null)
      },
    }
  })
}
