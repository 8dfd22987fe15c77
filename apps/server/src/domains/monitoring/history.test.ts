import type { Series } from '@longreach/contract/monitoring/schemas'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../test/clone.ts'
import { testWriter, writeSamples } from '../../test/domains/monitoring.ts'
import { readHistory } from './history.ts'
import { rollUp } from './rollups/rollup.ts'

const now = new Date('2026-03-31T00:30:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const day = 86_400

let database: TestDatabase
let device = 1

beforeAll(async () => {
  database = await cloneDatabase()
  await sql`UPDATE rollup_mark SET until = '2026-03-31T00:00:00Z'`.execute(database.db)
})
afterAll(() => database.drop())

const writer = () => testWriter(database, () => now)
const sum = (values: Series['increase']) => (values ?? []).reduce<number>((total, value) => total + (value ?? 0), 0)

describe('history', () => {
  test('few reports are drawn one by one, a silence is an empty entry', async () => {
    const deviceId = device++
    const times = [3600, 3300, 3000, 2700, 600, 300, 0].map((seconds) => ago(seconds + 1))
    await writeSamples(
      writer(),
      deviceId,
      now,
      ['signal'],
      times.map((at, index) => [at, -60 - index] as const),
    )
    const read = (from: Date) =>
      readHistory(database.db, deviceId, { parameters: ['signal'], from, to: now, points: 400 }, now)
    const history = await read(ago(7200))
    expect(history.bucket_s).toBe(0)
    expect(history.series.signal?.avg).toEqual([-60, -61, -62, -63, null, -64, -65, -66])
    expect(history.series.signal?.max).toEqual(history.series.signal?.min)
    expect(history.times[0]).toBe(ago(3601).getTime() / 1000)
    // The same if there might be more reports than are drawn.
    expect(await read(ago(6 * day))).toMatchObject({ bucket_s: 0, series: history.series })
  })

  test('many reports are drawn by buckets with their lowest, highest, mean and last value', async () => {
    const deviceId = device++
    const samples = Array.from({ length: 120 }, (_, index) => [ago(7200 - index * 60), -60 - (index % 10)] as const)
    await writeSamples(writer(), deviceId, now, ['signal'], samples)
    const history = await readHistory(
      database.db,
      deviceId,
      { parameters: ['signal'], from: ago(7200), to: now, points: 12 },
      now,
    )
    expect(history.bucket_s).toBe(600)
    expect(history.times).toHaveLength(12)
    expect(history.series.signal?.min?.[0]).toBe(-69)
    expect(history.series.signal?.max?.[0]).toBe(-60)
    expect(history.series.signal?.avg?.[0]).toBeCloseTo(-64.5)
    expect(history.series.signal?.last?.[0]).toBe(-69)
  })

  test('reports and hours give the same buckets', async () => {
    const deviceId = device++
    const samples = Array.from({ length: 600 }, (_, index) => {
      const missing = index % 97 < 20
      const value = missing ? null : -60 - ((index * 7) % 40)
      return [ago(10 * day - index * 1380), value, (index * 1000) % 50_000] as const
    })
    await writeSamples(writer(), deviceId, now, ['signal', 'sent'], samples)
    const request = { parameters: ['signal', 'sent'], from: ago(10 * day), to: now, points: 30 }
    const fromReports = await readHistory(database.db, deviceId, request, now)
    await rollUp(database.db, now)
    const fromHours = await readHistory(database.db, deviceId, request, now)
    await sql`DELETE FROM history_90 WHERE device_id = ${deviceId} AND ts < '2026-03-31T00:00:00Z'`.execute(database.db)
    expect(await readHistory(database.db, deviceId, request, now)).toEqual(fromHours)
    expect(fromHours.times).toEqual(fromReports.times)
    expect(fromHours.series.sent).toEqual(fromReports.series.sent)
    expect(fromHours.series.signal?.min).toEqual(fromReports.series.signal?.min)
    expect(fromHours.series.signal?.last).toEqual(fromReports.series.signal?.last)
    const rounded = (values: Series['avg']) => values?.map((value) => value && Number(value.toFixed(9)))
    expect(rounded(fromHours.series.signal?.avg)).toEqual(rounded(fromReports.series.signal?.avg))
  })

  test('whatever the buckets, the increases of a counter that restarts add up', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ step: fc.integer({ min: 0, max: 5000 }), restart: fc.integer({ min: 0, max: 9 }) }), {
          minLength: 2,
          maxLength: 120,
        }),
        fc.integer({ min: 10, max: 100 }),
        async (steps, points) => {
          const deviceId = device++
          let counter = 10_000
          let total = 0
          const samples = steps.map(({ step, restart }, index) => {
            const before = counter
            counter = restart === 0 ? step : counter + step
            if (index > 0) total += counter >= before ? counter - before : counter
            return [ago(day - index * 300), counter] as const
          })
          await writeSamples(writer(), deviceId, now, ['received'], samples)
          const request = { parameters: ['received'], from: ago(2 * day), to: now, points }
          const { series, bucket_s } = await readHistory(database.db, deviceId, request, now)
          expect(sum(series.received?.increase)).toBe(total)
          await rollUp(database.db, now)
          const rolled = await readHistory(database.db, deviceId, request, now)
          expect(rolled.bucket_s).toBe(bucket_s)
          expect(sum(rolled.series.received?.increase)).toBe(total)
        },
      ),
      { numRuns: 15 },
    )
  })

  test('the rate is per second of the time the counter was watched', async () => {
    const deviceId = device++
    const samples = Array.from({ length: 13 }, (_, index) => [ago(3600 - index * 300), index * 30_000] as const)
    await writeSamples(writer(), deviceId, now, ['sent'], samples)
    const { series } = await readHistory(
      database.db,
      deviceId,
      { parameters: ['sent'], from: ago(3000), to: now, points: 10 },
      now,
    )
    expect(new Set(series.sent?.rate)).toEqual(new Set([100]))
  })

  test('a parameter that moved to another set stays one series, one never reported is empty', async () => {
    const deviceId = device++
    await writeSamples(writer(), deviceId, now, ['signal'], [[ago(600), -60] as const])
    await writeSamples(writer(), deviceId, now, ['signal', 'rsrp'], [[ago(300), -61, -90] as const], 2)
    const history = await readHistory(
      database.db,
      deviceId,
      { parameters: ['signal', 'sinr'], from: ago(3600), to: now, points: 400 },
      now,
    )
    expect(history.series.signal?.avg).toEqual([-60, -61])
    expect(history.series.sinr?.avg).toEqual([null, null])
  })

  test('a text is returned as its changes', async () => {
    const deviceId = device++
    const values = ['Telia', 'Telia', 'Bite', 'Bite', null, 'Telia']
    await writeSamples(
      writer(),
      deviceId,
      now,
      ['operator'],
      values.map((value, index) => [ago(3000 - index * 300), value] as const),
    )
    const { changes } = await readHistory(
      database.db,
      deviceId,
      { parameters: ['operator'], from: ago(3600), to: now, points: 400 },
      now,
    )
    expect(changes.operator?.values).toEqual(['Telia', 'Bite', null, 'Telia'])
    expect(changes.operator?.times).toEqual([3000, 2400, 1800, 1500].map((seconds) => ago(seconds).getTime() / 1000))
  })
})
