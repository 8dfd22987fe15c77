import { setTimeout as delay } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../db/client.ts'
import { boundsOf, lockSnapshots, type Partitioned, unlessLocked } from '../../../db/partitions.ts'
import { systemScope } from '../../../db/scope.ts'
import { dayTable, historyTables } from '../history-tables.ts'

/** Time after its end during which a partition is left alone: most retained reports of devices have arrived by then. */
const settleMs = { day: 2 * 3_600_000, month: 2 * 86_400_000 } as const
/** Smaller partitions are not rewritten. */
const smallestBytes = 1_048_576
const changesAtOnce = 5000
/**
 * Milliseconds a report may wait for a swap; anything that blocks the swap longer, such as a long export, goes first.
 */
const lockMs = 100

interface Options {
  /** Partitions per run. */
  atOnce: number
  smallest: number
  /** Attempts to swap, a second apart. After the last one the copy is kept for the next run. */
  attempts: number
}

/** A table to be put in order: the time column of its primary key, and the trigger that notes its changes. */
interface Ordered extends Partitioned {
  time: 'ts' | 'day'
  trigger: string
}

/** Roll-ups by hour are left out: a month of them is too large to exist twice. */
const tables: readonly Ordered[] = [
  ...historyTables.map((table) => ({ ...table, time: 'ts', trigger: 'note_change' }) as const),
  { ...dayTable, time: 'day', trigger: 'note_change_of_day' },
]

interface Closed {
  name: string
  parent: Ordered
  from: Date
  to: Date
  copied: boolean
}

/**
 * Rewrites closed days of the history, and closed months of its roll-ups by day, in the order they are read: by device,
 * set of parameters and time. A partition is copied beside itself; a trigger notes the changes made meanwhile, which
 * are copied afterwards; then the two are swapped within a short lock. It can be killed at any moment; the next run
 * continues. A second concurrent run does nothing. Returns the names of the rewritten partitions.
 */
export async function orderDays(db: Db, now: Date, options: Partial<Options> = {}): Promise<string[]> {
  const { atOnce, smallest, attempts } = { atOnce: 4, smallest: smallestBytes, attempts: 30, ...options }
  // The lock belongs to the connection and ends with the process.
  return db.connection().execute(async (own) => {
    const { rows } = await sql<{ locked: boolean }>`
      SELECT pg_try_advisory_lock(hashtext('reading_order')) AS locked`.execute(own)
    if (!rows[0]?.locked) return []
    try {
      await sql`SET statement_timeout = 0`.execute(own)
      await forgetDropped(own)
      const done: string[] = []
      for (const closed of (await duePartitions(own, now, smallest)).slice(0, atOnce)) {
        if (await orderPartition(own, closed, attempts)) done.push(closed.name)
      }
      return done
    } finally {
      await sql`RESET statement_timeout`.execute(own)
      await sql`SELECT pg_advisory_unlock(hashtext('reading_order'))`.execute(own)
    }
  })
}

const copyOf = (name: string) => sql.id('reading_order', name)

const keyColumns = ({ time }: Ordered) => ['device_id', 'set_id', time, ...(time === 'ts' ? ['seq'] : [])]

const keyOf = (ordered: Ordered, alias: string) =>
  sql.join(keyColumns(ordered).map((column) => sql.ref(`${alias}.${column}`)))

/** The columns by which a noted change is found. */
const notedKey = ({ time }: Ordered) =>
  time === 'ts' ? sql`key.device_id, key.set_id, key.ts, key.seq` : sql`key.device_id, key.set_id, key.ts`

function startOf(name: string): Date {
  const [, year = '', month = '', day = '01'] = /_p(\d{4})(\d\d)(\d\d)?$/.exec(name) ?? []
  return new Date(`${year}-${month}-${day}T00:00:00Z`)
}

