import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../drivers/driver.ts'
import { cloneDatabase, type TestDatabase } from '../../test/clone.ts'
import type { LatestRow } from './batch.ts'
import { createReportWriter, type ReportWriter, WriterBusy, type WriterDeps } from './writer.ts'

const names = ['signal', 'operator', 'temperature', 'firmware'] as const
const arrived = new Date('2026-03-10T12:30:00Z')
const boot = 'a1b2c3d4e5f6'

let database: TestDatabase
let device = 1000

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

function report(seq: number, change: Partial<Report> = {}): Report {
  return {
    boot,
    seq,
    age: 0,
    uptime: 100 * 86_400,
    arrivedAt: arrived,
    names,
    values: [-70 - seq, `Operator ${seq}`, 20.5, 'RUTX_R_00.07.14'],
    ...change,
  }
}

function setUp(latest: (rows: LatestRow[]) => Promise<void> = async () => {}, diskSpace?: WriterDeps['diskSpace']) {
  const counts = { stored: 0, duplicates: 0, refusedReports: 0, refusedValues: 0 }
  const writer = createReportWriter({
    db: database.db,
    latest: (_tx, rows) => latest(rows),
    now: () => arrived,
    diskSpace: diskSpace ?? { opened: () => undefined, failed: () => {} },
    log: { warn: () => {} },
    metrics: {
      stored: (reports) => {
        counts.stored += reports
      },
      duplicates: (reports) => {
        counts.duplicates += reports
      },
      refusedReports: (reports) => {
        counts.refusedReports += reports
      },
      refusedValues: (values) => {
        counts.refusedValues += values
      },
      batch: () => {},
    },
  })
  device += 2
  return { writer, counts, deviceId: device }
}

async function storedSignals(deviceId: number): Promise<number[]> {
  const { rows } = await sql<{ signal: number }>`SELECT v[1] AS signal FROM history_90
    WHERE device_id = ${deviceId} ORDER BY seq, boot`.execute(database.db)
  return rows.map((row) => row.signal)
}

async function markOf(deviceId: number): Promise<number | undefined> {
  const { rows } = await sql<{ seq: number }>`SELECT seq FROM report_mark WHERE device_id = ${deviceId}`.execute(
    database.db,
  )
  return rows[0]?.seq
}

