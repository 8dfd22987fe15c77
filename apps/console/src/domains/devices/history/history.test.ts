import type { History } from '@longreach/contract/monitoring/schemas'
import { beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../../i18n/i18n.ts'
import { toChartData } from './history.ts'
import { chartsOf, groupsOf, overviewCharts, parameterLabel } from './metrics.ts'

const history: History = {
  bucket_s: 300,
  start: '2026-01-01 00:00:00',
  end: '2026-01-01 01:00:00',
  times: [1767225600, 1767225900, 1767226200],
  series: {
    signal: { min: [-80, null, -70], avg: [-75, null, -65], max: [-70, null, -60], last: [-71, null, -62] },
    sent: { increase: [300, null, 600], rate: [1, null, 2] },
  },
  changes: {},
  shares: {},
}
beforeAll(async () => {
  await startTexts()
})

const name = (parameter: string) => parameter

test('a chart keeps gaps as gaps and draws the span of each bucket', () => {
  const [chart] = chartsOf('dynamic', { signal: -70 })
  if (!chart) return expect.unreachable()
  const data = toChartData(history, chart, name)
  expect(data.series[0]).toMatchObject({ values: [-75, null, -65], low: [-80, null, -70], high: [-70, null, -60] })
  expect(data.to - data.from).toBe(3600)
})

test('a counter is drawn by its rate or its increase', () => {
  const [rate, volume] = chartsOf('mobile-data', { sent: 5 })
  if (!rate || !volume) return expect.unreachable()
  expect(toChartData(history, rate, name).series[0]?.values).toEqual([1, null, 2])
  expect(toChartData(history, volume, name).series[0]?.values).toEqual([300, null, 600])
})

test('only what a device reports is offered, each port by its name', () => {
  expect(groupsOf({ cpu_load: 3, latitude: 54 })).toEqual(['dynamic'])
  const ports = chartsOf('dynamic', { 'port_rx_bytes.eth0': 1, 'port_rx_bytes.br-lan': 2 })
  expect(ports[0]?.parameters).toEqual(['port_rx_bytes.br-lan', 'port_rx_bytes.eth0'])
  expect(parameterLabel('port_rx_bytes.eth0')).toBe('eth0')
  expect(['signal', 'rsrp_2', 'temperature'].map(parameterLabel)).toEqual(['RSSI', 'RSRP, modem 2', 'Temperature'])
  expect(overviewCharts({ 'port_rx_bytes.eth0': 1, cpu_load: 3 }).map((chart) => chart.key)).toEqual([
    'portReceived',
    'cpu',
  ])
})
