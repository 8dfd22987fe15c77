import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPartitions, snapshotLock } from '../../../db/partitions.ts'
import { cloneDatabase, type TestDatabase } from '../../../test/clone.ts'
import { testWriter, writeSamples } from '../../../test/domains/monitoring.ts'
import { dayTable } from '../history-tables.ts'
import { forgetDevices } from '../reports.ts'
import { orderDays } from './reading-order.ts'

const now = new Date('2026-03-12T06:00:00Z')
const dayMs = 86_400_000
const [yesterday, before] = [new Date(now.getTime() - dayMs), new Date(now.getTime() - 2 * dayMs)]
const partition = 'history_90_p20260311'

let database: TestDatabase

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

/** Writes one report per hour for each device in order of arrival: all devices of an hour, then the next hour. */
async function report(devices: readonly number[], day: Date, firstSeq = 1): Promise<void> {
  const writer = testWriter(database, () => now)
  for (let hour = 0; hour < 6; hour++) {
    const at = new Date(day.getTime() + hour * 3_600_000)
    for (const device of devices) await writeSamples(writer, device, now, ['signal'], [[at, -70]], firstSeq + hour)
  }
}

async function stored(table = 'history'): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`SELECT concat_ws(' ', device_id, to_char(ts, 'DDHH24'), seq) AS row
    FROM ${sql.table(table)} ORDER BY ${sql.raw(table === 'history' ? 'device_id, ts' : 'ctid')}`.execute(database.db)
  return rows.map(({ row }) => row)
}

const order = (options = {}) => orderDays(database.db, now, { smallest: 0, attempts: 1, ...options })
const run = (statement: string) => sql.raw(statement).execute(database.db)

test('closed days are rewritten by device and time, the newest first, each once; the day that has not ended is not', async () => {
  await report([3, 1, 2], yesterday)
  await report([2, 1], before, 10)
  await report([2, 1], now, 20)
  const rows = await stored()
  expect(await stored(partition)).not.toEqual((await stored(partition)).toSorted())
  expect(await order({ atOnce: 1 })).toEqual([partition])
  expect(await order()).toEqual(['history_90_p20260310'])
  expect(await order()).toEqual([])
  expect(await stored(partition)).toEqual((await stored(partition)).toSorted())
  expect(await stored()).toEqual(rows)
  const { rows: keys } = await sql<{ name: string }>`SELECT indexrelid::regclass::text AS name FROM pg_index
    WHERE indrelid = ${partition}::regclass`.execute(database.db)
  expect(keys).toEqual([{ name: `${partition}_pkey` }])
  expect(await order({ smallest: 1_048_576 }), 'small days').toEqual([])
})

test('a swap waits for a backup and for a long read; what is written, moved and removed meanwhile is not lost', async () => {
  await run('DELETE FROM reading_order.days')
  const others = await database.pool.connect()
  await others.query('SELECT pg_advisory_lock_shared($1)', [snapshotLock])
  expect(await order()).toEqual([])
  await others.query('SELECT pg_advisory_unlock_shared($1)', [snapshotLock])
  await others.query(`BEGIN; SELECT count(*) FROM history_90`)
  expect(await order()).toEqual([])

  await report([4], yesterday)
  await forgetDevices(database.db, [1])
  await run(`UPDATE history_90 SET ts = ts - interval '24 hours' WHERE device_id = 3 AND seq = 2`)
  const rows = await stored()
  expect(rows).toContain('3 1007 2')
  expect(rows.filter((row) => row.startsWith('4 '))).toHaveLength(6)
  await others.query('COMMIT')
  others.release()
  expect(await order()).toEqual([partition, 'history_90_p20260310'])
  expect(await stored()).toEqual(rows)
  const { rows: left } = await sql`SELECT FROM reading_order.changes`.execute(database.db)
  expect(left).toEqual([])
})

