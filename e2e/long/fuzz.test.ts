import { randomInt } from 'node:crypto'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { endpoints } from '@longreach/contract'
import { createCompany, listCompanies } from '@longreach/contract/companies/endpoints'
import { setRegistration } from '@longreach/contract/devices/authorized-endpoints'
import { createEnrolmentKey } from '@longreach/contract/devices/endpoints'
import type { Ref } from '@longreach/contract/ids'
import { createTag } from '@longreach/contract/tags/endpoints'
import { inviteUser } from '@longreach/contract/users/invitation-endpoints'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, type TestClient } from '../../apps/server/src/test/client.ts'
import { connectEnrolled, type Enrolled, enrolDevice } from '../../apps/server/src/test/device.ts'
import type { TestDevice } from '../../apps/server/src/test/gateway/device.ts'
import { type KnownIds, requestOf, type Sent } from './fuzz-input.ts'
import { type MortalServer, startMortalServer } from './mortal-server.ts'

/** `FUZZ_SEED` repeats a run, `FUZZ_SECONDS` makes it longer. Every endpoint is called in any case. */
const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31))
const seconds = Number(process.env.FUZZ_SECONDS ?? 20)
const password = 'Longreach-demo-1'
/** Contained in all data of the other company, and in nothing else. */
const mark = 'Zqxrival'

let server: MortalServer
let database: pg.Client
let ids: KnownIds
let rival: number

const tables: Record<Ref, string> = {
  company: 'companies',
  user: 'users',
  session: 'sessions',
  role: 'roles',
  invitation: 'invitations',
  device: 'devices',
  tag: 'tags',
  file: 'files',
  image: 'images',
  upload: 'uploads',
  enrolment_key: 'enrolment_keys',
  authorized_device: 'authorized_devices',
  device_import: 'imports',
  remote_access: 'remote_access',
  remote_session: 'remote_sessions',
  action: 'actions',
  action_target: 'action_targets',
  campaign: 'campaigns',
  config_version: 'config_versions',
  config_template: 'config_templates',
  monitoring_template: 'monitoring_templates',
  sim: 'sims',
  backup_rule: 'schedules',
  task_group: 'task_groups',
  task: 'tasks',
  task_log: 'task_logs',
  notification: 'notifications',
  notice: 'notices',
  undo: 'undos',
  alert: 'alerts',
  alert_rule: 'alert_rules',
  dashboard: 'dashboards',
}

async function readIds(): Promise<KnownIds> {
  const found: KnownIds = {}
  for (const [ref, table] of Object.entries(tables)) {
    const { rows } = await database.query<{ id: string }>(`SELECT id FROM ${table} ORDER BY random() LIMIT 20`)
    found[ref as Ref] = rows.map(({ id }) => Number(id))
  }
  return found
}

/** All data of the other company, according to the database, but what the server counts every five minutes. */
async function rivalRows(): Promise<Record<string, string>> {
  const { rows: named } = await database.query<{ name: string }>(`
    SELECT table_name AS name FROM information_schema.columns c JOIN information_schema.tables USING (table_schema, table_name)
    WHERE column_name = 'l1_id' AND table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> 'device_counts'
      AND table_name NOT LIKE '%\\_count%'
      AND table_name NOT LIKE 'online\\_%' ORDER BY 1`)
  const found: Record<string, string> = {}
  for (const { name } of named) {
    const { rows } = await database.query<{ text: string }>(
      `SELECT coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '') AS text FROM ${name} t WHERE l1_id = $1`,
      [rival],
    )
    found[name] = rows[0]?.text ?? ''
  }
  return found
}

const forgetLimits = () => database.query('TRUNCATE rate_limits')

