import {
  attentions,
  configStates,
  connectionTypes,
  dataLimitWords,
  deviceFilterNames,
  deviceStatuses,
  informationUpdated,
  monitoringStatuses,
  networkStates,
  offlineReasons,
  outdatedWords,
  placeWords,
  signalBands,
  stabilities,
  wanStates,
} from '@longreach/contract/devices/constants'
import type { FilterRule } from '../../../tables/filters/rules.ts'

/** Filters with a closed set of values; the others take any value that devices report. */
const closedValues: Partial<Record<string, readonly string[]>> = {
  status: deviceStatuses,
  signal: signalBands,
  network_state: networkStates,
  connection_type: connectionTypes,
  wan_state: wanStates,
  monitoring_status: monitoringStatuses,
  offline_reason: offlineReasons,
  stability: stabilities,
  firmware_outdated: outdatedWords,
  config_state: configStates,
  data_limit: dataLimitWords,
  attention: attentions,
  place: placeWords,
  information_updated: informationUpdated,
}

/** `signal_2` is the signal of the second modem. */
export const firstModem = (name: string) => name.replace(/_2$/, '')

/** Filters that take several values. */
const several = new Set(['status', 'model', 'firmware', 'signal', 'offline_reason', 'attention'])

function ruleOf(name: string): FilterRule {
  const values = closedValues[firstModem(name)]
  const rule: FilterRule = values ? { kind: 'list', values, not: true } : { kind: 'list', not: true, empty: true }
  return several.has(name) ? { ...rule, many: true } : rule
}

/** The most used filters come first. */
const first = ['status', 'company_id', 'tag_id', 'model', 'firmware', 'signal']

/** Sorts fields in the order in which filters are offered. */
export const byUse = <Field extends { name: string }>(fields: readonly Field[]): Field[] => [
  ...first.flatMap((name) => fields.find((field) => field.name === name) ?? []),
  ...fields.filter(({ name }) => !first.includes(name)),
]

/** The filters of the list, shared by all pages with that list. */
export const deviceRules: Readonly<Record<string, FilterRule>> = {
  ...Object.fromEntries(deviceFilterNames.map((name) => [name, ruleOf(name)])),
  offline_for: { kind: 'duration', values: ['1h', '1d', '7d', '30d'], not: true },
  company_id: { kind: 'list', ids: true, many: true },
  tag_id: { kind: 'list', ids: true, many: true, not: true },
}
