import { createWriteStream } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Connection } from '../db/client.ts'
import { type BackedTable, keyFile, type Manifest, manifestFile } from './manifest.ts'
import { writeSnapshot } from './snapshot.ts'
import { createTally } from './tally.ts'

interface Wish {
  connection: Connection
  /** Created by the backup; must not exist before. */
  folder: string
  version: string
  /** File with the key of the sealed secrets, to be copied into the backup. */
  secretKey?: string
}

/** Writes the whole database as of one moment. Throws BackupFault if the folder exists. */
export async function makeBackup({ connection, folder, version, secretKey }: Wish): Promise<Manifest> {
  return writeSnapshot(connection, folder, async (client, draft) => {
    await mkdir(path.join(draft, 'tables'), { mode: 0o700 })
    const manifest: Manifest = {
      format: 1,
      made_at: new Date().toISOString(),
      version,
      migrations: (await client.query('SELECT name, digest FROM migrations ORDER BY name')).rows,
      tables: [],
      sequences: await readSequences(client),
      jobs: await readJobs(client),
    }
    for (const table of await listTables(client)) manifest.tables.push(await copyOut(client, draft, table))
    if (secretKey) await copyFile(secretKey, path.join(draft, keyFile))
    await writeFile(path.join(draft, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`)
    return manifest
  })
}

type Table = Pick<BackedTable, 'name' | 'columns' | 'partition'>

/** Tables with rows of their own: for a partitioned table, its partitions. `migrations` is created by the restore. */
async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{
    name: string
    columns: string[]
    parent: string | null
    bounds: string | null
  }>(`
    SELECT c.relname AS name, p.relname AS parent, pg_get_expr(c.relpartbound, c.oid) AS bounds,
      (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
       WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
    FROM pg_class c
    LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
    LEFT JOIN pg_class p ON p.oid = i.inhparent
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'migrations'
    ORDER BY c.relname COLLATE "C"`)
  return rows.map(({ name, columns, parent, bounds }) => ({
    name,
    columns,
    partition: parent !== null && bounds !== null ? { of: parent, bounds } : null,
  }))
}

async function copyOut(client: pg.Client, folder: string, table: Table): Promise<BackedTable> {
  const file = `tables/${table.name}.copy.gz`
  const columns = table.columns.map((name) => pg.escapeIdentifier(name)).join(', ')
  const rows = client.query(copyTo(`COPY ${pg.escapeIdentifier(table.name)} (${columns}) TO STDOUT`))
  const tally = createTally()
  await pipeline(rows, tally.stream, createGzip({ level: 4 }), createWriteStream(path.join(folder, file)))
  return { ...table, file, ...tally.result() }
}

async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    SELECT t.relname AS table, a.attname AS column, s.oid::regclass::text AS sequence
    FROM pg_class s
    JOIN pg_depend d ON d.objid = s.oid AND d.deptype IN ('a', 'i') AND d.classid = 'pg_class'::regclass
    JOIN pg_class t ON t.oid = d.refobjid
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid
    WHERE s.relkind = 'S' AND s.relnamespace = 'public'::regnamespace
    ORDER BY 1, 2`)
  const found: Manifest['sequences'] = []
  for (const { table, column, sequence } of rows) {
    const { rows: state } = await client.query<{ value: number; called: boolean }>(
      `SELECT last_value AS value, is_called AS called FROM ${sequence}`,
    )
    found.push({ table, column, value: Number(state[0]?.value), called: state[0]?.called === true })
  }
  return found
}

/** Queued jobs, mainly mails; scheduled ones are recreated anyway. */
async function readJobs(client: pg.Client): Promise<Manifest['jobs']> {
  const { rows: there } = await client.query(`SELECT 1 WHERE to_regclass('jobs.job') IS NOT NULL`)
  if (there.length === 0) return []
  const { rows } = await client.query<{ name: string; data: unknown; start_after: Date }>(`
    SELECT name, data, start_after FROM jobs.job
    WHERE state IN ('created', 'retry', 'active') AND name NOT LIKE '\\_\\_pgboss%'
      AND name NOT IN (SELECT name FROM jobs.schedule)
    ORDER BY created_on, id`)
  return rows.map(({ name, data, start_after }) => ({ name, data, start_after: start_after.toISOString() }))
}
