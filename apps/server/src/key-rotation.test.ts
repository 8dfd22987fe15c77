import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { confirmPassword, createToken } from '@longreach/contract/account/access-endpoints'
import { createEnrolmentKey } from '@longreach/contract/devices/endpoints'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { type App, startApp } from './app.ts'
import { makeBackup } from './backup/backup.ts'
import { restoreBackup } from './backup/restore.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './db/client.ts'
import { sealAudit } from './domains/audit/sealing.ts'
import { verifyAudit } from './domains/audit/verify.ts'
import { sealedColumns } from './key-rotation.ts'
import { createSeal, type Seal } from './seal.ts'
import { makeAction } from './test/actions.ts'
import { signIn, type TestClient } from './test/client.ts'
import { enrolDevice } from './test/device.ts'
import { makeRemoteAccess } from './test/remote.ts'
import { makeCompany, makeDevice, makeUser, type Place, password, startWorld, type World } from './test/world.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'rotated-'))
const keyFile = path.join(folder, 'secret-key')
const quiet = { info() {}, warn() {} }
const secret = 'a secret of the test'
let world: World
let company: Place
let app: App
let client: TestClient
let token: string
let enrolmentKey: string

const readKey = (file = keyFile) => readFileSync(file, 'utf8').trim()
const sealOf = (key: string) => createSeal(Buffer.from(key, 'hex'))
const settings = (more: Record<string, string> = {}) => ({
  DATABASE_URL: world.url,
  DATA_DIR: folder,
  PORT: '0',
  GATEWAY_HOST: '127.0.0.1',
  GATEWAY_PORT: '0',
  LOG_LEVEL: 'silent',
  ...more,
})
const start = async (more: Record<string, string> = {}) => {
  app = await startApp(readConfig(settings(more)))
}

/** Runs the command as in a terminal. */
function rotate(env: Record<string, string> = {}): Promise<{ code: number | null; out: string }> {
  const file = path.join(import.meta.dirname, 'rotate-key.ts')
  const child = spawn(process.execPath, [file], { env: { PATH: process.env.PATH, ...settings(), ...env } })
  let out = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      out += chunk
    })
  }
  return new Promise((resolve) => child.on('exit', (code) => resolve({ code, out })))
}

/** All sealed values, opened with a key; null for those that it does not open. */
async function openAll(seal: Pick<Seal, 'open'>): Promise<Record<string, (string | null)[]>> {
  const found: Record<string, (string | null)[]> = {}
  for (const { table, column } of sealedColumns) {
    const { rows } = await sql<{ sealed: Buffer }>`
      SELECT ${sql.ref(column)} AS sealed FROM ${sql.table(table)} WHERE ${sql.ref(column)} IS NOT NULL`.execute(
      world.db,
    )
    found[table] = rows.map(({ sealed }) => {
      try {
        return seal.open(sealed)
      } catch {
        return null
      }
    })
  }
  return found
}

