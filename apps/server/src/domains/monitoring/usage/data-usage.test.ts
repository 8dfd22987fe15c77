import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../test/clone.ts'
import { testBoot as boot, testWriter, writeSamples } from '../../../test/domains/monitoring.ts'
import { billingPeriod, nextDay, startOf } from '../calendar.ts'
import { rollUpDays } from '../rollups/days.ts'
import { rollUp } from '../rollups/rollup.ts'
import { readSimDays, type SimDay } from './data-usage.ts'
import { sumByPeriod } from './periods.ts'

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

const wrap = 2 ** 32

/** Events between two reports of a device. */
const step = fc.record({
  minutes: fc.integer({ min: 1, max: 1500 }),
  sim: fc.constantFrom(1 as const, 2 as const),
  bytes: fc.integer({ min: 0, max: 1e9 }),
  restarts: fc.constantFrom(false, false, false, true),
  /** Names in the report: counters of both SIMs, of one of them, or of the modem as a whole. */
  reports: fc.constantFrom('both', 'both', 'one', 'whole'),
  lateHours: fc.integer({ min: 0, max: 48 }),
  repeated: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** The reports of a device with 32-bit counters, in the order they were taken. */
function reportsOf(steps: readonly Step[]) {
  const counters = { 1: wrap - 5e8, 2: 0 }
  let minute = 0
  return steps.map(({ minutes, sim, bytes, restarts, reports, ...rest }) => {
    minute += minutes
    if (restarts) Object.assign(counters, { 1: 0, 2: 0 })
    counters[sim] = (counters[sim] + bytes) % wrap
    const values = {
      both: { sim1_sent: counters[1], sim2_sent: counters[2] },
      one: { [`sim${sim}_sent`]: counters[sim] },
      whole: { sent: (counters[1] + counters[2]) % wrap },
    }[reports]
    return { minute, values, bytes, ...rest }
  })
}

const total = (days: readonly SimDay[]) => days.reduce((sum, { sent, received }) => sum + sent + received, 0)
const sameBy = (days: readonly SimDay[]) =>
  Object.fromEntries([1, 2].map((sim) => [sim, total(days.filter((one) => one.sim === sim))]))

test.each(['UTC', 'Europe/Vilnius', 'Asia/Kolkata'])(
  'days in %s sum up to the months of any billing day, and invent nothing, whatever the order, lateness, repetition, restarts, wraps and changes of SIMs',
  async (zone) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 2, maxLength: 14 }),
        fc.integer({ min: 1, max: 31 }),
        async (steps, billingDay) => {
          const deviceId = device++
          await sql`UPDATE rollup_mark SET until = ${start}`.execute(database.db)
          await sql`UPDATE day_mark SET until = ${start}`.execute(database.db)
          let now = start
          const writer = testWriter(database, () => now)
          const reports = reportsOf(steps)
          const arrivals = reports
            .map((one, index) => ({ ...one, seq: index + 1, arrival: one.minute * 60_000 + one.lateHours * hourMs }))
            .toSorted((a, b) => a.arrival - b.arrival)
            .map((one, index) => ({ ...one, seq: index + 1 }))
          for (const { minute, values, arrival, seq, repeated } of arrivals) {
            now = after(arrival)
            const report = {
              boot,
              seq,
              age: arrival / 1000 - minute * 60,
              uptime: 60 * 86_400,
              arrivedAt: now,
              names: Object.keys(values),
              values: Object.values(values) as number[],
            }
            await writer.write({ deviceId, epoch: 1 }, report)
            if (repeated) await writer.write({ deviceId, epoch: 1 }, report)
            if (seq % 4 === 0) {
              await rollUp(database.db, now)
              await rollUpDays(database.db)
            }
          }
          const end = after(Math.max(...arrivals.map(({ arrival }) => arrival)) + 40 * dayMs)
          const whole = { from: after(-2 * dayMs), to: end, zone, now: end }
          const days = await readSimDays(database.db, deviceId, whole)
          const months = sumByPeriod(days, 'month', () => billingDay)
          expect(sameBy(months)).toEqual(sameBy(days))
          // A month or a day that is read by itself equals its part of the whole.
          const alone = (from: number, to: number) =>
            readSimDays(database.db, deviceId, { from: startOf(zone, from), to: startOf(zone, to), zone, now: end })
          for (const { day, sim, sent } of months.slice(-2)) {
            const { from, to } = billingPeriod(day, billingDay)
            expect(total((await alone(from, to)).filter((one) => one.sim === sim))).toBe(sent)
          }
          for (const { day, sim, sent } of days.slice(-3)) {
            const [own] = (await alone(day, nextDay(day))).filter((one) => one.sim === sim)
            expect(own).toEqual({ day, modem: 1, sim, sent, received: 0 })
          }
          // Nothing is counted that was not transferred; a wrap or a restart may lose what came before it.
          expect(total(days)).toBeLessThanOrEqual(reports.reduce((sum, { bytes }) => sum + bytes, 0))
        },
      ),
      { numRuns: 6, endOnFailure: true },
    )
  },
)

