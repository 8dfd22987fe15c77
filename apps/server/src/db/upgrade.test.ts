import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getSessionUser, login } from '@longreach/contract/account/endpoints'
import { listAudit } from '@longreach/contract/audit/endpoints'
import { listDevices } from '@longreach/contract/devices/endpoints'
import { listUsers } from '@longreach/contract/users/endpoints'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type App, startApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { hashPassword } from '../domains/account/password.ts'
import { sha256 } from '../seal.ts'
import { createClient } from '../test/client.ts'
import { password } from '../test/world.ts'

/** The last migration of the release before users, invitations, tags and access tokens. */
const last = '0008_mail.sql'
const folder = path.join(import.meta.dirname, 'migrations')
const name = `upgrade_${randomBytes(6).toString('hex')}`
const { host, user } = inject('postgres')

let dataDir: string
let app: App
let database: pg.Client

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ host, user, database: 'postgres' })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** A database as that release left it, with users who were never asked to verify an address. */
async function oldDatabase(): Promise<void> {
  await onServer(`CREATE DATABASE ${name}`)
  database = new pg.Client({ host, user, database: name })
  await database.connect()
  await database.query(
    'CREATE TABLE migrations (name text PRIMARY KEY, digest text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  )
  for (const file of (await readdir(folder)).filter((file) => file <= last).sort()) {
    const text = await readFile(path.join(folder, file), 'utf8')
    await database.query(text)
    const digest = createHash('sha256').update(text).digest('hex')
    await database.query('INSERT INTO migrations (name, digest) VALUES ($1, $2)', [file, digest])
  }
  const hash = await hashPassword(password)
  await database.query(`
    INSERT INTO roles (id, name, title, description) OVERRIDING SYSTEM VALUE
    VALUES (1, 'super_admin', 'x', ''), (2, 'admin', 'x', ''), (4, 'read_only', 'x', '');
    INSERT INTO companies (name, level, parent_id) VALUES ('Harbour', 1, 0);
    UPDATE companies SET l1_id = id WHERE name = 'Harbour';
    INSERT INTO companies (name, level, parent_id, l1_id) SELECT 'Pier', 2, id, id FROM companies WHERE name = 'Harbour';
    UPDATE companies SET l2_id = id WHERE name = 'Pier';
    INSERT INTO devices (company_id, l1_id, name, serial, mac, status)
      SELECT id, id, 'Crane', '1000000001', '00:1E:42:00:00:01', 0 FROM companies WHERE name = 'Harbour';
    INSERT INTO audit (company_id, l1_id, action) SELECT id, id, 'companies.create' FROM companies WHERE name = 'Harbour'`)
  const people = [
    ['root', 'Platform', 1],
    ['ann', 'Harbour', 2],
    ['ben', 'Pier', 4],
  ] as const
  for (const [person, company, role] of people) {
    await database.query(
      `INSERT INTO users (company_id, l1_id, l2_id, role_id, username, email, password_hash)
       SELECT id, l1_id, l2_id, $2, $3, $3, $4 FROM companies WHERE name = $1 OR ($1 = 'Platform' AND id = 0)`,
      [company, role, `${person}@example.test`, hash],
    )
  }
  await database.query(
    `INSERT INTO sessions (token_hash, user_id, expires_at)
     SELECT $1, id, now() + interval '1 hour' FROM users WHERE username = 'ann@example.test'`,
    [sha256('open-before')],
  )
  await database.query(`
    INSERT INTO actions (company_id, user_id, username, kind, seconds, waits, channel)
      SELECT company_id, id, username, 'reboot', 30, 3600, 'c' FROM users WHERE username = 'ann@example.test';
    INSERT INTO action_targets (action_id, company_id, l1_id, device_id, device_name, device_serial, kind, writes, expires_at, message)
      SELECT a.id, d.company_id, d.l1_id, d.id, d.name, d.serial, 'reboot', true, now() + interval '1 hour', 'Waiting'
      FROM actions a, devices d`)
}

beforeAll(async () => {
  await oldDatabase()
  dataDir = await mkdtemp(path.join(tmpdir(), 'upgrade-'))
  app = await startApp(
    readConfig({
      DATABASE_URL: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}`,
      DATA_DIR: dataDir,
      PORT: '0',
      GATEWAY_HOST: '127.0.0.1',
      GATEWAY_PORT: '0',
      LOG_LEVEL: 'silent',
    }),
  )
})

afterAll(async () => {
  await app?.stop()
  await database?.end()
  await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  if (dataDir) await rm(dataDir, { recursive: true, force: true })
})

test('after an upgrade all users can sign in as before, without an address to verify', async () => {
  for (const [person, devices] of [
    ['root', 1],
    ['ann', 1],
    ['ben', 0],
  ] as const) {
    const client = createClient(app.url as string)
    const body = { username: `${person}@example.test`, password }
    expect((await client.call(login, { body })).status).toBe(200)
    expect((await client.call(getSessionUser)).data.email_verified).toBe(true)
    const { status, meta } = await client.call(listDevices)
    expect([person, status, meta.total]).toEqual([person, 200, devices])
  }
})

test('an open session continues, and sees what it saw', async () => {
  const client = createClient(app.url as string)
  client.cookies.set('__Host-session', 'open-before')
  expect((await client.call(listUsers)).meta.total).toBe(2)
  const { data } = await client.call(listAudit, { query: { action: 'companies.create' } })
  expect(data).toHaveLength(1)
})

test('queued actions still depend on the permission of the user who started them', async () => {
  const { rows } = await database.query(
    `SELECT u.username, t.state FROM action_targets t JOIN users u ON u.id = t.asked_by_id`,
  )
  expect(rows).toEqual([{ username: 'ann@example.test', state: 'queued' }])
})
