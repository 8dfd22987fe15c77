import '../page/services-texts.ts'
import { findParameter } from '@longreach/contract/link/parameters'
import i18next from 'i18next'
import { formatApiTime, formatNumber } from '../../../ui/format.ts'
import { formatOf, type Unit } from './metrics.ts'

const units: readonly Unit[] = ['dBm', 'dB', '°C', '%', 'bytes', 's', 'V', 'mA', 'km/h', 'm']

/** Unit for charts of a parameter; a plain number for units that charts have no format for. */
export function unitOf(name: string): Unit {
  const parameter = findParameter(name)
  if (parameter?.type === 'bool') return 'on'
  return units.find((unit) => unit === parameter?.unit) ?? ''
}

export function parameterText(name: string, value: number | string): string {
  const parameter = findParameter(name)
  if (typeof value === 'string') return value
  if (parameter?.name === 'l2tp_status') return i18next.t(`services:tunnel.${value as 1 | 2 | 3 | 4}`)
  if (parameter?.type === 'timestamp')
    return formatApiTime(new Date(value * 1000).toISOString().slice(0, 19).replace('T', ' '))
  const unit = unitOf(name)
  if (unit !== '') return formatOf(unit)(value)
  return [formatNumber(value, 2), parameter?.unit].filter(Boolean).join(' ')
}
