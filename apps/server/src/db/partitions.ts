import { sql } from 'kysely'
import type { Db, Tx } from './client.ts'
import { systemScope } from './scope.ts'

/** A table partitioned by time: its step, and the days after which a partition is dropped. */
export interface Partitioned {
  table: string
  step: 'day' | 'month'
  days: number
  /**
   * Column of the partition key, for a table that also takes rows older than its partitions: these get a separate
   * partition.
   */
  past?: string
}

/**
 * Lock shared by readers of the whole database as of one moment, backups above all. Exclusive for changes they would
 * miss: tables that are dropped, altered or replaced by their copies.
 */
export const snapshotLock = 7_043_221

const dayMs = 86_400_000
const ahead = { day: 3, month: 2 } as const

/** Start of the partition for `time` and of the one after it, in UTC. */
export function boundsOf(step: 'day' | 'month', time: Date): { from: Date; to: Date } {
  const [year, month, day] = [time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()]
  return step === 'day'
    ? { from: new Date(Date.UTC(year, month, day)), to: new Date(Date.UTC(year, month, day + 1)) }
    : { from: new Date(Date.UTC(year, month, 1)), to: new Date(Date.UTC(year, month + 1, 1)) }
}

/** `history_90_p20260131`, `history_hour_p202601`. */
export function partitionName({ table, step }: Partitioned, time: Date): string {
  const digits = boundsOf(step, time).from.toISOString().replaceAll('-', '')
  return `${table}_p${digits.slice(0, step === 'day' ? 8 : 6)}`
}

/** Start of the oldest partition that is retained: older rows have expired. */
export const oldestRetained = ({ step, days }: Partitioned, now: Date): Date =>
  boundsOf(step, new Date(now.getTime() - days * dayMs)).from

/**
 * Creates the partition for `time` unless it exists. Attaching a separate table, unlike CREATE … PARTITION OF, does not
 * block readers and writers of the other partitions.
 */
async function makePartition(db: Db, parent: Partitioned, time: Date): Promise<void> {
  const name = partitionName(parent, time)
  const { from, to } = boundsOf(parent.step, time)
  await db.transaction().execute(async (tx) => {
    // Attaching locks the partition for rows of the past, which a backup may be reading for hours.
    if (parent.past) await waitBriefly(tx)
    await sql`SELECT pg_advisory_xact_lock(hashtext('partitions'))`.execute(tx)
    const found = await sql`SELECT 1 FROM pg_class WHERE oid = to_regclass(${name})`.execute(tx)
    if (found.rows.length > 0) return
    const [child, table] = [sql.table(name), sql.table(parent.table)]
    await sql`CREATE TABLE ${child} (LIKE ${table} INCLUDING ALL)`.execute(tx)
    await sql`ALTER TABLE ${table} ATTACH PARTITION ${child}
      FOR VALUES FROM (${sql.lit(from.toISOString())}) TO (${sql.lit(to.toISOString())})`.execute(tx)
  })
}

export interface Partitions {
  /** Resolves once there is a partition for every time. */
  ensure(parent: Partitioned, times: Iterable<Date>): Promise<void>
  /** Clears the cache, because a partition that existed is missing. */
  forget(): void
}

/**
 * Caches the partitions it has created or seen; a partition dropped by the retention job is older than anything stored.
 */
export function createPartitions(db: Db): Partitions {
  const known = new Map<string, Promise<void>>()
  return {
    async ensure(parent, times) {
      for (const time of times) {
        const name = partitionName(parent, time)
        let made = known.get(name)
        if (!made) {
          made = makePartition(db, parent, time)
          known.set(name, made)
          made.catch(() => known.delete(name))
        }
        await made
      }
    },
    forget: () => known.clear(),
  }
}

/** Creates the partition for rows that were older than all partitions when they arrived, e.g. `device_logs_past`. */
async function keepPast(db: Db, { table, days }: Partitioned, column: string): Promise<void> {
  const name = `${table}_past`
  await db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('partitions'))`.execute(tx)
    await sql`CREATE TABLE IF NOT EXISTS ${sql.table(name)} PARTITION OF ${sql.table(table)} DEFAULT`.execute(tx)
  })
  await sql`
    DELETE FROM ${sql.table(name)} t
    WHERE ${sql.ref(column)} < now() - make_interval(days => ${days}) AND ${systemScope('background job')}`.execute(db)
}

async function findPartitions(db: Db, tables: readonly Partitioned[]): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ parent: string; names: string[] }>`
    SELECT p.relname AS parent, array_agg(c.relname::text ORDER BY c.relname) AS names
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
    WHERE i.inhparent = ANY (${tables.map(({ table }) => table)}::regclass[])
    GROUP BY p.relname`.execute(db)
  return new Map(rows.map(({ parent, names }) => [parent, new Set(names)]))
}

/**
 * Creates the partitions of the coming days and drops those past their retention. Idempotent; runs hourly and before
 * anything is written. Returns the names of the dropped ones. Partitions locked by readers are left for the next run.
 */
export async function keepPartitions(db: Db, tables: readonly Partitioned[], now: Date): Promise<string[]> {
  const existing = await findPartitions(db, tables)
  const partitions = createPartitions(db)
  const dropped: string[] = []
  for (const parent of tables) {
    const names = existing.get(parent.table) ?? new Set()
    const missing = coming(parent.step, now).filter((time) => !names.has(partitionName(parent, time)))
    await unlessLocked(() => partitions.ensure(parent, missing))
    if (parent.past) await keepPast(db, parent, parent.past)
    const oldest = partitionName(parent, oldestRetained(parent, now))
    for (const name of names) if (name < oldest && (await dropPartition(db, name))) dropped.push(name)
  }
  return dropped
}

function coming(step: 'day' | 'month', now: Date): Date[] {
  const times = [now]
  for (let count = 1; count < ahead[step]; count++) times.push(boundsOf(step, times.at(-1) ?? now).to)
  return times
}

async function dropPartition(db: Db, name: string): Promise<boolean> {
  const dropped = await unlessLocked(() =>
    db.transaction().execute(async (tx) => {
      if (!(await lockSnapshots(tx))) return false
      await waitBriefly(tx)
      await sql`DROP TABLE ${sql.table(name)}`.execute(tx)
      return true
    }),
  )
  return dropped ?? false
}

/** No backup starts until the end of the transaction; false if one is running. */
export async function lockSnapshots(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`SELECT pg_try_advisory_xact_lock(${snapshotLock}) AS locked`.execute(
    tx,
  )
  return rows[0]?.locked === true
}

const waitBriefly = (tx: Tx) => sql`SET LOCAL lock_timeout = '2s'`.execute(tx)

const lockNotAvailable = '55P03'
const checkViolation = '23514'

/** Undefined if `run` would have had to wait too long for a lock. */
export async function unlessLocked<Result>(run: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await run()
  } catch (error) {
    if ((error as { code?: string }).code === lockNotAvailable) return undefined
    throw error
  }
}

/** True if a row has no partition: no other check violation is without a name. */
export function isPartitionMissing(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === checkViolation && constraint === undefined
}