describe('storing', () => {
  test('numbers and texts go to the table of their retention class, newest state to the hook', async () => {
    const seen: LatestRow[] = []
    const { writer, deviceId } = setUp(async (rows) => {
      seen.push(...rows)
    })
    expect(await writer.write({ deviceId, epoch: 1 }, report(1))).toBeUndefined()
    const { rows } = await sql`SELECT h.v, h.t, s.numbers, s.texts FROM history_90 h
      JOIN parameter_set s ON s.id = h.set_id WHERE device_id = ${deviceId}`.execute(database.db)
    expect(rows).toEqual([
      { v: [-71, 20.5], t: ['Operator 1'], numbers: ['signal', 'temperature'], texts: ['operator'] },
    ])
    const long = await sql`SELECT t FROM history_365 WHERE device_id = ${deviceId}`.execute(database.db)
    expect(long.rows).toEqual([{ t: ['RUTX_R_00.07.14'] }])
    expect(seen).toEqual([
      {
        device_id: deviceId,
        ts: arrived,
        values: { signal: -71, temperature: 20.5, operator: 'Operator 1', firmware: 'RUTX_R_00.07.14' },
      },
    ])
  })

  test('lists that differ in order share a parameter set', async () => {
    const { writer, deviceId } = setUp()
    await writer.write({ deviceId, epoch: 1 }, report(1))
    await writer.write(
      { deviceId, epoch: 1 },
      report(2, { names: ['operator', 'temperature', 'signal'], values: ['X', 1, -50] }),
    )
    const { rows } = await sql`SELECT count(DISTINCT set_id)::int AS sets FROM history_90
      WHERE device_id = ${deviceId}`.execute(database.db)
    expect(rows).toEqual([{ sets: 1 }])
    expect(await storedSignals(deviceId)).toEqual([-71, -50])
  })

  test('an old report gets its partition on demand and its hour is rolled up again', async () => {
    const { writer, deviceId } = setUp()
    expect(await writer.write({ deviceId, epoch: 1 }, report(1, { age: 80 * 86_400 }))).toBeUndefined()
    expect(await storedSignals(deviceId)).toEqual([-71])
    const due = await sql`SELECT hour FROM rollup_due WHERE device_id = ${deviceId} GROUP BY hour`.execute(database.db)
    expect(due.rows).toEqual([{ hour: new Date('2025-12-20T12:00:00Z') }])
  })

  test('a delayed report gets its own time once it is repeated', async () => {
    const { writer, deviceId } = setUp()
    const later = (seconds: number) => new Date(arrived.getTime() + seconds * 1000)
    await writer.write({ deviceId, epoch: 1 }, report(1, { arrivedAt: later(3000), age: 3 }))
    await writer.write({ deviceId, epoch: 1 }, report(1, { arrivedAt: later(3100), age: 3100 }))
    // The rounding of ages, an earlier copy that arrives after all, and one that would have been in transit for a day.
    await writer.write({ deviceId, epoch: 1 }, report(2, { arrivedAt: later(3600), age: 3 }))
    await writer.write({ deviceId, epoch: 1 }, report(2, { arrivedAt: later(3610), age: 15 }))
    await writer.write({ deviceId, epoch: 1 }, report(2, { arrivedAt: later(3700), age: 3 }))
    await writer.write({ deviceId, epoch: 1 }, report(2, { arrivedAt: later(3700), age: 86_400 }))
    const { rows } =
      await sql`SELECT DISTINCT seq::int, ts FROM history WHERE device_id = ${deviceId} ORDER BY seq`.execute(
        database.db,
      )
    expect(rows).toEqual([
      { seq: 1, ts: arrived },
      { seq: 2, ts: later(3597) },
    ])
  })

  test('both hours of a report delayed into the next one are rolled up again', async () => {
    const { writer, deviceId } = setUp()
    const midnight = new Date('2026-03-10T00:00:30Z')
    await writer.write({ deviceId, epoch: 1 }, report(1, { arrivedAt: midnight, age: 0 }))
    await sql`DELETE FROM rollup_due WHERE device_id = ${deviceId}`.execute(database.db)
    await writer.write({ deviceId, epoch: 1 }, report(1, { arrivedAt: midnight, age: 60 }))
    const due =
      await sql`SELECT hour FROM rollup_due WHERE device_id = ${deviceId} GROUP BY hour ORDER BY hour`.execute(
        database.db,
      )
    expect(due.rows).toEqual([{ hour: new Date('2026-03-09T23:00:00Z') }, { hour: new Date('2026-03-10T00:00:00Z') }])
    const { rows } = await sql`SELECT DISTINCT ts FROM history WHERE device_id = ${deviceId}`.execute(database.db)
    expect(rows).toEqual([{ ts: new Date('2026-03-09T23:59:30Z') }])
  })

  test('text of a device loses its control characters and is cut', async () => {
    const { writer, deviceId } = setUp()
    const hostile = `a\u0000\u001b[31m"\\{NULL},\u202e${'x'.repeat(300)}`
    await writer.write({ deviceId, epoch: 1 }, report(1, { values: [-71, hostile, 20, null] }))
    const { rows } = await sql<{ t: string[] }>`SELECT t FROM history_90 WHERE device_id = ${deviceId}`.execute(
      database.db,
    )
    expect(rows[0]?.t[0]).toBe(`a[31m"\\{NULL},${'x'.repeat(242)}`)
  })
})

