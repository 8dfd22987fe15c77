import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../db/client.ts'
import { createSeal } from '../../seal.ts'
import { cloneDatabase, type TestDatabase } from '../../test/clone.ts'
import { until } from '../../test/until.ts'
import { sealAudit, settledId } from './sealing.ts'
import { verifyAudit } from './verify.ts'

let database: TestDatabase
let db: Db
const seal = createSeal(randomBytes(32))
const quiet = { info() {}, warn() {} }

beforeEach(async () => {
  database = await cloneDatabase()
  db = database.db
})

afterEach(async () => database?.drop())

let count = 0
async function write(lines: number, on: Db = db): Promise<void> {
  for (let at = 0; at < lines; at++) {
    await on
      .insertInto('audit')
      .values({
        company_id: 0,
        action: 'test.change',
        username: `user ${++count}`,
        after: JSON.stringify({ at, ü: null }),
      })
      .execute()
  }
}

const sealNow = () => sealAudit({ db, seal, log: quiet })
const verify = (known?: string) => verifyAudit(db, seal, known)
const fault = () =>
  verify().then(
    () => 'nothing',
    (error: Error) => error.message,
  )

/** An attacker with access to the database but without the key. */
async function tamper(statement: string): Promise<void> {
  await sql.raw('ALTER TABLE audit DISABLE TRIGGER USER; ALTER TABLE audit_seals DISABLE TRIGGER USER').execute(db)
  await sql.raw(statement).execute(db)
  await sql.raw('ALTER TABLE audit ENABLE TRIGGER USER; ALTER TABLE audit_seals ENABLE TRIGGER USER').execute(db)
}

test('lines are sealed once, in chained batches; the number of newer ones is reported', async () => {
  expect(await verify()).toEqual({ batches: 0, lines: 0, unsealed: 0, head: null })
  await write(3)
  await sealNow()
  await sealNow()
  await write(2)
  await sealNow()
  await write(1)
  const { head, ...rest } = await verify()
  expect(rest).toEqual({ batches: 2, lines: 5, unsealed: 1 })
  expect(head).toMatch(/^2:[0-9a-f]{64}$/)
  await sealNow()
  expect(await verify(head as string)).toMatchObject({ batches: 3, lines: 6 })
  await expect(verify(`2:${'0'.repeat(64)}`)).rejects.toThrow('does not exist')
})

test('more lines than fit in a batch are sealed in several', async () => {
  await sql`
    INSERT INTO audit (company_id, action) SELECT 0, 'test.many' FROM generate_series(1, 2300)`.execute(db)
  await sealNow()
  expect(await verify()).toMatchObject({ batches: 3, lines: 2300, unsealed: 0 })
})

test('no statement can change, delete or empty the log', async () => {
  await write(1)
  await sealNow()
  for (const statement of [
    "UPDATE audit SET username = 'other'",
    'DELETE FROM audit',
    'TRUNCATE audit',
    'UPDATE audit_seals SET lines = 0',
    'DELETE FROM audit_seals',
    'TRUNCATE audit_seals',
  ]) {
    await expect(sql.raw(statement).execute(db)).rejects.toThrow('append-only')
  }
})

