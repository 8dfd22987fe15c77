import '../texts.ts'
import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import { findParameter } from '@longreach/contract/link/parameters'
import i18next from 'i18next'
import { formatBytes, formatDuration, formatNumber, formatRate } from '../../../ui/format.ts'

export type MetricGroup = 'dynamic' | 'mobile-data' | 'io' | 'gps'
export const metricGroups: readonly MetricGroup[] = ['dynamic', 'mobile-data', 'io', 'gps']

/** The value of a parameter's buckets that is drawn. */
type Reading = 'average' | 'rate' | 'increase' | 'last'
export type Unit = 'dBm' | 'dB' | '°C' | '%' | 'bytes' | 'rate' | 's' | 'V' | 'mA' | 'km/h' | 'm' | '' | 'on'

export interface MetricChartSpec {
  key: string
  /** Key of the title among the texts of devices. */
  title: string
  parameters: readonly string[]
  reading: Reading
  unit: Unit
  fromZero?: true
  bounds?: readonly [number, number]
}

const spec = (
  key: string,
  unit: Unit,
  names: readonly string[],
  more: Partial<MetricChartSpec> = {},
): MetricChartSpec => ({
  key,
  title: `charts.${key}`,
  parameters: names,
  reading: 'average',
  unit,
  ...more,
})

const both = (...names: string[]) => [...names, ...names.map((name) => `${name}_2`)]

/** A final `*` matches every instance that the device reports, e.g. each port. */
const charts: Record<MetricGroup, readonly MetricChartSpec[]> = {
  dynamic: [
    spec('signal', 'dBm', both('signal', 'rsrp')),
    spec('quality', 'dB', both('rsrq', 'sinr')),
    spec('temperature', '°C', both('temperature')),
    spec('cpu', '%', ['cpu_load'], { fromZero: true, bounds: [0, 100] }),
    spec('memory', 'bytes', ['ram_free'], { fromZero: true }),
    spec('flash', 'bytes', ['flash_free'], { fromZero: true }),
    spec('clients', '', ['clients_count'], { fromZero: true }),
    spec('portReceived', 'rate', ['port_rx_bytes.*'], { reading: 'rate', fromZero: true }),
    spec('portSent', 'rate', ['port_tx_bytes.*'], { reading: 'rate', fromZero: true }),
    spec('uptime', 's', ['router_uptime', 'connection_uptime'], { reading: 'last', fromZero: true }),
  ],
  'mobile-data': [
    spec('traffic', 'rate', both('received', 'sent'), { reading: 'rate', fromZero: true }),
    spec('volume', 'bytes', both('received', 'sent'), { reading: 'increase', fromZero: true }),
    spec('sims', 'bytes', ['sim1_received', 'sim1_sent', 'sim2_received', 'sim2_sent'], {
      reading: 'increase',
      fromZero: true,
    }),
  ],
  io: [
    spec('inputs', 'on', ['din1', 'din2', 'din3', 'iio'], { reading: 'last', bounds: [0, 1] }),
    spec('outputs', 'on', ['dout1', 'dout2', 'relay0'], { reading: 'last', bounds: [0, 1] }),
    spec('voltage', 'V', ['acl_voltage'], { fromZero: true }),
    spec('current', 'mA', ['acl_current'], { fromZero: true }),
    spec('onewire', '°C', ['onewire_temperature']),
  ],
  gps: [
    spec('speed', 'km/h', ['speed'], { fromZero: true }),
    spec('altitude', 'm', ['altitude']),
    spec('satellites', '', ['satellites'], { fromZero: true }),
    spec('accuracy', 'm', ['accuracy'], { fromZero: true }),
  ],
}

type Parameters = DeviceDetails['parameters']

function present(names: readonly string[], parameters: Parameters): string[] {
  const reported = Object.keys(parameters)
  return names.flatMap((name) =>
    name.endsWith('.*')
      ? reported.filter((one) => one.startsWith(name.slice(0, -1))).sort()
      : reported.includes(name)
        ? [name]
        : [],
  )
}

/** Charts of a group that the device has values for. */
export function chartsOf(group: MetricGroup, parameters: Parameters): readonly MetricChartSpec[] {
  return charts[group]
    .map((chart) => ({ ...chart, parameters: present(chart.parameters, parameters).slice(0, 8) }))
    .filter((chart) => chart.parameters.length > 0)
}

/** Signal and traffic, or their replacements for a device without a modem. */
export function overviewCharts(parameters: Parameters): readonly MetricChartSpec[] {
  const dynamic = chartsOf('dynamic', parameters)
  const mobile = chartsOf('mobile-data', parameters)
  const pick = (key: string) => [...dynamic, ...mobile].find((chart) => chart.key === key)
  const shown = ['signal', 'quality', 'traffic', 'portReceived', 'portSent', 'cpu', 'temperature']
  return shown.flatMap((key) => pick(key) ?? []).slice(0, 4)
}

export function groupsOf(parameters: Parameters): readonly MetricGroup[] {
  return metricGroups.filter((group) => chartsOf(group, parameters).length > 0)
}

/** Text parameters of a group whose changes are listed. */
const changing: Record<MetricGroup, readonly string[]> = {
  dynamic: both('operator', 'connection_type', 'network_state', 'band', 'cell_id', 'wan_state', 'wan_ip', 'mobile_ip'),
  'mobile-data': [],
  io: [],
  gps: ['fix_status'],
}
export const changesOf = (group: MetricGroup, parameters: Parameters): readonly string[] =>
  present(changing[group], parameters)

/** `port_rx_bytes.eth0` → eth0; `signal_2` → 'RSSI, modem 2'; the catalogue's own title if there is no shorter one. */
export function parameterLabel(name: string): string {
  const instance = name.split('.', 2)[1]
  if (instance !== undefined) return instance
  const known = findParameter(name)
  const short = `devices:series.${known?.name}`
  const label = i18next.exists(short) ? i18next.t(short as 'devices:series.signal') : (known?.label ?? name)
  return known && known.name !== name ? i18next.t('devices:secondModem', { label }) : label
}

const formats: Record<Unit, (value: number) => string> = {
  dBm: (value) => `${formatNumber(value, 0)} dBm`,
  dB: (value) => `${formatNumber(value)} dB`,
  '°C': (value) => `${formatNumber(value)} °C`,
  '%': (value) => `${formatNumber(value, 0)} %`,
  bytes: formatBytes,
  rate: formatRate,
  s: formatDuration,
  V: (value) => `${formatNumber(value, 2)} V`,
  mA: (value) => `${formatNumber(value, 2)} mA`,
  'km/h': (value) => `${formatNumber(value)} km/h`,
  m: (value) => `${formatNumber(value)} m`,
  '': (value) => formatNumber(value),
  on: (value) => (value >= 0.5 ? '1' : '0'),
}

export const formatOf = (unit: Unit) => formats[unit]
