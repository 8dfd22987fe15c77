import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { cloneDatabase } from '../test/clone.ts'
import { deleteInBatches } from './delete-batches.ts'

const database = await cloneDatabase()
const { db } = database
afterAll(() => database.drop())

const left = async (table: string) =>
  (await sql<{ n: number }>`SELECT n FROM ${sql.table(table)} ORDER BY n`.execute(db)).rows.map(({ n }) => n)

test('rows go in several statements, from every partition, and no others', async () => {
  await sql`CREATE TABLE plain AS SELECT n FROM generate_series(1, 25) n`.execute(db)
  await sql`CREATE TABLE parted (n int) PARTITION BY RANGE (n)`.execute(db)
  await sql`CREATE TABLE parted_low PARTITION OF parted FOR VALUES FROM (1) TO (13)`.execute(db)
  await sql`CREATE TABLE parted_high PARTITION OF parted FOR VALUES FROM (13) TO (26)`.execute(db)
  await sql`INSERT INTO parted SELECT n FROM generate_series(1, 25) n`.execute(db)
  for (const table of ['plain', 'parted']) {
    await deleteInBatches(db, table, sql`t.n NOT IN (3, 20)`, 4)
    expect(await left(table)).toEqual([3, 20])
  }
})