test.each([
  ['changed', "UPDATE audit SET username = 'other' WHERE id = 4", 'Batch 2: line 4 was changed'],
  ['changed in what was before', `UPDATE audit SET after = '{"at":9}' WHERE id = 2`, 'Batch 1: line 2 was changed'],
  [
    'moved in time',
    "UPDATE audit SET created_at = created_at - interval '1 microsecond' WHERE id = 5",
    'Batch 2: line 5 was changed',
  ],
  ['moved to another company', 'UPDATE audit SET company_id = 7 WHERE id = 6', 'Batch 2: line 6 was changed'],
  ['deleted', 'DELETE FROM audit WHERE id = 5', 'Batch 2: a line before line 6 is missing'],
  ['deleted, the first of all', 'DELETE FROM audit WHERE id = 1', 'Batch 1: a line before line 2 is missing'],
  ['cut off at the end of a batch', 'DELETE FROM audit WHERE id = 3', 'Batch 1: 1 lines at its end are missing'],
  ['all gone', 'DELETE FROM audit', 'Batch 1: 3 lines at its end are missing'],
  [
    'added between',
    "INSERT INTO audit (id, company_id, action) OVERRIDING SYSTEM VALUE VALUES (-5, 0, 'forged')",
    'Batch 1: line -5 was added',
  ],
  [
    'swapped',
    'UPDATE audit a SET username = b.username FROM audit b WHERE (a.id, b.id) IN ((1, 2), (2, 1))',
    'Batch 1: line 1 was changed',
  ],
  [
    'exchanged with their ids',
    'ALTER TABLE audit ALTER id DROP IDENTITY; UPDATE audit SET id = -1 WHERE id = 2; UPDATE audit SET id = 2 WHERE id = 3; UPDATE audit SET id = 3 WHERE id = -1',
    'Batch 1: line 2 was changed',
  ],
  [
    'without the last seals',
    'DELETE FROM audit_seals WHERE number = 2',
    'Batch 2: its seal is missing, and all after it',
  ],
  [
    'without the last seals and their lines',
    'DELETE FROM audit_seals WHERE number = 2; DELETE FROM audit WHERE id > 3',
    'Batch 2: its seal is missing, and all after it',
  ],
  ['without any seal', 'DELETE FROM audit_seals', 'Batch 1: its seal is missing, and all after it'],
  ['without a seal in the middle', 'DELETE FROM audit_seals WHERE number = 1', 'Batch 1: its seal is missing'],
  [
    'without any trace of seals but lines',
    "DELETE FROM audit_seals; UPDATE installation SET value = jsonb_set(value, '{number}', '0') WHERE key = 'audit_head'",
    'The record of the last batch was changed',
  ],
  [
    'with an older note',
    "UPDATE installation SET value = jsonb_set(value, '{number}', '1') WHERE key = 'audit_head'",
    'The record of the last batch was changed',
  ],
  ['without the note', "DELETE FROM installation WHERE key = 'audit_head'", 'The record of the last batch is missing'],
  ['with another size', 'UPDATE audit_seals SET lines = 2 WHERE number = 1', 'Batch 1: its seal was changed'],
  ['with another end', 'UPDATE audit_seals SET last_id = 2 WHERE number = 1', 'Batch 1: its seal was changed'],
  [
    'sealed at another time',
    "UPDATE audit_seals SET sealed_at = sealed_at - interval '1 day' WHERE number = 1",
    'Batch 1: its seal was changed',
  ],
])('a log that was %s is detected', async (_what, statement, message) => {
  await write(3)
  await sealNow()
  await write(3)
  await sealNow()
  expect(await fault()).toBe('nothing')
  await tamper(statement)
  expect(await fault()).toBe(message)
})

test('with the database and the code, but without the key, a changed log cannot be sealed again', async () => {
  await write(3)
  await sealNow()
  await tamper(
    "UPDATE audit SET username = 'other' WHERE id = 2; DELETE FROM audit_seals; DELETE FROM installation WHERE key = 'audit_head'",
  )
  await sealAudit({ db, seal: createSeal(randomBytes(32)), log: quiet })
  expect(await fault()).toBe('Batch 1: its seal was not made with this SECRET_KEY')
})

test('a line that is committed late is waited for, but not later ones', async () => {
  const other = await database.pool.connect()
  await other.query('BEGIN')
  await other.query("INSERT INTO audit (company_id, action) VALUES (0, 'test.slow')")
  await write(2)
  // It gives up, and seals nothing beyond lines that may still appear.
  await sealAudit({ db, seal, log: quiet }, 100)
  expect(await verify()).toMatchObject({ batches: 0, unsealed: 2 })
  let settled: number | undefined
  const waiting = settledId(db).then((id) => {
    settled = id
  })
  const looks = async () => {
    const { rows } = await sql<{ calls: number }>`SELECT last_value AS calls FROM audit_id_seq`.execute(db)
    return rows[0]?.calls === 3
  }
  await until(looks)
  await write(1)
  expect(settled).toBeUndefined()
  await other.query('COMMIT')
  other.release()
  await waiting
  expect(settled).toBe(3)
  await sealNow()
  expect(await verify()).toMatchObject({ batches: 1, lines: 4, unsealed: 0 })
})

test('several nodes seal at once while lines arrive, some of them rolled back: every line is in one batch', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ lines: fc.nat(4), back: fc.boolean() }), { minLength: 1, maxLength: 6 }),
      async (steps) => {
        const writing = steps.map(({ lines, back }) =>
          db
            .transaction()
            .execute(async (tx) => {
              await write(lines, tx)
              if (back) throw new Error('taken back')
            })
            .catch(() => {}),
        )
        await Promise.all([...writing, sealNow(), sealNow()])
        await sealNow()
        const { lines, unsealed } = await verify()
        const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM audit`.execute(db)
        expect([lines, unsealed]).toEqual([rows[0]?.count, 0])
      },
    ),
    { numRuns: 15 },
  )
})
