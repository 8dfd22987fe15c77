import { createReadStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { from as copyFrom } from 'pg-copy-streams'
import { type Connection, openDatabase } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import { type BackedTable, BackupFault, type Manifest, readManifest, verifyFiles } from './manifest.ts'
import { createTally } from './tally.ts'

const name = (text: string) => pg.escapeIdentifier(text)
const list = (names: readonly string[]) => names.map(name).join(', ')

/**
 * Fills an empty database from a backup: all tables as they were, all or nothing, with every reference checked again.
 * The release started on it applies further migrations. Throws BackupFault if the backup is damaged or of a newer
 * release, or if the database is not empty.
 */
export async function restoreBackup(connection: Connection, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  await verifyFiles(folder, manifest)
  const { pool, stop } = openDatabase(connection, () => {}, 2)
  try {
    const { rows } = await pool.query(
      `SELECT 1 FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace LIMIT 1`,
    )
    if (rows.length > 0) throw new BackupFault('The database is not empty; a backup is restored into an empty one')
    await migrate(pool, manifest.migrations).catch((error: Error) => {
      throw new BackupFault(error.message)
    })
    const client = await pool.connect()
    try {
      await fill(client, folder, manifest)
    } finally {
      client.release(true)
    }
  } finally {
    await stop()
  }
  await queueJobs(connection, manifest.jobs)
  return manifest
}

async function fill(client: pg.PoolClient, folder: string, { tables, sequences }: Manifest): Promise<void> {
  await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0')
  await client.query('BEGIN')
  for (const { name: child, partition } of tables) {
    if (partition) await client.query(`CREATE TABLE ${name(child)} (LIKE ${name(partition.of)} INCLUDING ALL)`)
  }
  // References are checked at the end; triggers that count or record changes already ran for these rows.
  const references = await takeReferences(client)
  const { rows: roots } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND relname <> 'migrations'`,
  )
  for (const { name: table } of roots) await client.query(`ALTER TABLE ${name(table)} DISABLE TRIGGER USER`)
  await client.query(`TRUNCATE ${list(roots.map((root) => root.name))}`)
  for (const table of tables) await copyIn(client, folder, table)
  for (const { name: child, partition } of tables) {
    if (!partition) continue
    await client.query(`ALTER TABLE ${name(partition.of)} ATTACH PARTITION ${name(child)} ${partition.bounds}`)
  }
  for (const { table, definition } of references) await client.query(`ALTER TABLE ${name(table)} ADD ${definition}`)
  for (const { name: table } of roots) await client.query(`ALTER TABLE ${name(table)} ENABLE TRIGGER USER`)
  for (const { table, column, value, called } of sequences) {
    await client.query('SELECT setval(pg_get_serial_sequence($1, $2), $3, $4)', [name(table), column, value, called])
  }
  await client.query('COMMIT')
  await client.query('ANALYZE')
}

/** Drops the foreign keys and returns the statements that recreate them. */
async function takeReferences(client: pg.PoolClient): Promise<{ table: string; definition: string }[]> {
  const { rows } = await client.query<{ table: string; constraint: string; definition: string }>(`
    SELECT t.relname AS table, c.conname AS constraint,
      format('CONSTRAINT %I %s', c.conname, pg_get_constraintdef(c.oid)) AS definition
    FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
    WHERE c.contype = 'f' AND c.conparentid = 0 AND t.relnamespace = 'public'::regnamespace`)
  for (const { table, constraint } of rows) {
    await client.query(`ALTER TABLE ${name(table)} DROP CONSTRAINT ${name(constraint)}`)
  }
  return rows
}

async function copyIn(client: pg.PoolClient, folder: string, table: BackedTable): Promise<void> {
  const sink = client.query(copyFrom(`COPY ${name(table.name)} (${list(table.columns)}) FROM STDIN`))
  const tally = createTally()
  await pipeline(createReadStream(path.join(folder, table.file)), createGunzip(), tally.stream, sink)
  if (tally.result().sha256 !== table.sha256) throw new BackupFault(`${table.file} changed while it was read`)
}

async function queueJobs(connection: Connection, jobs: Manifest['jobs']): Promise<void> {
  const boss = new PgBoss({ ...connection, max: 1, schema: 'jobs', supervise: false, schedule: false })
  await boss.start()
  for (const queue of new Set(jobs.map((job) => job.name))) await boss.createQueue(queue)
  for (const { name: queue, data, start_after } of jobs) {
    await boss.send(queue, data as object, { startAfter: new Date(start_after) })
  }
  await boss.stop()
}
