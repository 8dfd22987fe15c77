import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPartitions } from '../../../db/partitions.ts'
import { cloneDatabase, type TestDatabase } from '../../../test/clone.ts'
import { testBoot as boot, testWriter, writeSamples } from '../../../test/domains/monitoring.ts'
import { readHistory } from '../history.ts'
import { hourTable } from '../history-tables.ts'
import { forgetDevices } from '../reports.ts'
import { rollUpDays } from './days.ts'
import { rollUp } from './rollup.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const start = new Date('2026-03-10T00:00:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)

let database: TestDatabase
let device = 1

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

async function setMarks(hours: Date, days = hours): Promise<void> {
  await sql`UPDATE rollup_mark SET until = ${hours}`.execute(database.db)
  await sql`UPDATE day_mark SET until = ${days}`.execute(database.db)
}

async function bringUpToDate(now: Date): Promise<void> {
  await rollUp(database.db, now)
  await rollUpDays(database.db)
}

async function daysOf(deviceId: number) {
  const { rows } =
    await sql`SELECT day, reports, first_at, last_at, counts, mins, maxs, sums, firsts, lasts, rises, last_t, shares
    FROM history_day WHERE device_id = ${deviceId} ORDER BY day`.execute(database.db)
  return rows
}

const sample = fc.record({
  minute: fc.integer({ min: 0, max: 3 * 1440 - 1 }),
  signal: fc.option(fc.integer({ min: -120, max: -30 })),
  /** Falls as often as it rises: each fall is a restart. */
  sent: fc.option(fc.integer({ min: 0, max: 1000 })),
  operator: fc.option(fc.constantFrom('Telia', 'Tele2')),
  lateHours: fc.integer({ min: 0, max: 60 }),
  /** Minutes for which its first copy was in transit. */
  delayed: fc.option(fc.integer({ min: 1, max: 59 })),
})
type Sample = typeof sample extends fc.Arbitrary<infer T> ? T : never

/** Seconds by operator: each value lasts until the next report, but an hour at most. */
function expectedShares(list: readonly Sample[]) {
  const seconds = new Map<string, number>()
  for (const [index, { operator, minute }] of list.entries()) {
    const next = list[index + 1]
    if (operator === null || !next) continue
    seconds.set(operator, (seconds.get(operator) ?? 0) + Math.min((next.minute - minute) * 60, 3600))
  }
  const pairs = [...seconds].toSorted(([one, a], [other, b]) => b - a || one.localeCompare(other))
  return pairs.length > 0 ? { 1: pairs } : null
}

/** Days computed directly from the reports. */
function expectedDays(samples: readonly Sample[]) {
  const days = Map.groupBy(
    samples.toSorted((a, b) => a.minute - b.minute),
    ({ minute }) => Math.floor(minute / 1440),
  )
  return [...days]
    .toSorted(([a], [b]) => a - b)
    .map(([day, list]) => {
      // The names of a set are sorted.
      const columns = [list.flatMap(({ sent }) => sent ?? []), list.flatMap(({ signal }) => signal ?? [])]
      const each = (of: (values: number[]) => number | undefined) => columns.map((values) => of(values) ?? null)
      const numbers = (of: (values: number[]) => number) =>
        each((values) => (values.length > 0 ? of(values) : undefined))
      const rise = (values: number[]) =>
        values.slice(1).reduce((sum, value, index) => {
          const before = values[index] ?? 0
          return sum + (value >= before ? value - before : value)
        }, 0)
      return {
        day: after(day * dayMs),
        reports: list.length,
        first_at: after((list[0] as Sample).minute * 60_000),
        last_at: after((list.at(-1) as Sample).minute * 60_000),
        counts: columns.map((values) => values.length),
        mins: numbers((values) => Math.min(...values)),
        maxs: numbers((values) => Math.max(...values)),
        sums: numbers((values) => values.reduce((sum, value) => sum + value, 0)),
        firsts: each((values) => values[0]),
        lasts: each((values) => values.at(-1)),
        rises: columns.map(rise),
        last_t: [list.at(-1)?.operator ?? null],
        shares: expectedShares(list),
      }
    })
}

/** Rows for the figures of companies, computed directly from the reports. */
function expectedFleetDays(samples: readonly Sample[]) {
  const ordered = samples.toSorted((a, b) => a.minute - b.minute)
  const counted = ordered.filter(({ sent }) => sent !== null)
  const bytes = new Map<number, number>()
  for (const [index, { minute, sent }] of counted.entries()) {
    const [now, before] = [sent as number, counted[index - 1]?.sent ?? sent ?? 0]
    const day = Math.floor(minute / 1440)
    bytes.set(day, (bytes.get(day) ?? 0) + (now >= before ? now - before : now))
  }
  return [0, 1, 2].flatMap((day) => {
    const signals = ordered.flatMap(({ minute, signal }) => (Math.floor(minute / 1440) === day ? (signal ?? []) : []))
    if (signals.length === 0 && !bytes.has(day)) return []
    const some = signals.length > 0
    return {
      day: after(day * dayMs),
      signal_low: some ? Math.min(...signals) : null,
      signal_high: some ? Math.max(...signals) : null,
      signal_sum: some ? signals.reduce((sum, value) => sum + value, 0) : null,
      signal_count: some ? signals.length : null,
      sent: bytes.get(day) ?? null,
    }
  })
}