beforeAll(async () => {
  world = await startWorld({ DATA_DIR: folder })
  app = world.app
  company = await makeCompany(world, 'Harbour')
  await makeUser(world, 'admin', company, 2)
  client = await world.as('admin')
  await client.call(confirmPassword, { body: { password } })
  const made = await client.call(createToken, { body: { name: 'Billing', scopes: ['devices:read'], days: 30 } })
  token = made.data.token
  const key = await client.call(createEnrolmentKey, { body: { company_id: company.company_id, uses: 9 } })
  enrolmentKey = key.data.key
  const sealed = sealOf(readKey()).seal(secret)
  // More than one batch.
  for (let at = 0; at < 1005; at++) {
    const device = await makeDevice(world, company)
    await makeRemoteAccess(world, company, device, at === 0 ? { credentials: null } : { credentials: sealed })
    if (at === 0)
      await sql`INSERT INTO device_claims (device_id, secret, expires_at) VALUES (${device}, ${sealed}, now() + interval '1 day')`.execute(
        world.db,
      )
  }
  await sql`
    INSERT INTO mails (company_id, email, template, subject, sealed, state)
    VALUES (${company.company_id}, 'a@example.test', 'x', 'x', ${sealed}, 'unsent')`.execute(world.db)
  await sql`
    INSERT INTO moved_credentials (access_id, company_id, credentials)
    SELECT id, company_id, ${sealed}::bytea FROM remote_access ORDER BY id LIMIT 1`.execute(world.db)
  await sql`
    WITH import AS (
      INSERT INTO imports (company_id, user_id, channel, series, total)
      SELECT ${company.company_id}, id, 'x', 'rut', 1 FROM users ORDER BY id LIMIT 1 RETURNING id
    )
    INSERT INTO import_rows (import_id, line, cells, password, state)
    SELECT id, 2, '{}', ${sealed}::bytea, 'failed' FROM import`.execute(world.db)
  const { action_target } = await makeAction(world, company, await makeDevice(world, company))
  await sql`INSERT INTO action_secrets (target_id, sealed, listed) VALUES (${action_target}, ${sealed}, true)`.execute(
    world.db,
  )
  await sql`INSERT INTO blobs (sealed_key) VALUES (${sealed})`.execute(world.db)
  await sealAudit({ db: world.db, seal: sealOf(readKey()), log: quiet })
})

beforeEach(async () => {
  const { batches } = await verifyAudit(world.db, sealOf(readKey()))
  expect(batches).toBeGreaterThan(0)
})

afterAll(async () => {
  await app?.stop()
  await world?.drop()
  rmSync(folder, { recursive: true, force: true })
})

test('every column of bytes is a hash or known to be sealed', async () => {
  const hashes = /(^|_)hash$|^digests$/
  // Content of files is encrypted with the sealed key of its blob.
  const content = 'blob_chunks.bytes'
  const { rows } = await sql<{ name: string }>`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE data_type = 'bytea' AND table_schema = 'public' ORDER BY 1`.execute(world.db)
  const sealed = rows
    .map(({ name }) => name)
    .filter((name) => name !== content && !hashes.test(name.split('.')[1] ?? ''))
  expect(sealed).toEqual(sealedColumns.map(({ table, column }) => `${table}.${column}`))
})

test('beside a running server, without a new key or with a wrong one nothing is changed', async () => {
  const key = readKey()
  expect(await rotate()).toMatchObject({ code: 1, out: expect.stringContaining('A server runs on this database') })
  await app.stop()
  expect(await rotate({ SECRET_KEY: key })).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^NEW_SECRET_KEY: must be 64 hex digits/),
  })
  const wrong = { SECRET_KEY: 'cd'.repeat(32), NEW_SECRET_KEY: 'ef'.repeat(32) }
  expect(await rotate(wrong)).toEqual({ code: 1, out: 'SECRET_KEY: is not the key this database was set up with\n' })
  expect(readKey()).toBe(key)
  expect(await openAll(sealOf(key))).toMatchObject({
    action_secrets: [secret],
    mails: [secret],
    device_claims: [secret],
    import_rows: [secret],
    moved_credentials: [secret],
  })
})