test('a copy that was interrupted is made again, and of a dropped day nothing is left', async () => {
  const rows = await stored()
  await run(`UPDATE reading_order.days SET state = 'copying'; CREATE TABLE reading_order.${partition} (broken int)`)
  expect(await order()).toEqual([partition, 'history_90_p20260310'])
  expect(await stored()).toEqual(rows)

  await run(`UPDATE reading_order.days SET state = 'copied'; CREATE TABLE reading_order.${partition} (n int);
    DROP TABLE ${partition}, history_90_p20260310`)
  expect(await order()).toEqual([])
  const { rows: left } = await sql`SELECT relname FROM pg_class WHERE relnamespace = 'reading_order'::regnamespace
    AND relkind = 'r' AND relname LIKE 'history%'`.execute(database.db)
  expect(left).toEqual([])
})

test('a copy that fails leaves nothing behind', async () => {
  await run('DELETE FROM reading_order.days')
  await report([7, 6], yesterday, 40)
  await run(`CREATE FUNCTION reading_order.fail() RETURNS event_trigger LANGUAGE plpgsql AS $$
      BEGIN IF EXISTS (SELECT FROM reading_order.days) THEN RAISE EXCEPTION 'no space left'; END IF; END $$;
    CREATE EVENT TRIGGER fail ON ddl_command_end WHEN TAG IN ('ALTER TABLE')
      EXECUTE FUNCTION reading_order.fail()`)
  await expect(order()).rejects.toThrow('no space left')
  await run('DROP EVENT TRIGGER fail')
  const { rows } = await sql`SELECT (SELECT count(*) FROM reading_order.days) AS days,
    (SELECT count(*) FROM pg_trigger WHERE tgname = 'note_change') AS triggers`.execute(database.db)
  expect(rows).toEqual([{ days: 0, triggers: 0 }])
  expect(await order()).toEqual([partition])
})

test('closed months of roll-ups by day are put in order, and a day that is made again meanwhile is not lost', async () => {
  const month = 'history_day_p202602'
  await createPartitions(database.db).ensure(dayTable, [new Date('2026-02-01T00:00:00Z'), now])
  const roll = (from: string, to: string) =>
    run(`INSERT INTO history_day (device_id, set_id, day, reports, first_at, last_at, counts, mins, maxs, sums, firsts, lasts, rises, last_t)
      SELECT device, 1, day, 1, day, day, '{1}', '{1}', '{1}', '{1}', '{1}', '{1}', '{0}', '{}'
      FROM generate_series('${from}'::timestamptz, '${to}', '1 day') day, unnest('{9,8}'::int[]) device`)
  await roll('2026-02-01', '2026-02-28')
  await roll('2026-03-01', '2026-03-11')
  const read = async (table: string, order: string) => {
    const { rows } = await sql<{ row: string }>`SELECT concat_ws(' ', device_id, to_char(day, 'MMDD'), reports) AS row
      FROM ${sql.table(table)} ORDER BY ${sql.raw(order)}`.execute(database.db)
    return rows.map(({ row }) => row)
  }

  const others = await database.pool.connect()
  await others.query('SELECT pg_advisory_lock_shared($1)', [snapshotLock])
  expect(await order()).toEqual([])
  await run(`UPDATE history_day SET reports = 2 WHERE device_id = 9 AND day = '2026-02-28'`)
  await others.query('SELECT pg_advisory_unlock_shared($1)', [snapshotLock])
  others.release()
  expect(await orderDays(database.db, new Date('2026-03-02T23:59:00Z'), { smallest: 0, attempts: 1 })).toEqual([])
  const before = await read('history_day', 'day, device_id')
  expect(before).toContain('9 0228 2')
  expect(await order()).toEqual([month])
  expect(await read('history_day', 'day, device_id')).toEqual(before)
  expect(await read(month, 'ctid')).toEqual(await read(month, 'device_id, day'))
  expect(await order()).toEqual([])
})