async function fleetDaysOf(deviceId: number) {
  const { rows } = await sql`SELECT day, signal_low, signal_high, signal_sum, signal_count, sent
    FROM fleet_day WHERE device_id = ${deviceId} ORDER BY day`.execute(database.db)
  return rows
}

test('days from hours equal days from reports, whatever their order, lateness, repetitions and restarts', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(sample, { minLength: 1, maxLength: 20, selector: ({ minute }) => minute }),
      async (samples) => {
        const deviceId = device++
        let now = start
        const writer = testWriter(database, () => now)
        await setMarks(start)
        const copies = samples
          .map((one) => ({ ...one, arrival: one.minute * 60_000 + one.lateHours * hourMs }))
          .toSorted((a, b) => a.arrival - b.arrival)
          .flatMap(({ delayed, ...one }, index) => {
            const delay = Math.min(delayed ?? 0, one.lateHours * 60)
            const first = { ...one, seq: index + 1, minute: one.minute + delay }
            const repetition = { ...first, arrival: one.arrival + 1.5 * hourMs, minute: one.minute }
            return delay > 0 ? [first, repetition] : [first]
          })
          .toSorted((a, b) => a.arrival - b.arrival)
        for (const { minute, signal, sent, operator, arrival, seq } of copies) {
          now = after(arrival)
          if (seq % 2 === 0) await bringUpToDate(now)
          await writer.write(
            { deviceId, epoch: 1 },
            {
              boot,
              seq,
              age: arrival / 1000 - minute * 60,
              uptime: 30 * 86_400,
              arrivedAt: now,
              names: ['signal', 'sent', 'operator'],
              values: [signal, sent, operator],
            },
          )
        }
        await bringUpToDate(after(7 * dayMs))
        expect(await daysOf(deviceId)).toEqual(expectedDays(samples))
        expect(await fleetDaysOf(deviceId)).toEqual(expectedFleetDays(samples))
      },
    ),
    { numRuns: 8 },
  )
})

/**
 * Writes hours with a report at their start and end; the counter restarts now and then, and the signal is missing at
 * times.
 */
async function writeHours(deviceId: number, days: number): Promise<void> {
  const at = Array.from({ length: days }, (_, day) => after(day * dayMs))
  await createPartitions(database.db).ensure(hourTable, at)
  const set = await sql<{ id: number }>`INSERT INTO parameter_set (digest, numbers, texts)
    VALUES ('year', ARRAY['sent', 'signal'], '{}') RETURNING id`.execute(database.db)
  await sql`INSERT INTO device_set (device_id, set_id) VALUES (${deviceId}, ${set.rows[0]?.id})`.execute(database.db)
  await sql`INSERT INTO history_hour (device_id, set_id, hour, reports, first_at, last_at,
      counts, mins, maxs, sums, firsts, lasts, rises, last_t)
    SELECT ${deviceId}, ${set.rows[0]?.id}, hour, 2, hour, hour + interval '50 minutes', ARRAY[2, n], ARRAY[low, signal],
      ARRAY[high, signal + n], ARRAY[low + high, 2 * signal + n], ARRAY[low, signal], ARRAY[high, signal + n], ARRAY[high - low, n], '{}'
    FROM (SELECT ${start}::timestamptz + make_interval(hours => i) AS hour, (i * 1000 % 50000)::float8 AS low,
        (i * 1000 % 50000 + 700)::float8 AS high, CASE WHEN i % 97 < 30 THEN 0 ELSE 2 END AS n,
        CASE WHEN i % 97 < 30 THEN NULL ELSE (-60 - i * 7 % 40)::float8 END AS signal
      FROM generate_series(0, ${days * 24 - 1}) AS i) hours`.execute(database.db)
}