/** Partitions with a copy first, then the newest. */
async function duePartitions(db: Db, now: Date, smallest: number): Promise<Closed[]> {
  const { rows } = await sql<{ name: string; parent: string; copied: boolean }>`
    SELECT c.relname AS name, p.relname AS parent, coalesce(d.state = 'copied', false) AS copied
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
      LEFT JOIN reading_order.days d ON d.partition = c.relname
    WHERE i.inhparent = ANY (${tables.map(({ table }) => table)}::regclass[]) AND d.state IS DISTINCT FROM 'done'
      AND (d.state IS NOT NULL OR pg_relation_size(c.oid) >= ${smallest})
    ORDER BY d.state IS NULL, substring(c.relname FROM '[0-9]+$') DESC, c.relname`.execute(db)
  return rows.flatMap(({ name, parent, copied }) => {
    const ordered = tables.find(({ table }) => table === parent)
    if (!ordered) return []
    const { from, to } = boundsOf(ordered.step, startOf(name))
    return to.getTime() + settleMs[ordered.step] <= now.getTime() ? [{ name, parent: ordered, from, to, copied }] : []
  })
}

/** True if the partition was swapped. */
async function orderPartition(db: Db, closed: Closed, attempts: number): Promise<boolean> {
  if (!closed.copied) {
    try {
      if (!(await unlessLocked(() => startCopy(db, closed)))) return false
      await copy(db, closed)
    } catch (error) {
      // Most likely the disk is full: leaves nothing behind that takes space.
      await abandon(db, closed.name)
      throw error
    }
  }
  for (let attempt = 1; attempt <= attempts; attempt++) {
    while (await db.transaction().execute((tx) => copyChanges(tx, closed))) {}
    if (await unlessLocked(() => swap(db, closed))) return true
    if (attempt < attempts) await delay(1000)
  }
  return false
}

/** Notes changes from now on. The lock for the trigger waits for transactions that are already writing. */
async function startCopy(db: Db, { name, parent, from, to }: Closed): Promise<boolean> {
  const time = sql.ref(parent.time)
  await db.transaction().execute(async (tx) => {
    await waitBriefly(tx)
    await sql`DROP TABLE IF EXISTS ${copyOf(name)}`.execute(tx)
    await sql`CREATE TABLE ${copyOf(name)} (LIKE ${sql.table(name)})`.execute(tx)
    // The partition's bounds, so that they need not be checked when it is attached.
    await sql`ALTER TABLE ${copyOf(name)} ADD CONSTRAINT bounds CHECK
      (${time} IS NOT NULL AND ${time} >= ${sql.lit(from.toISOString())} AND ${time} < ${sql.lit(to.toISOString())})`.execute(
      tx,
    )
    await sql`CREATE OR REPLACE TRIGGER note_change AFTER INSERT OR UPDATE OR DELETE ON ${sql.table(name)}
      FOR EACH ROW EXECUTE FUNCTION ${sql.id('reading_order', parent.trigger)}()`.execute(tx)
    await sql`DELETE FROM reading_order.changes WHERE partition = ${name}`.execute(tx)
    await sql`INSERT INTO reading_order.days (partition, state) VALUES (${name}, 'copying')
      ON CONFLICT (partition) DO UPDATE SET state = excluded.state`.execute(tx)
  })
  return true
}

async function copy(db: Db, { name, parent }: Closed): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`INSERT INTO ${copyOf(name)} SELECT h.* FROM ${sql.table(name)} h WHERE ${systemScope('background job')}
      ORDER BY ${keyOf(parent, 'h')}`.execute(tx)
    await sql`ALTER TABLE ${copyOf(name)} ADD PRIMARY KEY (${sql.join(keyColumns(parent).map((column) => sql.ref(column)))})`.execute(
      tx,
    )
    await sql`UPDATE reading_order.days SET state = 'copied' WHERE partition = ${name}`.execute(tx)
  })
  await sql`VACUUM (ANALYZE) ${copyOf(name)}`.execute(db)
}

