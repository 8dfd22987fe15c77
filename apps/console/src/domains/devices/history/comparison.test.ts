import type { History } from '@longreach/contract/monitoring/schemas'
import { beforeAll, expect, test } from 'vitest'
import { shifted } from '../../../charts/range.ts'
import { startTexts } from '../../../i18n/i18n.ts'
import { earlier, overlaid } from './comparison.ts'
import { toChartData } from './history.ts'
import type { MetricChartSpec } from './metrics.ts'
import { groupValues } from './moments.ts'
import { parameterText } from './parameter-text.ts'

beforeAll(startTexts)

const spec: MetricChartSpec = {
  key: 'signal',
  title: 'signal',
  parameters: ['signal'],
  reading: 'average',
  unit: 'dBm',
}
const historyAt = (from: number, values: (number | null)[]): History => ({
  bucket_s: 300,
  start: '2026-01-02 00:00:00',
  end: '2026-01-03 00:00:00',
  times: values.map((_, index) => from + index * 300),
  series: { signal: { min: values, avg: values, max: values, last: values } },
  changes: {},
  shares: {},
})

test('a day before is drawn at the times of the day it is compared with, its gaps as gaps', () => {
  const day = 86_400
  const first = toChartData(historyAt(2 * day, [-70, -71]), spec, () => 'Signal')
  const data = overlaid(first, historyAt(day, [-80, null]), spec, { names: ['Signal', 'A day before'], later: day })
  expect(data.series.map(({ name, times, values }) => [name, times ?? data.times, values])).toEqual([
    ['Signal', [2 * day, 2 * day + 300], [-70, -71]],
    ['A day before', [2 * day, 2 * day + 300], [-80, null]],
  ])
  expect(new Set(data.series.map(({ colour }) => colour)).size).toBe(2)
  expect(earlier({ kind: 'fixed', from: 2 * day, to: 3 * day }, day, 0)).toEqual({
    kind: 'fixed',
    from: day,
    to: 2 * day,
  })
})

test('a range is moved by its chart, never beyond now', () => {
  const now = 1_000_000_000
  const range = { kind: 'fixed', from: 1000, to: 4600 } as const
  expect(shifted(range, -600, now)).toEqual({ kind: 'fixed', from: 400, to: 4000 })
  expect(shifted({ kind: 'fixed', from: now / 1000 - 3600, to: now / 1000 - 60 }, 600, now)).toMatchObject({
    to: now / 1000,
  })
  const live = { kind: 'preset', preset: '1h' } as const
  expect(shifted(live, 600, now)).toBe(live)
})

test('the values of a moment are by group, in their units, and found by name', () => {
  const values = { signal: -71, temperature: 41.5, latitude: 54.7, sent: 5 * 1024 ** 2, operator: 'Telia', invented: 3 }
  const groups = groupValues(values, '')
  expect(groups.map(({ group }) => group)).toEqual(['dynamic', 'mobile-data', 'gps'])
  expect(groups.flatMap((one) => one.values.map(({ name, text }) => [name, text]))).toContainEqual([
    'temperature',
    '41.5 °C',
  ])
  expect(groupValues(values, 'OPERATOR').flatMap((one) => one.values.map(({ text }) => text))).toEqual(['Telia'])
  expect(parameterText('sent', 5 * 1024 ** 2)).toBe('5 MB')
})
