import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { partitionsOf } from '../module/partitions.ts'
import { modules } from '../modules.ts'
import { until } from '../test/until.ts'
import { openDatabase } from './client.ts'
import { migrate } from './migrate.ts'
import { keepPartitions, snapshotLock } from './partitions.ts'

/** The last migration of the previous release. */
const last = '0018_metered_connection.sql'
const folder = path.join(import.meta.dirname, 'migrations')
const name = `rows_${randomBytes(6).toString('hex')}`
const { host, user } = inject('postgres')

const admin = new pg.Client({ host, user, database: 'postgres' })
let database: pg.Client

beforeAll(async () => {
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  database = new pg.Client({ host, user, database: name })
  await database.connect()
  for (const file of (await readdir(folder)).filter((file) => file <= last).sort())
    await database.query(await readFile(path.join(folder, file), 'utf8'))
})

afterAll(async () => {
  await database?.end()
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await admin.end()
})

interface Column {
  name: string
  type: string
  /** Definition of a check constraint that lists the allowed values. */
  check: string | null
}

/** Values for columns with special rules. */
const special: Record<string, string> = { 'companies.level': '1', 'tags.color': "'#336699'" }

function sampleOf(table: string, { name: column, type, check }: Column, row: number): string {
  const given = special[`${table}.${column}`]
  if (given) return given
  const listed = check && /ARRAY\['([^']+)'/.exec(check)
  if (listed) return `'${listed[1]}'`
  if (type.endsWith('[]')) return "'{}'"
  if (/^(bigint|integer|smallint|double|real|numeric)/.test(type)) return String(row)
  if (type.startsWith('timestamp')) return 'now()'
  if (type === 'date') return 'current_date'
  if (type === 'boolean') return 'false'
  if (type === 'jsonb') return "'{}'"
  if (type === 'bytea') return `'\\x${row.toString(16).padStart(64, '0')}'`
  return `'value-${row}'`
}

const tables = `
  SELECT c.relname AS name, c.relkind = 'p' AS partitioned FROM pg_class c
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'migrations'
  ORDER BY 1`

async function columnsOf(table: string): Promise<Column[]> {
  const { rows } = await database.query<Column>(
    `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
       (SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k
        WHERE k.conrelid = a.attrelid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum] LIMIT 1) AS check
     FROM pg_attribute a
     WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attidentity = '' AND a.attgenerated = ''
       AND (a.attnotnull AND NOT a.atthasdef)`,
    [table],
  )
  return rows
}

/** Disables references and triggers, so that rows need not be consistent. */
async function fill(table: string): Promise<void> {
  const columns = await columnsOf(table)
  for (const row of [101, 102]) {
    const names = columns.map((column) => `"${column.name}"`)
    const values = columns.map((column) => sampleOf(table, column, row))
    await database.query(
      names.length > 0
        ? `INSERT INTO "${table}" (${names}) VALUES (${values}) ON CONFLICT DO NOTHING`
        : `INSERT INTO "${table}" DEFAULT VALUES ON CONFLICT DO NOTHING`,
    )
  }
}

async function counts(): Promise<Record<string, number>> {
  const { rows } = await database.query<{ name: string }>(tables)
  const found: Record<string, number> = {}
  for (const { name: table } of rows) {
    const { rows: counted } = await database.query<{ n: string }>(`SELECT count(*) AS n FROM "${table}"`)
    found[table] = Number(counted[0]?.n)
  }
  return found
}

test('a database of the previous release, with rows in every table, loses none of them once a backup has ended, and its logs continue', async () => {
  await database.query("SET session_replication_role = replica; SET timezone = 'UTC'")
  const { rows } = await database.query<{ name: string; partitioned: boolean }>(tables)
  for (const { name: table, partitioned } of rows) {
    if (partitioned) await database.query(`CREATE TABLE ${table}_p000001 PARTITION OF ${table} DEFAULT`)
    await fill(table)
  }
  await database.query('SET session_replication_role = DEFAULT')
  const before = await counts()
  expect(Object.entries(before).filter(([, n]) => n === 0)).toEqual([])
  await database.query(
    'CREATE TABLE migrations (name text PRIMARY KEY, digest text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  )
  for (const file of (await readdir(folder)).filter((file) => file <= last)) {
    const text = await readFile(path.join(folder, file), 'utf8')
    const digest = createHash('sha256').update(text).digest('hex')
    await database.query('INSERT INTO migrations (name, digest) VALUES ($1, $2)', [file, digest])
  }
  const { db, pool, stop } = openDatabase({ host, user, database: name }, () => {}, 2)
  try {
    await database.query('SELECT pg_advisory_lock_shared($1)', [snapshotLock])
    const migrating = migrate(pool)
    const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
    await until(async () => (await database.query(waiting, [snapshotLock])).rows.length > 0)
    await database.query('SELECT pg_advisory_unlock_shared($1)', [snapshotLock])
    expect((await migrating).length).toBeGreaterThan(0)
    const after = await counts()
    expect(Object.fromEntries(Object.keys(before).map((table) => [table, after[table]]))).toEqual({
      ...before,
      // Two devices in seven new facets, and the start of the recording of outages.
      device_count_changes: 16,
      installation: 3,
    })

    for (const table of await database.query(tables).then(({ rows }) => rows.map((row) => row.name as string)))
      await database.query(`DROP TABLE IF EXISTS "${table}_p000001"`)
    const { rows: old } = await database.query<{ id: string }>('SELECT max(id) AS id FROM device_logs')
    await keepPartitions(db, partitionsOf(modules), new Date())
    const { rows: added } = await database.query<{ id: string }>(
      "INSERT INTO device_logs (type, status, log) VALUES ('state', true, 'Online') RETURNING id",
    )
    expect(Number(added[0]?.id)).toBe(Number(old[0]?.id) + 1)
    await database.query(
      "INSERT INTO device_logs (type, status, log, created_at) VALUES ('state', true, 'x', now() - interval '300 days')",
    )
    await database.query(
      "INSERT INTO device_logs (type, status, log, created_at) VALUES ('state', true, 'x', now() + interval '40 days')",
    )
    const nextYear = new Date(Date.now() + 400 * 86_400_000)
    const dropped = await keepPartitions(db, partitionsOf(modules), nextYear)
    const month = new Date().toISOString().slice(0, 7).replace('-', '')
    expect(dropped).toContain(`device_logs_p${month}`)
    expect(dropped).toContain(`action_events_p${month}`)
  } finally {
    await stop()
  }
})
