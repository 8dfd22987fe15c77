import { beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../../i18n/i18n.ts'
import { chartsOf, formatOf, type MetricGroup } from './metrics.ts'

beforeAll(startTexts)

test.each<[id: string, group: MetricGroup, parameter: string, value: number, text: string]>([
  ['S9.19', 'dynamic', 'signal', -71, '-71 dBm'],
  ['S9.20', 'dynamic', 'temperature', 41.5, '41.5 °C'],
  ['S9.21', 'io', 'acl_voltage', 12.25, '12.25 V'],
  ['S9.22', 'io', 'acl_current', 4.5, '4.5 mA'],
])('%s a chart of %s shows %s in its unit', (_id, group, parameter, value, text) => {
  const [chart] = chartsOf(group, { [parameter]: value })
  expect(chart && formatOf(chart.unit)(value)).toBe(text)
})
