import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { createCompany, listCompanies } from '@longreach/contract/companies/endpoints'
import { createTag } from '@longreach/contract/tags/endpoints'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type App, startApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { createPartitions, keepPartitions, partitionName } from '../db/partitions.ts'
import { partitions as logTables } from '../domains/devices/retention.ts'
import { sendMail } from '../domains/mail/mailer.ts'
import { historyTables } from '../domains/monitoring/history-tables.ts'
import { createQueue } from '../jobs/queue.ts'
import { signIn } from '../test/client.ts'
import { until } from '../test/until.ts'
import { makeCompany, makeDevice, makeUser, password, startWorld, type World } from '../test/world.ts'
import { makeBackup } from './backup.ts'
import { type Manifest, manifestFile } from './manifest.ts'
import { restoreBackup } from './restore.ts'

let world: World
let folder: string
let manifest: Manifest
const made: string[] = []
const apps: App[] = []
const secretKey = 'ab'.repeat(32)
const dayMs = 86_400_000
const yesterday = new Date(Date.now() - dayMs)

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject('postgres'), database: 'postgres' })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** An empty database, as on a new installation. */
async function emptyDatabase(): Promise<string> {
  const { host, user } = inject('postgres')
  const name = `restored_${randomBytes(6).toString('hex')}`
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE template0`)
  made.push(name)
  return `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}`
}

const at = (name: string) => path.join(folder, name)
const backup = (name: string, url = world.url) =>
  makeBackup({ connection: { connectionString: url }, folder: at(name), version: 'test' })
const restore = (name: string, url: string) => restoreBackup({ connectionString: url }, at(name))

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

const tablesOf = (url: string) =>
  query(url, `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`)

/** Constraints and triggers. */
const rulesOf = (url: string) =>
  query(
    url,
    `SELECT conrelid::regclass::text AS place, conname AS name, pg_get_constraintdef(oid) AS rule, convalidated::text AS state
     FROM pg_constraint WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(oid), tgenabled::text
     FROM pg_trigger WHERE NOT tgisinternal AND tgrelid::regclass::text NOT LIKE 'jobs.%' ORDER BY 1, 2`,
  )

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'backup-'))
  world = await startWorld({ ROLES: 'api', SECRET_KEY: secretKey })
  const north = await makeCompany(world, 'North')
  const pier = await makeCompany(world, 'Pier', north)
  await makeUser(world, 'mara', north, 2)
  const device = await makeDevice(world, pier, { name: 'tab\t, back\\slash, \\N, "quotes" and ü' })
  const mara = await world.as('mara')
  expect((await mara.call(createTag, { body: { company_id: north.company_id, name: 'Roof' } })).status).toBe(201)
  const [table] = historyTables
  await createPartitions(world.db).ensure(table!, [yesterday])
  await world.pool.query(`INSERT INTO parameter_set (digest, numbers, texts) VALUES ('x', '{signal}', '{}')`)
  await world.pool.query(
    `INSERT INTO ${table!.table} SELECT $1, 1, $2::timestamptz + n * interval '1 ms', 1, n, ARRAY[-70.5, NULL], '{}'
     FROM generate_series(1, 5000) n`,
    [device, yesterday],
  )
  const queue = createQueue({ connectionString: world.url }, { error: () => {} })
  await queue.start([sendMail.handle(async () => {})], false)
  await queue.send(world.db, sendMail, { id: 4711 })
  await queue.stop()
  manifest = await backup('first')
})

afterAll(async () => {
  for (const app of apps) await app.stop()
  await world.stop()
  for (const name of made) await asAdmin(`DROP DATABASE ${name} WITH (FORCE)`)
  await rm(folder, { recursive: true, force: true })
})

/** `BACKUPS`: number of backups taken across retention. */
const rounds = Number(process.env.BACKUPS ?? 1)

/** Locks a table, so that a backup waits for it. Returns a function that releases it. */
async function stopAt(table: string): Promise<{ reached: () => Promise<boolean>; letOn: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: world.url })
  await client.connect()
  await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
  return {
    async reached() {
      const waiting = `SELECT FROM pg_locks WHERE relation = '${table}'::regclass AND NOT granted`
      return (await client.query(waiting)).rows.length > 0
    },
    letOn: () => client.end(),
  }
}

const eachRound = Array.from({ length: rounds }, (_, round) => [round] as const)
test.each(eachRound)('one across retention is whole and is restored with all there is (round %i)', async (round) => {
  const [history] = historyTables
  const tables = [...logTables, history!]
  const before = await query<{ name: string }>(
    world.url,
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
       AND NOT relispartition AND relname COLLATE "C" BETWEEN 'e' AND 'history' ORDER BY relname COLLATE "C" DESC`,
  )
  const now = new Date(Date.now() + (round + 1) * 70 * dayMs)
  const expired = new Date(now.getTime() - (history!.days + 2) * dayMs)
  await createPartitions(world.db).ensure(history!, [expired])
  const store = (time: Date) =>
    world.pool.query(`INSERT INTO ${history!.table} VALUES (1, 1, $1, 1, ${round}, '{-70}', '{}')`, [time])
  await store(expired)
  const rules = await rulesOf(world.url)

  const stop = await stopAt(before[round % before.length]!.name)
  const running = backup(`round-${round}`)
  try {
    await until(stop.reached)
    expect(await keepPartitions(world.db, tables, now), 'dropped meanwhile').toEqual([])
    await store(now)
  } finally {
    await stop.letOn()
  }
  const taken = await running
  const name = partitionName(history!, expired)
  expect(taken.tables.find((table) => table.name === name)).toMatchObject({ rows: 1 })
  expect(await keepPartitions(world.db, tables, now)).toContain(name)

  const url = await emptyDatabase()
  await restore(`round-${round}`, url)
  const again = await backup(`again-${round}`, url)
  expect(again.tables).toEqual(taken.tables)
  expect(again.sequences).toEqual(taken.sequences)
  expect(taken.jobs.map(({ name, data }) => [name, data])).toContainEqual([sendMail.name, { id: 4711 }])
  expect(again.jobs).toEqual(taken.jobs)
  expect(await rulesOf(url)).toEqual(rules)
})

