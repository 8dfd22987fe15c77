import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { snapshotLock } from './partitions.ts'

const folder = path.join(import.meta.dirname, 'migrations')
/** An arbitrary number; the lock keeps two nodes from migrating at once. */
const lockId = 15_009_001

interface Migration {
  name: string
  sql: string
  digest: string
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name), 'utf8')
      return { name, sql, digest: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Migrations that were applied to another database, in the order in which they were applied there. */
function those(migrations: readonly Migration[], applied: readonly Pick<Migration, 'name' | 'digest'>[]): Migration[] {
  return applied.map(({ name, digest }) => {
    const migration = migrations.find((one) => one.name === name)
    if (!migration) throw new Error(`It was created by a newer release (${name})`)
    if (migration.digest !== digest) throw new Error(`Migration ${name} differs from the one it was created with`)
    return migration
  })
}

/**
 * Applies the missing migrations, each in its own transaction; `only` limits them to those of another database, for the
 * restore of its backup. Forward only. Rejects if an applied one was changed, or if the database has one that this
 * release does not know.
 */
export async function migrate(pool: pg.Pool, only?: readonly Pick<Migration, 'name' | 'digest'>[]): Promise<string[]> {
  const all = await readMigrations()
  const migrations = only ? those(all, only) : all
  const client = await pool.connect()
  try {
    await client.query('SET statement_timeout = 0')
    await client.query('SELECT pg_advisory_lock($1)', [lockId])
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, digest text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    )
    const { rows } = await client.query<{ name: string; digest: string }>('SELECT name, digest FROM migrations')
    const applied = new Map(rows.map((row) => [row.name, row.digest]))
    const unknown = rows.find((row) => !migrations.some((migration) => migration.name === row.name))
    if (unknown) throw new Error(`The database was migrated by a newer release (${unknown.name})`)
    const missing = migrations.filter((migration) => !applied.has(migration.name))
    for (const migration of migrations) {
      const digest = applied.get(migration.name)
      if (digest && digest !== migration.digest)
        throw new Error(`Migration ${migration.name} was changed after it was applied`)
    }
    // A backup reads each table at its turn, and would find a rewritten one empty. The lock ends with the connection.
    if (missing.length > 0) await client.query('SELECT pg_advisory_lock($1)', [snapshotLock])
    for (const migration of missing) {
      await client.query('BEGIN')
      try {
        await client.query(migration.sql)
        await client.query('INSERT INTO migrations (name, digest) VALUES ($1, $2)', [migration.name, migration.digest])
        await client.query('COMMIT')
      } catch (error) {
        await client.query('ROLLBACK')
        throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`)
      }
    }
    return missing.map((migration) => migration.name)
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [lockId]).catch(() => {})
    client.release(true)
  }
}