test('all secrets are sealed with the new key; the gateway, enrolment keys, tokens and old seals keep working; browsers sign in again', async () => {
  const [before, hostKey] = [readKey(), app.hostKey]
  const opened = await openAll(sealOf(before))
  const { code, out } = await rotate()
  expect([code, out]).toEqual([0, expect.stringMatching(/^1012 secrets are sealed with the new key; \d+ browsers/)])
  const after = readKey()
  expect(after).not.toBe(before)
  expect(await openAll(sealOf(after))).toEqual(opened)
  expect(
    Object.values(await openAll(sealOf(before)))
      .flat()
      .filter(Boolean),
  ).toEqual([])
  const [kept] = readdirSync(folder).filter((name) => name.startsWith('secret-key.before-'))
  expect(readKey(path.join(folder, kept ?? ''))).toBe(before)

  await expect(start({ SECRET_KEY: before })).rejects.toThrow(
    'SECRET_KEY: is not the key this database was set up with',
  )
  await start()
  expect(app.hostKey).toBe(hostKey)
  const base = app.url as string
  const ask = (headers: Record<string, string>) => fetch(`${base}/api/user`, { headers }).then(({ status }) => status)
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  expect(await ask({ cookie })).toBe(401)
  expect(await ask({ authorization: `Bearer ${token}` })).toBe(200)
  await signIn(base, 'admin@example.test', password)
  await enrolDevice(app.gatewayPort as number, enrolmentKey, { serial: '7400000001' })
})

test('seals of both keys are verified, and the old key alone is not enough to forge what it signed', async () => {
  const seal = sealOf(readKey())
  await sealAudit({ db: world.db, seal, log: quiet })
  const { batches } = await verifyAudit(world.db, seal)
  expect(batches).toBeGreaterThan(1)
  const [kept] = readdirSync(folder).filter((name) => name.startsWith('secret-key.before-'))
  await expect(verifyAudit(world.db, sealOf(readKey(path.join(folder, kept ?? ''))))).rejects.toThrow(
    'The keys of older seals cannot be read with this SECRET_KEY',
  )
  const change = (statement: string) =>
    sql
      .raw(`ALTER TABLE audit DISABLE TRIGGER USER; ${statement}; ALTER TABLE audit ENABLE TRIGGER USER`)
      .execute(world.db)
  await change(`UPDATE audit SET username = username || 'x' WHERE id = (SELECT min(id) FROM audit)`)
  await expect(verifyAudit(world.db, seal)).rejects.toThrow(/^Batch 1: line \d+ was changed$/)
  await change(`UPDATE audit SET username = left(username, -1) WHERE id = (SELECT min(id) FROM audit)`)
})

test('a second rotation, by settings; a kill between database and file; a backup: nothing is lost', async () => {
  await app.stop()
  const first = readKey()
  const second = 'ab'.repeat(32)
  const { code, out } = await rotate({ SECRET_KEY: first, NEW_SECRET_KEY: second })
  expect([code, out]).toEqual([0, expect.stringContaining('Set SECRET_KEY to the new key before the next start')])
  // The state after a kill between the two: the previous file, and the next one beside it.
  writeFileSync(`${keyFile}.next`, `${second}\n`)
  await start()
  expect(readKey()).toBe(second)
  expect(readdirSync(folder)).not.toContain('secret-key.next')
  await app.stop()
  // A next key that never reached the database is ignored.
  writeFileSync(`${keyFile}.next`, `${'cd'.repeat(32)}\n`)
  await start()
  expect(readKey()).toBe(second)

  const backup = path.join(folder, 'backup')
  await makeBackup({ connection: { connectionString: world.url }, folder: backup, version: 'test', secretKey: keyFile })
  const { host, user } = inject('postgres')
  const admin = new pg.Client({ host, user, database: 'postgres' })
  await admin.connect()
  const name = `${world.name}_restored`
  await admin.query(`CREATE DATABASE ${name} TEMPLATE template0`)
  const url = world.url.replace(world.name, name)
  await restoreBackup({ connectionString: url }, backup)
  const elsewhere = path.join(folder, 'elsewhere')
  const restored = await startApp(
    readConfig(
      settings({ DATABASE_URL: url, DATA_DIR: elsewhere, SECRET_KEY: readKey(path.join(backup, 'secret-key')) }),
    ),
  )
  expect(restored.hostKey).toBe(app.hostKey)
  const { db, stop } = openDatabase({ connectionString: url }, () => {}, 1)
  expect((await verifyAudit(db, sealOf(second))).batches).toBeGreaterThan(1)
  await stop()
  await restored.stop()
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
  await admin.end()
})
