import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../test/clone.ts'
import { testBoot as boot, testWriter } from '../../../test/domains/monitoring.ts'
import { rollUp } from './rollup.ts'

const hourMs = 3_600_000
const start = new Date('2026-03-10T00:00:00Z')

let database: TestDatabase
let device = 1

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

async function setMark(until: Date): Promise<void> {
  await sql`UPDATE rollup_mark SET until = ${until}`.execute(database.db)
}

interface HourRow {
  hour: Date
  reports: number
  counts: number[]
  mins: number[]
  maxs: number[]
  sums: number[]
  rises: number[]
}

async function hoursOf(deviceId: number): Promise<HourRow[]> {
  const { rows } = await sql<HourRow>`SELECT hour, reports, counts, mins, maxs, sums, rises FROM history_hour
    WHERE device_id = ${deviceId} ORDER BY hour`.execute(database.db)
  return rows
}

test('hours sum up to the values of the reports, in whatever order and however late they arrived', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(
        fc.record({
          minute: fc.integer({ min: 0, max: 239 }),
          signal: fc.option(fc.integer({ min: -120, max: -30 })),
          sent: fc.option(fc.integer({ min: 0, max: 1000 })),
          lateHours: fc.integer({ min: 0, max: 5 }),
          /** Minutes for which its first copy was in transit. */
          delayed: fc.option(fc.integer({ min: 1, max: 59 })),
        }),
        { minLength: 1, maxLength: 30, selector: (sample) => sample.minute },
      ),
      async (samples) => {
        const deviceId = device++
        let now = start
        const writer = testWriter(database, () => now)
        await setMark(start)
        const arrivals = samples
          .map((sample) => ({ ...sample, arrival: sample.minute * 60_000 + sample.lateHours * hourMs }))
          .toSorted((a, b) => a.arrival - b.arrival)
        const copies = arrivals
          .flatMap(({ delayed, lateHours, ...sample }, index) => {
            const delay = Math.min(delayed ?? 0, lateHours * 60)
            const first = { ...sample, seq: index + 1, minute: sample.minute + delay }
            const repetition = { ...first, arrival: sample.arrival + 1.5 * hourMs, minute: sample.minute }
            return delay > 0 ? [first, repetition] : [first]
          })
          .toSorted((a, b) => a.arrival - b.arrival)
        for (const { minute, signal, sent, arrival, seq } of copies) {
          now = new Date(start.getTime() + arrival)
          await rollUp(database.db, now)
          await writer.write(
            { deviceId, epoch: 1 },
            {
              boot,
              seq,
              age: arrival / 1000 - minute * 60,
              uptime: 30 * 86_400,
              arrivedAt: now,
              names: ['signal', 'sent'],
              values: [signal, sent],
            },
          )
        }
        await rollUp(database.db, new Date(start.getTime() + 24 * hourMs))

        const byHour = new Map<number, typeof samples>()
        for (const sample of samples.toSorted((a, b) => a.minute - b.minute)) {
          const hour = Math.floor(sample.minute / 60)
          byHour.set(hour, [...(byHour.get(hour) ?? []), sample])
        }
        const expected = [...byHour].map(([hour, list]) => {
          const signals = list.flatMap(({ signal }) => signal ?? [])
          const sents = list.flatMap(({ sent }) => sent ?? [])
          const rise = sents.slice(1).reduce((sum, value, index) => {
            const before = sents[index] ?? 0
            return sum + (value >= before ? value - before : value)
          }, 0)
          const column = (of: (values: number[]) => number, none: number | null = null) =>
            [sents, signals].map((values) => (values.length > 0 ? of(values) : none))
          return {
            hour: new Date(start.getTime() + hour * hourMs),
            reports: list.length,
            counts: [sents.length, signals.length],
            mins: column((values) => Math.min(...values)),
            maxs: column((values) => Math.max(...values)),
            sums: column((values) => values.reduce((sum, value) => sum + value, 0)),
            riseOfSent: rise,
          }
        })
        const rows = (await hoursOf(deviceId)).map(({ rises, ...row }) => ({ ...row, riseOfSent: rises[0] }))
        expect(rows).toEqual(expected)
      },
    ),
    { numRuns: 20 },
  )
})

test('a late report whose transaction is still open is not missed by a roll-up that runs meanwhile', async () => {
  const deviceId = device++
  const now = new Date(start.getTime() + 12 * hourMs)
  await setMark(now)
  const writer = testWriter(database, () => now)
  const report = { boot, uptime: 86_400, arrivedAt: now, names: ['signal'], values: [-70] }
  await writer.write({ deviceId, epoch: 1 }, { ...report, seq: 1, age: 7200 })

  const { promise: inside, resolve: enter } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const slow = testWriter(
    database,
    () => now,
    async () => {
      enter()
      await released
    },
  )
  const written = slow.write({ deviceId, epoch: 1 }, { ...report, seq: 2, age: 7100 })
  await inside
  await rollUp(database.db, now)
  release()
  await written
  await rollUp(database.db, now)
  expect((await hoursOf(deviceId)).map(({ reports }) => reports)).toEqual([2])
})

test('a roll-up ends although devices keep sending reports of past hours', async () => {
  const deviceId = device++
  const now = new Date(start.getTime() + 12 * hourMs)
  await setMark(now)
  const writer = testWriter(database, () => now)
  const report = { boot, uptime: 30 * 86_400, arrivedAt: now, names: ['signal'], values: [-70] }
  const most = 40
  let seq = 0
  const sendReport = () => writer.write({ deviceId, epoch: 1 }, { ...report, seq: ++seq, age: seq * 3600 })
  await sendReport()
  /** A report of another hour arrives with every statement. */
  const busy = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (seq < most) await sendReport()
      return result
    },
  })
  await rollUp(busy, now)
  expect(seq).toBeLessThan(most)
})

test('rolling up twice changes nothing', async () => {
  const deviceId = device++
  const now = new Date(start.getTime() + 12 * hourMs)
  const writer = testWriter(database, () => now)
  await writer.write(
    { deviceId, epoch: 1 },
    {
      boot,
      seq: 1,
      age: 7200,
      uptime: 86_400,
      arrivedAt: now,
      names: ['operator'],
      values: ['Telia'],
    },
  )
  await rollUp(database.db, now)
  const before = await sql`SELECT * FROM history_hour WHERE device_id = ${deviceId}`.execute(database.db)
  expect(before.rows).toMatchObject([{ reports: 1, counts: [], last_t: ['Telia'] }])
  expect(await rollUp(database.db, now)).toEqual({ hours: 0, late: 0 })
  const after = await sql`SELECT * FROM history_hour WHERE device_id = ${deviceId}`.execute(database.db)
  expect(after.rows).toEqual(before.rows)
})
