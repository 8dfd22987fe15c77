import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { type App, type Parts, startApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { hashPassword } from '../domains/account/password.ts'
import { isAlone } from './alone.ts'
import { startBalanced } from './balanced.ts'
import { signIn, type TestClient } from './client.ts'
import { cloneDatabase, type TestDatabase } from './clone.ts'
import { password, secretKey, testSettings } from './settings.ts'
import { startSignedIn } from './signed-in.ts'

export { password }

export interface Place {
  company_id: number
  l1_id: number | null
  l2_id: number | null
}

export interface World extends TestDatabase {
  app: App
  base: string
  /** A single process: for tests of what a balancer would change or refuse. */
  direct: string
  /** A client with a session of a user, started without signing in. */
  as(username: string): Promise<TestClient>
  /** A client that has signed in with the password. */
  signIn(username: string): Promise<TestClient>
  stop(): Promise<void>
}

/**
 * The whole server on ports of its own, with a database as a first start leaves it. With TEST_BALANCED=1 it is two
 * nodes behind a balancer, except for the files in alone.ts and servers with other parts.
 */
export async function startWorld(env: Record<string, string> = {}, parts: Partial<Parts> = {}): Promise<World> {
  const database = await cloneDatabase('started')
  const dataDir = await mkdtemp(path.join(tmpdir(), 'world-'))
  const settings = { ...testSettings, DATABASE_URL: database.url, DATA_DIR: dataDir, ...env }
  await writeFile(path.join(settings.DATA_DIR, 'secret-key'), secretKey, { mode: 0o600 })
  const whole = Object.keys(parts).length === 0
  const balanced = process.env.TEST_BALANCED === '1' && !env.NODE_URL && whole && !isAlone()
  const app: App & { direct?: string } = await (balanced
    ? startBalanced(settings)
    : startApp(readConfig(settings), parts))
  const base = app.url as string
  return {
    ...database,
    app,
    base,
    direct: app.direct ?? base,
    as: (username) => startSignedIn({ db: database.db, base }, `${username}@example.test`),
    signIn: (username) => signIn(base, `${username}@example.test`, password),
    async stop() {
      await database.note()
      await app.stop()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

let hash: Promise<string> | undefined

export async function makeCompany(world: World, name: string, parent?: Place): Promise<Place> {
  const level = parent ? (parent.l2_id ? 3 : 2) : 1
  const { rows } = await sql<{ id: number }>`
    INSERT INTO companies (name, level, parent_id) VALUES (${name}, ${level}, ${parent?.company_id ?? 0}) RETURNING id`.execute(
    world.db,
  )
  const id = rows[0]!.id
  const place = {
    company_id: id,
    l1_id: level === 1 ? id : (parent?.l1_id ?? null),
    l2_id: level === 2 ? id : (parent?.l2_id ?? null),
  }
  await sql`UPDATE companies SET l1_id = ${place.l1_id}, l2_id = ${place.l2_id} WHERE id = ${id}`.execute(world.db)
  return place
}

/** Role ids: 1 super_admin, 2 admin, 3 end_user, 4 read_only, 5 support, 6 readonly_admin. */
export async function makeUser(world: World, name: string, place: Place, roleId: number): Promise<number> {
  hash ??= hashPassword(password)
  const email = `${name}@example.test`
  const row = await world.db
    .insertInto('users')
    .values({
      ...place,
      role_id: roleId,
      username: email,
      email,
      password_hash: await hash,
      email_verified_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

let serial = 1_000_000_000

export async function makeDevice(world: World, place: Place, values: Record<string, unknown> = {}): Promise<number> {
  serial++
  const row = await world.db
    .insertInto('devices')
    .values({
      ...place,
      name: `Device ${serial}`,
      serial: String(serial),
      mac: `00:1E:42:00:${((serial >> 8) % 100) + 10}:${(serial % 90) + 10}`,
      bound_at: new Date(),
      status: 0,
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Padded, so that names sort in the order they were created. */
let tags = 0

export async function makeTag(
  world: Pick<World, 'db'>,
  place: Place,
  values: Record<string, unknown> = {},
): Promise<number> {
  const row = await world.db
    .insertInto('tags')
    .values({ ...place, name: `Tag ${String(++tags).padStart(4, '0')}`, color: '#2563eb', ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
