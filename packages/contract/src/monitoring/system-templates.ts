import { intervalLimits, monitoringIntervals } from '../devices/constants.ts'
import { type ParameterGroup, parameters } from '../link/parameters.ts'
import type { GateKey } from './gates.ts'

export type SystemKey = keyof typeof monitoringIntervals

/** Built-in measurements of a device. Only the period can be set, for each device; 0 turns them off. */
export interface SystemTemplate {
  /** Its id among templates. */
  config_id: number
  /** The field of a device. */
  key: SystemKey
  label: string
  groups: readonly ParameterGroup[]
  min: number
  max: number
  default: number
  /** Gate on the firmware; null if there is none. */
  compat_key: GateKey | null
}

const declared: readonly [SystemKey, string, readonly ParameterGroup[], GateKey | null][] = [
  ['dynamic_monitoring', 'Dynamic monitoring', ['dynamic', 'mobile-data'], 'data_usage'],
  ['static_monitoring', 'Static monitoring', ['static'], null],
  ['hotspot_monitoring', 'Hotspot monitoring', ['hotspot'], 'hotspot'],
  ['io_monitoring', 'I/O monitoring', ['io'], null],
  ['gps_monitoring', 'GPS monitoring', ['gps'], null],
  ['wireless_monitoring', 'Wireless monitoring', ['wireless'], 'wireless'],
  ['ddns_monitoring', 'DDNS monitoring', ['ddns'], 'ddns'],
  ['vpn_monitoring', 'L2TP monitoring', ['l2tp'], null],
]

export const systemTemplates: readonly SystemTemplate[] = declared.map(([key, label, groups, compat_key], index) => ({
  config_id: index + 1,
  key,
  label,
  groups,
  min: intervalLimits.min,
  max: intervalLimits.max,
  default: monitoringIntervals[key],
  compat_key,
}))

/** Lower ids are those of system templates. */
export const firstOwnTemplate = 101

export const findSystemTemplate = (id: number): SystemTemplate | undefined =>
  systemTemplates.find(({ config_id }) => config_id === id)

/** The catalogue's parameters of a template. */
export const parametersOf = ({ groups }: SystemTemplate) => parameters.filter(({ group }) => groups.includes(group))
