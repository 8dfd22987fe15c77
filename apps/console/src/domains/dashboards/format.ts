import './texts.ts'
import type { Threshold } from '@longreach/contract/dashboards/widgets'
import { findParameter } from '@longreach/contract/link/parameters'
import i18next from 'i18next'
import { formatBytes, formatDate, formatDuration, formatNumber } from '../../ui/format.ts'
import { customParameter } from './custom-parameters.ts'

/** `port_rx_bytes.eth0` → 'Port received, eth0'; `signal_2` → 'RSSI, modem 2'. */
export function labelOf(name: string): string {
  const [base = name, instance] = name.split('.', 2)
  const custom = customParameter(name)
  if (custom) return i18next.t('dashboards:form.ofTemplate', { name: custom.name, template: custom.template })
  const known = findParameter(name)
  if (!known) return i18next.t('dashboards:form.lostParameter')
  if (instance !== undefined) return `${known.label}, ${instance}`
  return known.name === base
    ? known.label
    : `${known.label}, ${i18next.t('dashboards:form.modemOf', { number: 2 }).toLowerCase()}`
}

export function formatValue(name: string, value: number | string | null | undefined, decimals?: number): string {
  if (value === null || value === undefined) return '—'
  if (typeof value === 'string') return value === '' ? '—' : value
  if (customParameter(name)?.type === 'boolean') return value === 0 ? 'false' : 'true'
  const { type, unit } = findParameter(name) ?? {}
  if (type === 'bool') return i18next.t(value === 0 ? 'dashboards:values.off' : 'dashboards:values.on')
  if (type === 'timestamp') return formatDate(new Date(value * 1000))
  if (unit === 'bytes') return formatBytes(value)
  if (unit === 's') return formatDuration(value)
  const number = decimals === undefined ? formatNumber(value, 2) : value.toFixed(decimals)
  const signed = number.replace(/^-/, '−')
  return unit ? `${signed} ${unit}` : signed
}

/** The threshold that a value is within. */
export const thresholdOf = (thresholds: readonly Threshold[], value: unknown): Threshold | undefined =>
  typeof value === 'number' ? thresholds.find(({ below }) => below === null || value < below) : undefined

/** Two to six round numbers that enclose both values. */
export function niceTicks(low: number, high: number, bytes = false): number[] {
  if (bytes) {
    // In the unit that they are formatted in.
    const unit = 1024 ** Math.floor(Math.log(Math.max(high, 1)) / Math.log(1024))
    return niceTicks(low / unit, high / unit).map((tick) => tick * unit)
  }
  const span = high - low || Math.abs(high) || 1
  const rough = span / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const size = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? 10 * power
  const first = Math.floor(low / size)
  const last = Math.ceil(high / size)
  // If there is a single round value, one is added above and one below.
  const from = first === last ? first - 1 : first
  const to = first === last ? last + 1 : last
  return Array.from({ length: to - from + 1 }, (_, at) => Number(((from + at) * size).toPrecision(12)))
}