describe('refusing', () => {
  test.each([
    ['too few values', { values: [-70] }, '1 values for 4 parameters'],
    ['an age beyond the boot', { age: 7200, uptime: 3600 }, 'longer than the uptime'],
    ['an age beyond retention', { age: 91 * 86_400 }, 'longer than history is kept'],
  ])('%s: nothing is stored, the mark advances', async (_name, change, reason) => {
    const { writer, counts, deviceId } = setUp()
    expect(await writer.write({ deviceId, epoch: 1 }, report(5, change))).toContain(reason)
    expect(await storedSignals(deviceId)).toEqual([])
    expect(await markOf(deviceId)).toBe(5)
    expect(counts).toMatchObject({ stored: 0, refusedReports: 1 })
  })

  test('a report of the first second of a boot is stored although connecting took half a minute', async () => {
    const { writer, deviceId } = setUp()
    expect(await writer.write({ deviceId, epoch: 1 }, report(1, { age: 36, uptime: 2 }))).toBeUndefined()
    expect(await storedSignals(deviceId)).toHaveLength(1)
  })

  test('an implausible or unknown value is skipped alone and the reason names it', async () => {
    const { writer, counts, deviceId } = setUp()
    const reason = await writer.write(
      { deviceId, epoch: 1 },
      report(1, { names: ['signal', 'temperature', 'frobnication'], values: [999, 'hot', 1] }),
    )
    expect(reason).toBe('frobnication: unknown parameter; signal: 999 is outside -120 … -30; temperature: not a number')
    const { rows } = await sql`SELECT v FROM history_90 WHERE device_id = ${deviceId}`.execute(database.db)
    expect(rows).toEqual([{ v: [null, null] }])
    expect(counts).toMatchObject({ stored: 1, refusedValues: 3 })
  })

  test('a report the line parser refused is remembered', async () => {
    const { writer, deviceId } = setUp()
    expect(await writer.refuse({ deviceId, epoch: 1 }, { boot, seq: 3 }, 'values are not JSON')).toBe(
      'values are not JSON',
    )
    expect(await markOf(deviceId)).toBe(3)
    await writer.write({ deviceId, epoch: 1 }, report(3))
    expect(await storedSignals(deviceId)).toEqual([])
  })

  test('a device that keeps inventing lists is stopped, its earlier ones still work', async () => {
    const { writer, deviceId } = setUp()
    for (let seq = 1; seq <= 101; seq++) {
      await writer.write(
        { deviceId, epoch: 1 },
        report(seq, { names: [`signal`, `temperature.x${seq}`], values: [-70, 1] }),
      )
    }
    expect(
      await writer.write({ deviceId, epoch: 1 }, report(102, { names: ['signal', 'temperature.y'], values: [-70, 1] })),
    ).toBe('too many different parameter lists')
    expect(
      await writer.write(
        { deviceId, epoch: 1 },
        report(103, { names: ['signal', 'temperature.x1'], values: [-70, 1] }),
      ),
    ).toBeUndefined()
    expect(await markOf(deviceId)).toBe(103)
  })
})