const write = (deviceId: number, names: string[], samples: Parameters<typeof writeSamples>[4], firstSeq?: number) => {
  const now = after(20 * dayMs)
  return writeSamples(
    testWriter(database, () => now),
    deviceId,
    now,
    names,
    samples,
    firstSeq,
  )
}
const read = (deviceId: number, zone = 'UTC', from = start, to = after(20 * dayMs)) =>
  readSimDays(database.db, deviceId, { from, to, zone, now: after(20 * dayMs) })

test('a wrap at 2^32 and a restart count from zero, and days without a report are no days of zero', async () => {
  const id = device++
  await write(
    id,
    ['sim1_sent'],
    [
      [after(hourMs), wrap - 1000],
      [after(2 * hourMs), 5000],
      [after(3 * hourMs), 6000],
      [after(4 * hourMs), 100],
      [after(3 * dayMs), 100],
    ],
  )
  const days = await read(id)
  expect(days.map(({ day, sent }) => [(day - start.getTime()) / dayMs, sent])).toEqual([
    [0, 5000 + 1000 + 100],
    [3, 0],
  ])
})

test('a day is that of the zone, on both sides of a clock change', async () => {
  const id = device++
  const midnight = Date.parse('2026-03-29T22:00:00Z') - start.getTime()
  const before = Date.parse('2026-03-28T22:00:00Z') - start.getTime()
  await write(
    id,
    ['sim1_sent'],
    [
      [after(before - 60_000), 100],
      [after(before + 60_000), 110],
      [after(midnight - 3_660_000), 130],
      [after(midnight - 60_000 - hourMs + 120_000), 170],
    ],
  )
  const found = await read(id, 'Europe/Vilnius')
  expect(found.map(({ day, sent }) => [new Date(day).toISOString().slice(0, 10), sent])).toEqual([
    ['2026-03-28', 0],
    ['2026-03-29', 10 + 20],
    ['2026-03-30', 40],
  ])
})

test('what rose while the counter was not reported for over 31 days is unknown, and a device that counts by SIM since an update keeps its earlier days', async () => {
  const id = device++
  const now = after(20 * dayMs)
  await write(
    id,
    ['sent'],
    [
      [after(-30 * dayMs), 10],
      [after(2 * dayMs), 1000],
      [after(2 * dayMs + hourMs), 1500],
    ],
  )
  await write(
    id,
    ['sim1_sent', 'sent'],
    [
      [after(4 * dayMs), 70, 2000],
      [after(4 * dayMs + hourMs), 90, 2020],
    ],
    10,
  )
  const days = await readSimDays(database.db, id, { from: after(-60 * dayMs), to: now, zone: 'UTC', now })
  expect(days.map(({ day, sent }) => [(day - start.getTime()) / dayMs, sent])).toEqual([
    [-30, 0],
    [2, 500],
    [4, 20],
  ])
})

test('hours of two lists of parameters that take turns count what rose once', async () => {
  const id = device++
  const at = (minutes: number) => after(dayMs + minutes * 60_000)
  await sql`UPDATE rollup_mark SET until = ${after(20 * dayMs)}`.execute(database.db)
  await write(
    id,
    ['sim1_sent'],
    [0, 20, 40].map((minutes) => [at(minutes), 1000 + minutes]),
  )
  await write(
    id,
    ['sim1_sent', 'sim2_sent'],
    [10, 30, 50].map((minutes) => [at(minutes), 1000 + minutes, 0]),
    10,
  )
  await rollUp(database.db, after(20 * dayMs))
  expect(sameBy(await read(id, 'Europe/Vilnius'))).toEqual({ 1: 50, 2: 0 })
})

test('a billing period starts on the last day of months that are too short', () => {
  const date = (text: string) => Date.parse(`${text}T00:00:00Z`)
  const span = (day: string, billing: number) => {
    const { from, to } = billingPeriod(date(day), billing)
    return [from, to].map((at) => new Date(at).toISOString().slice(0, 10))
  }
  expect(span('2026-02-15', 31)).toEqual(['2026-01-31', '2026-02-28'])
  expect(span('2026-02-28', 31)).toEqual(['2026-02-28', '2026-03-31'])
  expect(span('2028-02-29', 30)).toEqual(['2028-02-29', '2028-03-30'])
  expect(span('2026-01-01', 1)).toEqual(['2026-01-01', '2026-02-01'])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 1, max: 31 }), (days, billing) => {
      const day = days * dayMs
      const { from, to } = billingPeriod(day, billing)
      expect(from <= day && day < to && billingPeriod(to, billing).from === to).toBe(true)
    }),
  )
})