beforeAll(async () => {
  process.stdout.write(`FUZZ_SEED=${seed}\n`)
  server = await startMortalServer()
  const { url } = server.ready()
  database = new pg.Client({ host: path.join(server.dataDir, 'socket'), user: 'longreach', database: 'postgres' })
  await database.connect()
  const root = await signIn(url, 'root@longreach.test', password)
  const made = await root.call(createCompany, { body: { name: `${mark} Lines`, parent_id: 0 } })
  rival = made.data.id
  await root.call(createTag, { body: { company_id: rival, name: `${mark} tag`, color: '#4287F5' } })
  await root.call(createEnrolmentKey, { body: { company_id: rival, name: `${mark} key` } })
  await root.call(inviteUser, { body: { company_id: rival, email: `${mark}@example.test`, role_id: 2 } })
  await database.query(
    `INSERT INTO devices (company_id, l1_id, name, serial, mac, bound_at, status)
     SELECT $1, $1, '${mark} device ' || n, '99' || (10000000 + n), '00:1E:42:99:99:' || (10 + n), now(), 0 FROM generate_series(1, 5) n`,
    [rival],
  )
  const admin = await signIn(url, 'admin@longreach.test', password)
  const { data: companies } = await admin.call(listCompanies)
  await admin.call(createEnrolmentKey, { body: { company_id: companies[0]?.id ?? 0, uses: 3 } })
  await database.query(
    `INSERT INTO devices (company_id, l1_id, l2_id, name, serial, mac, bound_at, status)
     SELECT id, l1_id, l2_id, 'Own ' || n, '98' || (10000000 + n), '00:1E:42:98:99:' || (10 + n), now(), 0
     FROM companies, generate_series(1, 5) n WHERE id = $1`,
    [companies[0]?.id],
  )
  ids = await readIds()
})

afterAll(async () => {
  await database?.end()
  await server?.end()
})

interface Fault {
  endpoint: string
  what: string
  sent: string
}

const inShort = ({ method, path: at, body }: Sent) =>
  `${method} ${at} ${typeof body === 'string' ? body : ''}`.slice(0, 500)

/** Sends one and returns what is wrong with the response. */
async function tryOne(
  client: TestClient,
  sent: Sent,
  foreign: string | undefined,
  succeeded: () => void,
): Promise<string | undefined> {
  const init = { method: sent.method, headers: sent.headers, ...(sent.body === undefined ? {} : { body: sent.body }) }
  try {
    const answer = await client.fetch(sent.path, { ...init, signal: AbortSignal.timeout(15_000) })
    const text = await answer.text()
    // Too long as a whole: refused before it is a call.
    if (answer.status === 431) return undefined
    if (answer.status < 300) succeeded()
    if (answer.status >= 500) return `answered ${answer.status}: ${text.slice(0, 200)}`
    if (foreign !== undefined && text.includes(foreign)) return 'contains data of another company'
    if (answer.status >= 400 && !Array.isArray((JSON.parse(text) as { errors?: unknown }).errors))
      return `answered ${answer.status} without errors`
  } catch (error) {
    return `no answer: ${(error as Error).message}`
  }
  return undefined
}

async function fuzz(
  username: string,
  forSeconds: number,
  foreign: string | undefined,
): Promise<{ faults: Fault[]; done: number }> {
  const { url } = server.ready()
  const faults: Fault[] = []
  /** Endpoints that accepted something: fuzzing refused calls alone would prove nothing. */
  const done = new Set<string>()
  const ends = Date.now() + forSeconds * 1000
  let client = await signIn(url, username, password)
  let sent = 0
  const isOver = (round: number) => round > 0 && Date.now() >= ends
  for (let round = 0; !isOver(round); round++) {
    await forgetLimits()
    ids = await readIds()
    for (const [at, endpoint] of endpoints.entries()) {
      if (isOver(round)) break
      for (const one of fc.sample(requestOf(endpoint, ids), { numRuns: 6, seed: seed + round * 1000 + at })) {
        const what = await tryOne(client, one, foreign, () => done.add(endpoint.name))
        sent++
        if (what && faults.every((fault) => fault.endpoint !== endpoint.name))
          faults.push({ endpoint: endpoint.name, what, sent: inShort(one) })
      }
      const user = await client.fetch('/api/user')
      if (user.status !== 401) continue
      await forgetLimits()
      client = await signIn(url, username, password)
    }
  }
  process.stdout.write(`${username}: ${sent} calls, ${done.size} of ${endpoints.length} endpoints succeeded\n`)
  return { faults, done: done.size }
}

