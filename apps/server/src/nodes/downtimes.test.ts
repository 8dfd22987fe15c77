import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { cloneDatabase } from '../test/clone.ts'
import { renewNode } from './alive-nodes.ts'
import { noteDowntime, wasDown } from './downtimes.ts'

const { db, drop } = await cloneDatabase()
afterAll(() => drop())

beforeEach(async () => {
  await sql`DELETE FROM nodes`.execute(db)
  await sql`DELETE FROM gateway_downtimes`.execute(db)
})

/** A node that renewed its lease so many seconds ago. */
async function renewed(node: string, ago: number, gateway = true): Promise<void> {
  await renewNode(db, node, { gateway })
  await sql`UPDATE nodes SET renewed_at = now() - ${ago} * interval '1 second' WHERE id = ${node}`.execute(db)
}

/** Seconds of each noted downtime. */
async function noted(): Promise<number[]> {
  const { rows } = await sql<{ seconds: number }>`
    SELECT round(extract(epoch FROM ended_at - started_at))::int AS seconds FROM gateway_downtimes ORDER BY id`.execute(
    db,
  )
  return rows.map(({ seconds }) => seconds)
}

test('a node that starts was not running since its last lease, unless another one was', async () => {
  await noteDowntime(db, 'one', { starts: true })
  expect(await noted()).toEqual([])
  await renewed('one', 5)
  await renewed('worker', 1, false)
  await noteDowntime(db, 'one', { starts: true })
  expect(await noted()).toEqual([5])
  await renewed('two', 20)
  await noteDowntime(db, 'one', { starts: true })
  expect(await noted()).toEqual([5])
  await renewed('two', 40)
  await renewed('one', 60)
  await noteDowntime(db, 'one', { starts: true })
  expect(await noted()).toEqual([5, 40])
})

test('a node that runs notes the time in which it could not renew its lease, and no other did', async () => {
  await renewed('one', 12)
  await noteDowntime(db, 'one', { starts: false })
  await renewed('one', 45)
  await renewed('two', 12)
  await noteDowntime(db, 'one', { starts: false })
  expect(await noted()).toEqual([])
  await renewed('two', 50)
  await noteDowntime(db, 'one', { starts: false })
  expect(await noted()).toEqual([45])
  expect([await wasDown(db, { from: 60, to: 50 }), await wasDown(db, { from: 60, to: 40 })]).toEqual([false, true])
})
