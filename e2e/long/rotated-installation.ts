import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../../apps/server/src/db/client.ts'
import { type EmbeddedPostgres, startEmbedded } from '../../apps/server/src/db/embedded.ts'
import { sealedColumns } from '../../apps/server/src/key-rotation.ts'
import { createSeal } from '../../apps/server/src/seal.ts'
import { until } from '../../apps/server/src/test/until.ts'
import { startNodeProcess } from './node-process.ts'

const command = path.resolve(import.meta.dirname, '../../apps/server/src/rotate-key.ts')
const secret = 'a secret of the test'

export interface Rotation {
  child: ChildProcess
  /** Exit status and output. */
  ended: Promise<{ code: number | null; out: string }>
}

/** An installation on its embedded database with secrets in every place that has some, so many of them mails. */
export async function makeRotatedInstallation(mails: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'rotated-'))
  const keyFile = path.join(folder, 'secret-key')
  const settings = { DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0', GATEWAY_HOST: '127.0.0.1', GATEWAY_PORT: '0' }

  /** The database alone, as the command finds it if no server runs. */
  async function withDatabase<T>(work: (database: Database, postgres: EmbeddedPostgres) => Promise<T>): Promise<T> {
    const postgres = await startEmbedded(folder)
    const database = openDatabase(postgres.connection, () => {}, 2)
    try {
      return await work(database, postgres)
    } finally {
      await database.stop()
      await postgres.stop()
    }
  }

  /** Starts and stops the server, which settles what a kill left open. */
  async function startOnce(): Promise<{ hostKey: string }> {
    const server = await startNodeProcess({
      ...settings,
      ADMIN_EMAIL: 'root@example.test',
      ADMIN_PASSWORD: 'Correct-horse-1',
    })
    const { hostKey } = server.ready()
    await server.end()
    return { hostKey }
  }

  const { hostKey } = await startOnce()
  const key = () => readFileSync(keyFile, 'utf8').trim()
  await withDatabase(async ({ db }) => {
    const sealed = createSeal(Buffer.from(key(), 'hex')).seal(secret)
    await sql`INSERT INTO companies (name, level, parent_id) VALUES ('Harbour', 1, 0)`.execute(db)
    await sql`UPDATE companies SET l1_id = id WHERE name = 'Harbour'`.execute(db)
    await sql`
      INSERT INTO devices (company_id, l1_id, name, serial)
      SELECT id, id, 'Bus', '7500000001' FROM companies WHERE name = 'Harbour'`.execute(db)
    await sql`
      INSERT INTO device_claims (device_id, secret, expires_at)
      SELECT id, ${sealed}, now() + interval '1 day' FROM devices`.execute(db)
    await sql`
      INSERT INTO remote_access (company_id, l1_id, device_id, name, destination_ip, destination_port, protocol, credentials)
      SELECT company_id, l1_id, id, 'Panel', '192.168.1.10', 80, 'http', ${sealed}::bytea FROM devices`.execute(db)
    await sql`
      INSERT INTO moved_credentials (access_id, company_id, credentials)
      SELECT id, company_id, ${sealed}::bytea FROM remote_access`.execute(db)
    await sql`
      INSERT INTO imports (company_id, user_id, channel, series, total)
      SELECT c.id, u.id, 'x', 'rut', 1 FROM companies c, users u WHERE c.name = 'Harbour' ORDER BY u.id LIMIT 1`.execute(
      db,
    )
    await sql`
      INSERT INTO import_rows (import_id, line, cells, password, state)
      SELECT id, 2, '{}', ${sealed}::bytea, 'failed' FROM imports`.execute(db)
    await sql`INSERT INTO blobs (sealed_key) VALUES (${sealed})`.execute(db)
    await sql`
      WITH started AS (
        INSERT INTO actions (company_id, kind, seconds, waits, channel) SELECT id, 'set_password', 0, 60, 'channel'
        FROM companies WHERE name = 'Harbour' RETURNING id),
      target AS (
        INSERT INTO action_targets
          (action_id, company_id, l1_id, device_id, device_name, device_serial, kind, writes, expires_at, message)
        SELECT s.id, d.company_id, d.l1_id, d.id, d.name, d.serial, 'set_password', true, now() + interval '1 hour', 'x'
        FROM started s, devices d RETURNING id)
      INSERT INTO action_secrets (target_id, sealed, listed) SELECT id, ${sealed}::bytea, true FROM target`.execute(db)
    await sql`
      INSERT INTO mails (company_id, email, template, subject, sealed, state)
      SELECT c.id, 'a@example.test', 'x', 'x', ${sealed}::bytea, 'unsent'
      FROM companies c, generate_series(1, ${mails}) WHERE c.name = 'Harbour'`.execute(db)
  })

  return {
    folder,
    /** The key a rotation is about to use. */
    nextFile: `${keyFile}.next`,
    postmaster: path.join(folder, 'postgres/postmaster.pid'),
    hostKey,
    key,
    startOnce,
    withDatabase,
    rotate(): Rotation {
      const child = spawn(process.execPath, [command], { env: { PATH: process.env.PATH, ...settings } })
      let out = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk) => {
          out += chunk
        })
      }
      const ended = new Promise<{ code: number | null; out: string }>((resolve) =>
        child.on('close', (code) => resolve({ code, out })),
      )
      return { child, ended }
    },
    /** Secrets that the key in the file opens, by table: fewer than all means that one has been lost. */
    opened: () =>
      withDatabase(async ({ db }) => {
        const seal = createSeal(Buffer.from(key(), 'hex'))
        const found: Record<string, number> = {}
        for (const { table, column } of sealedColumns) {
          const { rows } = await sql<{ sealed: Buffer }>`
            SELECT ${sql.ref(column)} AS sealed FROM ${sql.table(table)} WHERE ${sql.ref(column)} IS NOT NULL`.execute(
            db,
          )
          found[table] = rows.filter(({ sealed }) => {
            try {
              return seal.open(sealed) === secret
            } catch {
              return false
            }
          }).length
        }
        return found
      }),
    /** Waits until a database connection waits for a lock. */
    waitsForLock: ({ db }: Pick<Database, 'db'>) =>
      until(async () => {
        const { rows } = await sql`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'`.execute(db)
        return rows.length > 0
      }, 30_000),
    end: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export type RotatedInstallation = Awaited<ReturnType<typeof makeRotatedInstallation>>
