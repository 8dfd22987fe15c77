import './texts.ts'
import {
  connectionTypes,
  deviceStatuses,
  informationUpdated,
  monitoringStatuses,
  networkStates,
  signalBands,
  wanStates,
} from '@longreach/contract/devices/constants'
import i18next from 'i18next'
import type { FilterName } from './list-state.ts'

/** Filters with a closed set of values; the others take what the devices report. */
const closedValues: Partial<Record<string, readonly string[]>> = {
  status: deviceStatuses,
  signal: signalBands,
  network_state: networkStates,
  connection_type: connectionTypes,
  wan_state: wanStates,
  monitoring_status: monitoringStatuses,
  information_updated: informationUpdated,
}

const base = (name: string) => name.replace(/_2$/, '')

export function valuesOf(name: FilterName): readonly string[] | undefined {
  return closedValues[base(name)]
}

/** `signal_2` reads 'Signal, modem 2'. */
export function filterLabel(name: FilterName): string {
  const label = i18next.t(`devices:filters.${base(name)}` as 'devices:filters.status')
  return name.endsWith('_2') ? i18next.t('devices:secondModem', { label }) : label
}

export function valueLabel(name: FilterName, value: string): string {
  if (value === 'is_null') return i18next.t('devices:values.none')
  if (value === 'not_null') return i18next.t('devices:values.any')
  if (!valuesOf(name)?.includes(value)) return value
  return i18next.t(`devices:values.${base(name)}.${value}` as 'devices:values.status.online')
}
