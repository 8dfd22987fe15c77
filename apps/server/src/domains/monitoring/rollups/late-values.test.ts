import { customName } from '@longreach/contract/link/template-lines'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepPartitions } from '../../../db/partitions.ts'
import { cloneDatabase, type TestDatabase } from '../../../test/clone.ts'
import { testBoot, testWriter } from '../../../test/domains/monitoring.ts'
import { historyTables } from '../history-tables.ts'
import { rollUp } from './rollup.ts'

const start = new Date('2026-03-10T00:00:00Z')
const later = (days: number) => new Date(start.getTime() + days * 86_400_000)

let database: TestDatabase

beforeAll(async () => {
  database = await cloneDatabase()
  await sql`UPDATE rollup_mark SET until = ${start}`.execute(database.db)
})
afterAll(() => database.drop())

async function parameterKept(days: number): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    WITH t AS (INSERT INTO monitoring_templates (company_id, name, period, retention)
      VALUES (0, ${`For ${days} days`}, 60, ${days}) RETURNING id)
    INSERT INTO template_parameters (template_id, url, name, type) SELECT id, '/load', 'load', 'integer' FROM t
    RETURNING id`.execute(database.db)
  return customName(rows[0]?.id ?? 0)
}

const summaries = async (deviceId: number) => {
  const { rows } = await sql<{ sums: number[]; reports: number }>`
    SELECT sums, reports FROM history_hour WHERE device_id = ${deviceId} ORDER BY sums`.execute(database.db)
  return rows.map(({ sums, reports }) => `${sums}: ${reports}`)
}

test('values that come later than they are kept change no summary, and what comes with them is stored', async () => {
  const load = await parameterKept(7)
  let now = later(1)
  const report = (seq: number, values: number[], names: string[]) => ({
    boot: testBoot,
    seq,
    age: (now.getTime() - start.getTime()) / 1000 - 60 * seq,
    uptime: 90 * 86_400,
    arrivedAt: now,
    names,
    values,
  })
  const writer = testWriter(database, () => now)
  await Promise.all([1, 2].map((seq) => writer.write({ deviceId: 1, epoch: 1 }, report(seq, [5], [load]))))
  await rollUp(database.db, now)
  expect(await summaries(1)).toEqual(['10: 2'])

  now = later(9)
  expect(await keepPartitions(database.db, historyTables, now)).toContain('history_7_p20260310')
  // One writer that has seen the partition, and one that has not.
  expect(await writer.write({ deviceId: 1, epoch: 1 }, report(3, [7, -70], [load, 'signal']))).toBeUndefined()
  expect(
    await testWriter(database, () => now).write({ deviceId: 1, epoch: 1 }, report(4, [7, -71], [load, 'signal'])),
  ).toBeUndefined()
  await rollUp(database.db, now)
  expect(await summaries(1)).toEqual(['-141: 2', '10: 2'])
})

test('a report whose partition is missing is not refused: its device sends it again', async () => {
  const writer = testWriter(database, () => later(9))
  const report = { boot: testBoot, age: 0, uptime: 90 * 86_400, arrivedAt: later(9), names: ['signal'], values: [-70] }
  await writer.write({ deviceId: 2, epoch: 1 }, { ...report, seq: 1 })
  await sql`DROP TABLE history_90_p20260319`.execute(database.db)
  await expect(writer.write({ deviceId: 2, epoch: 1 }, { ...report, seq: 2 })).rejects.toThrow('no partition')
  expect(await writer.write({ deviceId: 2, epoch: 1 }, { ...report, seq: 2 })).toBeUndefined()
})
