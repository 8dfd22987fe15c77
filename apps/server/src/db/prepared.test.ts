import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { cloneDatabase } from '../test/clone.ts'
import { prepared } from './prepared.ts'

const database = await cloneDatabase()
const { db } = database
afterAll(() => database.drop())

test('a connection keeps the plan of a prepared statement, and of no other', async () => {
  const companies = (id: number) => sql<{ id: number }>`SELECT id, 'the kept one' FROM companies WHERE id = ${id}`
  const users = (id: number) => sql`SELECT id, 'the other one' FROM users WHERE id = ${id}`
  await db.connection().execute(async (connection) => {
    for (let id = 0; id < 10; id++) {
      await prepared(companies(id)).execute(connection)
      await users(id).execute(connection)
    }
    const { rows } = await sql<{ statement: string; generic: number; custom: number }>`
      SELECT statement, generic_plans::int AS generic, custom_plans::int AS custom FROM pg_prepared_statements`.execute(
      connection,
    )
    // PostgreSQL first plans five executions for their values, for comparison.
    expect(rows).toEqual([{ statement: expect.stringContaining('the kept one'), generic: 5, custom: 5 }])
  })
})

test('values differ from call to call, and an error leaves the statement usable', async () => {
  const half = (of: number) => prepared(sql<{ half: number }>`SELECT (10 / ${of}::int)::int AS half`)
  expect((await half(2).execute(db)).rows).toEqual([{ half: 5 }])
  await expect(half(0).execute(db)).rejects.toThrow('division by zero')
  expect((await half(5).execute(db)).rows).toEqual([{ half: 2 }])
})
