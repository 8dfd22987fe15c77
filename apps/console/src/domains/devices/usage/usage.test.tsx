import { beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../../i18n/i18n.ts'
import { bytesOf, splitBytes } from './limit-units.ts'
import { pageOf, secondsOf, startsOf } from './range.ts'
import { sumTraffic, usageChart } from './usage.ts'

beforeAll(startTexts)

test('pages of days, weeks and months end with today and follow each other without a gap', () => {
  expect(pageOf('day', 0, '2026-03-31')).toEqual({ from: '2026-03-01', last: '2026-03-31', to: '2026-04-01' })
  expect(pageOf('week', 0, '2026-03-04').last).toBe('2026-03-08')
  expect(pageOf('month', 0, '2026-02-10')).toMatchObject({ from: '2025-03-01', last: '2026-02-28' })
  for (const period of ['day', 'week', 'month'] as const)
    expect(pageOf(period, 1, '2026-03-31').to).toBe(pageOf(period, 0, '2026-03-31').from)
  expect(startsOf('week', pageOf('week', 0, '2026-03-04'), [])).toHaveLength(13)
})

test('a period without a report of a SIM has no bar, one of zero bytes has', () => {
  const { from, last } = pageOf('day', 0, new Date().toISOString().slice(0, 10))
  const sims = [{ sim_id: 1, data: { rx: 0, tx: 0 }, total: 0, sent: 0, received: 0 }]
  const chart = usageChart([{ date: last, modems: [{ modem_id: '3-1', modem: 1, sims }] }], { period: 'day', back: 0 })
  expect(chart.times[0]).toBe(secondsOf(from))
  expect(chart.series.map(({ name, values }) => [name, values[0], values.at(-1)])).toEqual([['SIM 1', null, 0]])
})

test('a limit is typed with its unit, and what is no number stays for its message', () => {
  expect(bytesOf({ text: '1,5', unit: 'GB' })).toBe(1.5 * 1024 ** 3)
  expect(bytesOf({ text: ' ', unit: 'GB' })).toBe('')
  expect(bytesOf({ text: 'much', unit: 'GB' })).toBe('much')
  for (const bytes of [1024 ** 2, 5 * 1024 ** 3, 2 * 1024 ** 4, 1000]) expect(bytesOf(splitBytes(bytes))).toBe(bytes)
})

test('traffic is summed up by kind', () => {
  const none = { up: 0, down: 0 }
  const day = { date: '2026-03-01', link: { up: 1, down: 2 }, tunnel: none, file: { up: 0, down: 5 } }
  expect(sumTraffic([day, day])).toMatchObject({ up: 2, down: 14 })
})