/** Copies rows that changed since. True if there may be more. */
async function copyChanges(tx: Tx, { name, parent }: Closed): Promise<boolean> {
  const { rows } = await sql<{ device_id: number; set_id: number; ts: string; seq: number }>`
    DELETE FROM reading_order.changes WHERE id IN (
        SELECT id FROM reading_order.changes WHERE partition = ${name} ORDER BY id LIMIT ${changesAtOnce})
      RETURNING device_id, set_id, ts::text, seq`.execute(tx)
  if (rows.length === 0) return false
  const keys: RawBuilder<unknown> = sql`(SELECT DISTINCT * FROM unnest(${rows.map((row) => row.device_id)}::bigint[],
    ${rows.map((row) => row.set_id)}::int[], ${rows.map((row) => row.ts)}::timestamptz[],
    ${rows.map((row) => row.seq)}::bigint[]) AS key (device_id, set_id, ts, seq)) AS key`
  // Later statements see at least the changes that those notes describe.
  await sql`DELETE FROM ${copyOf(name)} h USING ${keys}
    WHERE (${keyOf(parent, 'h')}) = (${notedKey(parent)})
      AND ${systemScope('background job')}`.execute(tx)
  await sql`INSERT INTO ${copyOf(name)} SELECT h.* FROM ${keys} JOIN ${sql.table(name)} h
    ON (${keyOf(parent, 'h')}) = (${notedKey(parent)})
    WHERE ${systemScope('background job')}`.execute(tx)
  return rows.length === changesAtOnce
}

async function swap(db: Db, closed: Closed): Promise<boolean> {
  const { name, parent, from, to } = closed
  const table = sql.table(parent.table)
  return db.transaction().execute(async (tx) => {
    // A backup sees the database as of its start: it would not find the rows of the copy.
    if (!(await lockSnapshots(tx))) return false
    await waitBriefly(tx)
    await sql`LOCK TABLE ONLY ${table} IN ACCESS EXCLUSIVE MODE`.execute(tx)
    while (await copyChanges(tx, closed)) {}
    await sql`ALTER TABLE ${table} DETACH PARTITION ${sql.table(name)}`.execute(tx)
    await sql`DROP TABLE ${sql.table(name)}`.execute(tx)
    await sql`ALTER TABLE ${copyOf(name)} SET SCHEMA public`.execute(tx)
    await sql`ALTER TABLE ${table} ATTACH PARTITION ${sql.table(name)}
      FOR VALUES FROM (${sql.lit(from.toISOString())}) TO (${sql.lit(to.toISOString())})`.execute(tx)
    await sql`ALTER TABLE ${sql.table(name)} DROP CONSTRAINT bounds`.execute(tx)
    await sql`UPDATE reading_order.days SET state = 'done' WHERE partition = ${name}`.execute(tx)
    return true
  })
}

const waitBriefly = (tx: Tx) => sql`SET LOCAL lock_timeout = ${sql.lit(lockMs)}`.execute(tx)

async function abandon(db: Db, name: string): Promise<void> {
  await sql`DROP TABLE IF EXISTS ${copyOf(name)}`.execute(db)
  const { rows } = await sql`SELECT 1 WHERE to_regclass(${name}) IS NOT NULL`.execute(db)
  if (rows.length > 0) await sql`DROP TRIGGER IF EXISTS note_change ON ${sql.table(name)}`.execute(db)
  await sql`DELETE FROM reading_order.changes WHERE partition = ${name}`.execute(db)
  await sql`DELETE FROM reading_order.days WHERE partition = ${name}`.execute(db)
}

/** Cleans up after partitions that were dropped, even in the middle of their copy. */
async function forgetDropped(db: Db): Promise<void> {
  const { rows } = await sql<{ partition: string }>`
    SELECT partition FROM reading_order.days WHERE to_regclass(partition) IS NULL`.execute(db)
  for (const { partition } of rows) await abandon(db, partition)
}