test('a server starts on the restored database, users sign in, and new rows get new ids', async () => {
  const url = await emptyDatabase()
  await restore('first', url)
  // Secrets are sealed with the key of the data folder, so it is copied too.
  await mkdir(at('data'))
  await writeFile(at('data/secret-key'), `${secretKey}\n`)
  const app = await startApp(
    readConfig({
      DATABASE_URL: url,
      DATA_DIR: at('data'),
      PORT: '0',
      GATEWAY_HOST: '127.0.0.1',
      GATEWAY_PORT: '0',
      LOG_LEVEL: 'silent',
    }),
  )
  apps.push(app)
  const mara = await signIn(app.url as string, 'mara@example.test', password)
  const { data: before } = await mara.call(listCompanies)
  expect(before.map(({ name }) => name)).toEqual(['North', 'Pier'])
  const answer = await mara.call(createCompany, { body: { name: 'South', parent_id: before[0]?.id ?? 0 } })
  expect(answer.status).toBe(201)
  expect(before.map(({ id }) => id)).not.toContain(answer.data.id)
})

test('it is a snapshot, whatever is written meanwhile', async () => {
  await world.pool.query('CREATE TABLE pair_a (n int); CREATE TABLE zz_pair_b (n int)')
  let writing = true
  let written = 0
  const writer = (async () => {
    while (writing) {
      written++
      await world.pool.query(
        `WITH one AS (INSERT INTO pair_a VALUES (${written})) INSERT INTO zz_pair_b VALUES (${written})`,
      )
    }
  })()
  const { tables } = await backup('moment')
  const after = written
  writing = false
  await writer
  await world.pool.query('DROP TABLE pair_a; DROP TABLE zz_pair_b')
  const rows = (name: string) => tables.find((table) => table.name === name)?.rows as number
  expect(rows('pair_a')).toBe(rows('zz_pair_b'))
  expect(after, 'was written to meanwhile').toBeGreaterThan(rows('pair_a'))
})

test('a damaged, truncated or unfinished one is refused before anything is written', async () => {
  const url = await emptyDatabase()
  const file = manifest.tables.find(({ name }) => name === 'users')!.file
  const damage = async (name: string, change: (at: string) => Promise<void>) => {
    await cp(at('first'), at(name), { recursive: true })
    await change(at(name))
    return restore(name, url).then(
      () => 'restored',
      (error: Error) => `${error.name}: ${error.message}`,
    )
  }
  const rewritten = await damage('rewritten', (to) => writeFile(path.join(to, file), gzipSync('1\tother\n')))
  expect(rewritten).toBe(`BackupFault: ${file} differs from what was written`)
  expect(await damage('cut', (to) => truncate(path.join(to, file), 40))).toMatch(/^BackupFault: tables\/users/)
  expect(await damage('gone', (to) => rm(path.join(to, file)))).toMatch(/^BackupFault: tables\/users.*ENOENT/)
  expect(await damage('unfinished', (to) => rm(path.join(to, manifestFile)))).toMatch(/contains no complete backup/)
  expect(await damage('other', (to) => writeFile(path.join(to, manifestFile), '{"format":2}'))).toMatch(
    /cannot be read/,
  )
  const newer = await damage('newer', async (to) => {
    const text = await readFile(path.join(to, manifestFile), 'utf8')
    const changed = { ...JSON.parse(text), migrations: [{ name: '9999_later.sql', digest: 'x' }] }
    await writeFile(path.join(to, manifestFile), JSON.stringify(changed))
  })
  expect(newer).toBe('BackupFault: It was created by a newer release (9999_later.sql)')
  expect(await tablesOf(url)).toEqual([])
})

test('a database that is not empty, and an existing folder, are left alone', async () => {
  await expect(restore('first', world.url)).rejects.toThrow('The database is not empty')
  await expect(backup('first')).rejects.toThrow(`${at('first')} already exists`)
  expect((await readdir(folder)).filter((name) => name.endsWith('.unfinished'))).toEqual([])
})