describe('failures', () => {
  test('a row the database rejects is refused without affecting others', async () => {
    const { writer, deviceId } = setUp(async (rows) => {
      if (rows.some((row) => row.values.signal === -75)) {
        throw Object.assign(new Error('numeric value out of range'), { code: '22003' })
      }
    })
    const reasons = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7].map((seq) => writer.write({ deviceId, epoch: 1 }, report(seq))),
    )
    expect(reasons.filter(Boolean)).toEqual(['the database does not accept the values'])
    expect(await storedSignals(deviceId)).toEqual([-71, -72, -73, -74, -76, -77])
    expect(await markOf(deviceId)).toBe(7)
  })

  test('a database error acknowledges nothing, and no later report of the device overtakes', async () => {
    const { promise: reached, resolve: atHook } = Promise.withResolvers<void>()
    const { promise: failing, reject: fail } = Promise.withResolvers<void>()
    let broken = true
    const { writer, deviceId } = setUp(async () => {
      if (!broken) return
      broken = false
      atHook()
      await failing
    })
    const other = deviceId + 1
    const first = writer.write({ deviceId, epoch: 1 }, report(1))
    await reached
    const later = [2, 3].map((seq) => writer.write({ deviceId, epoch: 1 }, report(seq)))
    fail(Object.assign(new Error('gone'), { code: '57P01' }))
    const settled = await Promise.allSettled([first, ...later])
    expect(settled.map((one) => one.status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await markOf(deviceId)).toBeUndefined()
    await Promise.all([1, 2, 3].map((seq) => writer.write({ deviceId, epoch: 1 }, report(seq))))
    await writer.write({ deviceId: other, epoch: 1 }, report(1))
    expect(await storedSignals(deviceId)).toEqual([-71, -72, -73])
  })

  test('above the limit a report is rejected and queued ones are still stored', async () => {
    const { writer, deviceId } = setUp()
    const writes = Array.from({ length: 20_001 }, (_, index) => writer.write({ deviceId, epoch: 1 }, report(index + 1)))
    const results = await Promise.allSettled(writes)
    expect(results.at(-1)).toMatchObject({ status: 'rejected', reason: expect.any(WriterBusy) })
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(20_000)
    expect(await markOf(deviceId)).toBe(20_000)
  })

  test('without disk space reports wait, unacknowledged, and are stored in order once there is some', async () => {
    let open: Promise<void> | undefined
    const failures: unknown[] = []
    const { writer, deviceId } = setUp(undefined, { opened: () => open, failed: (error) => failures.push(error) })
    const { promise, resolve } = Promise.withResolvers<void>()
    open = promise
    const written = [1, 2, 3].map((seq) => writer.write({ deviceId, epoch: 1 }, report(seq)))
    expect(await Promise.race([...written, delay(200, 'waits')])).toBe('waits')
    open = undefined
    resolve()
    expect(await Promise.all(written)).toEqual([undefined, undefined, undefined])
    expect([await markOf(deviceId), failures]).toEqual([3, []])
  })

  test('stop stores what was handed in and takes nothing more', async () => {
    const { writer, deviceId } = setUp()
    const written = writer.write({ deviceId, epoch: 1 }, report(1))
    await writer.stop()
    expect(await written).toBeUndefined()
    await expect(writer.write({ deviceId, epoch: 1 }, report(2))).rejects.toThrow(WriterBusy)
  })
})

let sendings = 0

/** One transmission of a report: a repetition arrives at another moment, and so gets another time. */
function sending(seq: number): Report {
  return report(seq, { age: seq, arrivedAt: new Date(arrived.getTime() + ++sendings) })
}

/** Sends like a link: at most `window` unacknowledged, after a disconnect again from the oldest unacknowledged one. */
async function sendWithCuts(writer: ReportWriter, deviceId: number, total: number, cuts: number[]): Promise<void> {
  let acknowledged = 0
  for (const cut of [...cuts, total]) {
    const upTo = Math.min(total, acknowledged + 4, Math.max(cut, acknowledged + 1))
    const sent: Promise<unknown>[] = []
    for (let seq = acknowledged + 1; seq <= upTo; seq++) sent.push(writer.write({ deviceId, epoch: 1 }, sending(seq)))
    await Promise.all(sent)
    // The disconnect: the last acknowledgements never reach the device, which sends those reports again.
    acknowledged = Math.max(0, upTo - (cut % 3))
  }
  while (acknowledged < total) {
    acknowledged++
    await writer.write({ deviceId, epoch: 1 }, sending(acknowledged))
  }
}

test('however links are cut and reports repeated, each report is stored exactly once', async () => {
  const { writer } = setUp()
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          total: fc.integer({ min: 1, max: 12 }),
          cuts: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 6 }),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      async (devices) => {
        const runs = devices.map(({ total, cuts }) => {
          device += 1
          return { deviceId: device, total, cuts }
        })
        await Promise.all(runs.map(({ deviceId, total, cuts }) => sendWithCuts(writer, deviceId, total, cuts)))
        for (const { deviceId, total } of runs) {
          expect(await storedSignals(deviceId)).toEqual(Array.from({ length: total }, (_, index) => -71 - index))
        }
      },
    ),
    { numRuns: 25 },
  )
})

test('two nodes with reports of the same device store each once', async () => {
  const { writer: one, deviceId } = setUp()
  const { writer: two } = setUp()
  const sequence = Array.from({ length: 40 }, (_, index) => index + 1)
  await Promise.all(
    sequence.flatMap((seq) => [one, two].map((writer) => writer.write({ deviceId, epoch: 1 }, sending(seq)))),
  )
  expect(await storedSignals(deviceId)).toHaveLength(40)
})