test('calls of a guest: no failure of the server', async () => {
  const { faults, done } = await fuzz('guest@longreach.test', seconds / 4, mark)
  expect(faults).toEqual([])
  expect(done).toBeGreaterThan(10)
})

test('calls of a company’s administrator: no failure of the server, no row and no word of another company', async () => {
  const before = await rivalRows()
  expect(before.devices).toContain(mark)
  const { faults, done } = await fuzz('admin@longreach.test', seconds, mark)
  expect(faults).toEqual([])
  expect(done).toBeGreaterThan(10)
  expect(await rivalRows()).toEqual(before)
})

test('calls of the system administrator: no failure of the server', async () => {
  const { faults, done } = await fuzz('root@longreach.test', seconds / 2, undefined)
  expect(faults).toEqual([])
  expect(done).toBeGreaterThan(10)
  expect((await fetch(`${server.ready().url}/ready`)).status).toBe(200)
})

const word = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '1',
    '-1',
    '4',
    '99999999999999999999',
    'done',
    'failed',
    'a1b2c3d4e5f6',
    '[1]',
    '[',
    '{}',
    'null',
    '[null]',
    'signal',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.json({ maxDepth: 2 }),
)
const verb = fc.oneof(
  fc.constantFrom('hello', 'proof', 'set', 'report', 'event', 'result', 'pong', 'ping', 'ack', ''),
  word,
)
const line = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(verb, fc.array(word, { maxLength: 7 })).map(([first, rest]) => [first, ...rest].join(' ')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 400 }) },
  { weight: 1, arbitrary: fc.integer({ min: 8_000, max: 20_000 }).map((size) => 'x'.repeat(size)) },
)

test('lines of a device: whatever they are, the gateway goes on, and other devices notice nothing', async () => {
  const { url, gatewayPort } = server.ready()
  await forgetLimits()
  const root = await signIn(url, 'root@longreach.test', password)
  // The calls before may have limited it to approved devices.
  await root.call(setRegistration, { body: { authorized_only: false } })
  const company = await root.call(createCompany, { body: { name: 'Quiet', parent_id: 0 } })
  const key = await root.call(createEnrolmentKey, { body: { company_id: company.data.id, uses: 2 } })
  const [loud, quiet] = [
    await enrolDevice(gatewayPort, key.data.key, { serial: '8100000001' }),
    await enrolDevice(gatewayPort, key.data.key, { serial: '8100000002', mac: '00:1E:42:81:00:02' }),
  ] as [Enrolled, Enrolled]
  const still = await connectEnrolled(gatewayPort, quiet)
  let link: TestDevice | undefined
  const ends = Date.now() + (seconds / 2) * 1000
  let links = 0
  for (let round = 0; Date.now() < ends; round++) {
    for (const text of fc.sample(line, { numRuns: 100, seed: seed + round })) {
      if (!link || link.closed()) {
        link = await connectEnrolled(gatewayPort, loud)
        links++
      }
      link.say(text.replaceAll('\n', ' '))
    }
    // The gateway's answer, and the closing of the link, have to arrive.
    await delay(20)
  }
  link?.leave()
  process.stdout.write(`${links} links\n`)
  expect(links).toBeGreaterThan(1)
  expect(still.closed()).toBe(false)
  still.say('set 1 signal', `report ${quiet.hello.boot} 1 0 1 [-70]`)
  await still.hear(`ack ${quiet.hello.boot} 1`)
  expect((await fetch(`${url}/ready`)).status).toBe(200)
  still.leave()
})