test('a year is read from days, with the values it has from hours', async () => {
  const deviceId = device++
  await writeHours(deviceId, 365)
  const now = after(365 * dayMs)
  await setMarks(now, start)
  const request = { parameters: ['signal', 'sent'], from: start, to: after(365 * dayMs), points: 400 }
  const fromHours = await readHistory(database.db, deviceId, request, now)
  for (let made = 1; made > 0; ) made = await rollUpDays(database.db)
  const fromDays = await readHistory(database.db, deviceId, request, now)
  expect(fromDays.bucket_s).toBe(86_400)
  expect(fromDays.times).toEqual(fromHours.times)
  expect(fromDays.series.sent).toEqual(fromHours.series.sent)
  for (const [index, value] of (fromHours.series.signal?.avg ?? []).entries()) {
    const mean = fromDays.series.signal?.avg?.[index]
    if (value === null) expect(mean).toBeNull()
    else expect(mean).toBeCloseTo(value)
  }
  expect(await daysOf(deviceId)).toHaveLength(365)

  // An hour whose roll-ups are no longer retained is drawn as its day.
  await sql`DELETE FROM history_hour WHERE device_id = ${deviceId}`.execute(database.db)
  expect(await readHistory(database.db, deviceId, request, now)).toEqual(fromDays)
  // A recent hour of a day whose hours are no longer retained is drawn as that day.
  const later = after(1000 * dayMs)
  const hour = { ...request, from: after(40.5 * dayMs), to: after(40.6 * dayMs) }
  expect((await readHistory(database.db, deviceId, hour, later)).series.signal?.min).toEqual([
    fromDays.series.signal?.min?.[40],
  ])

  await forgetDevices(database.db, [deviceId])
  expect([await daysOf(deviceId), await fleetDaysOf(deviceId)]).toEqual([[], []])
})

test('a day that is closed while the roll-up of a late hour is still open gets the hour', async () => {
  const deviceId = device++
  await setMarks(after(dayMs), start)
  const now = after(dayMs + hourMs)
  const writer = testWriter(database, () => now)
  const report = { boot, uptime: 30 * 86_400, arrivedAt: now, names: ['signal'], values: [-70] }
  await writer.write({ deviceId, epoch: 1 }, { ...report, seq: 1, age: 12 * 3600 })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: inside, resolve: enter } = Promise.withResolvers<void>()
  const slow = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      // The mark has been read; only the commit is left.
      if (result.rows.some((row) => 'until' in row && !('oldest' in row) && (row.until as Date) <= start)) {
        enter()
        await released
      }
      return result
    },
  })
  const late = rollUp(slow, now)
  await inside
  const closing = rollUpDays(database.db)
  release()
  await Promise.all([late, closing])
  await rollUpDays(database.db)
  expect(await daysOf(deviceId)).toMatchObject([{ reports: 1 }])
})

test('how much of a day each text value had is the same from reports and from days; beyond twenty values they are summed up', async () => {
  const deviceId = device++
  const now = after(2 * dayMs + 6 * hourMs)
  await setMarks(start)
  const samples = Array.from({ length: 4 * 54 }, (_, index) => {
    const type = index < 96 ? (index % 8 === 0 ? '3G' : '4G') : index < 192 ? `cell ${index % 40}` : '5G'
    return [after(index * 15 * 60_000), index % 11 === 0 ? null : type] as const
  })
  await writeSamples(
    testWriter(database, () => now),
    deviceId,
    now,
    ['connection_type'],
    samples,
  )
  const read = async (from = start) =>
    (await readHistory(database.db, deviceId, { parameters: ['connection_type'], from, to: now, points: 30 }, now))
      .shares.connection_type
  const fromReports = await read()
  await bringUpToDate(now)
  const days = await read()
  const sumOf = (shares: typeof days, day: number) => shares?.seconds.reduce((sum, row) => sum + (row[day] ?? 0), 0)
  expect(days?.times).toEqual([0, 1, 2].map((day) => after(day * dayMs).getTime() / 1000))
  expect(days?.values.slice(0, 3)).toEqual(['4G', '5G', '3G'])
  expect(days?.values).toHaveLength(21)
  expect(days?.values.at(-1)).toBeNull()
  expect([0, 1, 2].map((day) => sumOf(days, day))).toEqual([0, 1, 2].map((day) => sumOf(fromReports, day)))
  expect(days?.seconds.slice(0, 3)).toEqual(fromReports?.seconds.slice(0, 3))
  // Part of a day is read from its reports.
  expect(sumOf(await read(after(12 * hourMs)), 0)).toBeLessThan((sumOf(days, 0) ?? 0) / 1.9)
})

test('a day is not read before all of it is rolled up', async () => {
  const deviceId = device++
  await setMarks(start)
  await writeSamples(
    testWriter(database, () => after(30 * hourMs)),
    deviceId,
    after(30 * hourMs),
    ['signal'],
    [[after(hourMs), -70] as const, [after(25 * hourMs), -80] as const],
  )
  await bringUpToDate(after(23 * hourMs))
  expect(await daysOf(deviceId)).toEqual([])
  await bringUpToDate(after(30 * hourMs))
  expect(await daysOf(deviceId)).toMatchObject([{ day: start, mins: [-70] }])
  const request = { parameters: ['signal'], from: start, to: after(30 * hourMs), points: 2 }
  const { series } = await readHistory(database.db, deviceId, request, after(30 * hourMs))
  expect(series.signal?.min).toEqual([-70, -80])
})
