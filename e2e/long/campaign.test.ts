import { randomBytes, randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createCampaign, getCampaign } from '@longreach/contract/campaigns/endpoints'
import { createCompany } from '@longreach/contract/companies/endpoints'
import { createEnrolmentKey } from '@longreach/contract/devices/endpoints'
import { createFile } from '@longreach/contract/files/endpoints'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FaultKind } from '../../apps/fleet/src/faults.ts'
import { type Fleet, startFleet } from '../../apps/fleet/src/fleet.ts'
import { between, pick } from '../../apps/fleet/src/prng.ts'
import { type DeviceSpec, specOf } from '../../apps/fleet/src/spec.ts'
import { memoryStore, type StateStore } from '../../apps/fleet/src/state.ts'
import { type EmbeddedPostgres, startEmbedded } from '../../apps/server/src/db/embedded.ts'
import { signIn, type TestClient } from '../../apps/server/src/test/client.ts'
import { freePort, hasNats, type NatsServer, startNats } from '../../apps/server/src/test/nats-server.ts'
import { until } from '../../apps/server/src/test/until.ts'
import { killDatabase } from './mortal-server.ts'
import { type NodeProcess, startNodeProcess } from './node-process.ts'

/** `DEVICES` and `KILLS` make it longer, `KILLS_SEED` repeats it. */
const count = Number(process.env.DEVICES ?? 100)
const kills = Number(process.env.KILLS ?? 2)
const seed = Number(process.env.KILLS_SEED ?? randomInt(2 ** 31))
const password = 'Correct-horse-1'
const image = 'RUTX_R_00.07.99'
/** Milliseconds. */
const patience = 120_000 + 300 * count

/** What each device does wrong, of every hundred: the others are well. */
const faults: Record<number, FaultKind> = {
  3: 'fails-check',
  7: 'old-version',
  8: 'never-returns',
  5: 'claims-version',
}
const faultOf = (index: number) => faults[index % 100]
/** A tenth is offline until the campaign waits for nothing else. */
const isAbsent = (index: number) => index % 10 === 9

const specs = Array.from({ length: count }, (_, at) =>
  specOf({ index: at, model: 'RUTX11', name: `Bus ${at}`, use: 'vehicle', life: 'steady' }, 41),
)

/** The boots and the firmware of each device, by its own account. */
function account(): {
  store: StateStore
  boots(spec: DeviceSpec): number
  firmware(spec: DeviceSpec): string | undefined
} {
  const inner = memoryStore()
  const boots = new Map<string, Set<string>>()
  return {
    store: {
      load: inner.load,
      save(serial, state) {
        boots.set(serial, (boots.get(serial) ?? new Set()).add(state.boot))
        inner.save(serial, state)
      },
    },
    boots: ({ identity }) => boots.get(identity.serial)?.size ?? 0,
    firmware: ({ identity }) => inner.load(identity.serial)?.firmware,
  }
}

const devices = account()
let dataDir: string
let postgres: EmbeddedPostgres
let sql: pg.Pool
let nats: NatsServer
let company: number
let key: string
let root: TestClient
const nodes: NodeProcess[] = []
const fleets: Fleet[] = []

const urlOf = (node: number) => nodes[node]?.ready().url ?? ''

/** Devices of the node of that place, each with its faults. */
function connect(some: readonly DeviceSpec[], node: number, given = faultOf): Fleet {
  const { gatewayPort = 0, hostKey = '' } = nodes[node]?.ready() ?? {}
  const fleet = startFleet({
    server: { host: '127.0.0.1', port: gatewayPort, hostKey },
    specs: some,
    credentials: () => ({ key }),
    store: devices.store,
    faults: some.flatMap(({ index }) => {
      const kind = given(index)
      return kind ? [{ kind, device: index }] : []
    }),
    retry: { spread: 1, max: 2 },
    powerCuts: false,
    // One address may enrol 200 at once.
    addresses: Math.ceil(count / 100),
  })
  fleets.push(fleet)
  return fleet
}

const connectAll = (some: readonly DeviceSpec[], given = faultOf) =>
  [0, 1].map((node) =>
    connect(
      some.filter((_, at) => at % 2 === node),
      node,
      given,
    ),
  )

const online = async () =>
  Number((await sql.query('SELECT count(*) AS count FROM device_session WHERE open')).rows[0]?.count)

async function upload(name: string): Promise<number> {
  const bytes = new Uint8Array(randomBytes(200_000))
  const body = { type: 'firmware', company_id: company } as const
  return (await root.call(createFile, { body, files: { file: new File([bytes], `${name}_WEBUI.bin`) } })).data.id
}

beforeAll(async () => {
  process.stdout.write(`KILLS_SEED=${seed}\n`)
  dataDir = await mkdtemp(path.join(tmpdir(), 'campaign-'))
  postgres = await startEmbedded(dataDir, { settings: { max_connections: '200' } })
  sql = new pg.Pool({ ...postgres.connection, max: 4 })
  sql.on('error', () => {})
  nats = await startNats()
  const { host, user, database } = postgres.connection
  const ports = [await freePort(), await freePort()]
  for (const port of ports)
    nodes.push(
      await startNodeProcess({
        DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
        NATS_URL: nats.url,
        NODE_URL: `http://127.0.0.1:${port}`,
        SECRET_KEY: 'ef'.repeat(32),
        HOST: '127.0.0.1',
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${ports[0]}`,
        GATEWAY_HOST: '127.0.0.1',
        GATEWAY_PORT: String(await freePort()),
        ADMIN_EMAIL: 'root@example.test',
        ADMIN_PASSWORD: password,
      }),
    )
  root = await signIn(urlOf(0), 'root@example.test', password)
  company = (await root.call(createCompany, { body: { name: 'Transit', parent_id: 0 } as never })).data.id
  const enrolment = { body: { company_id: company, uses: 2 * count + 100 } }
  key = (await root.call(createEnrolmentKey, enrolment)).data.key
}, 180_000)

afterAll(async () => {
  for (const fleet of fleets) fleet.stop()
  for (const node of nodes) await node.end()
  await nats?.stop()
  await sql?.end()
  await postgres?.stop()
  if (dataDir) rmSync(dataDir, { recursive: true, force: true })
}, 120_000)

test.runIf(process.env.CI)('CI has what several nodes are tested with', () => expect(hasNats).toBe(true))

const victims = ['first', 'second', 'database', 'all'] as const

/** Ends nodes and database like a power cut, and starts the nodes again; the database starts by itself. */
async function kill(victim: (typeof victims)[number]): Promise<void> {
  const chosen =
    victim === 'all' ? nodes : victim === 'database' ? [] : [nodes[victim === 'first' ? 0 : 1] as NodeProcess]
  const ends = chosen.map((node) => node.kill())
  if (victim === 'database' || victim === 'all') killDatabase(dataDir)
  await Promise.all(ends)
  await until(
    () =>
      sql.query('SELECT 1').then(
        () => true,
        () => false,
      ),
    60_000,
  )
  for (const node of chosen) await node.start()
}

/** Those that never come back would be waited for half an hour. What they said last may be lost with a server. */
const giveUpLost = () =>
  sql.query(
    `UPDATE action_targets SET due_at = now()
      WHERE state = 'running' AND step = 2 AND device_serial = ANY ($1)
        AND NOT EXISTS (SELECT FROM device_session s WHERE s.device_id = action_targets.device_id AND s.open)`,
    [specs.filter(({ index }) => faultOf(index) === 'never-returns').map(({ identity }) => identity.serial)],
  )

const detailsOf = async (id: number) => (await root.call(getCampaign, { params: { id } })).data

const plan = {
  name: 'Everything',
  keep_settings: true,
  soak: 1,
  check_wan: true,
  check_reports: false,
  start: 'now',
} as const

test.skipIf(!hasNats)(
  `${count} devices through ${kills} kills of two nodes and their database: each is updated once, each fault is named, and no wave starts early`,
  async () => {
    // All enrol; a tenth then leaves.
    const first = connectAll(specs)
    await until(async () => (await online()) === count, patience)
    for (const fleet of first) fleet.stop()
    const there = specs.filter(({ index }) => !isAbsent(index))
    connectAll(there)
    await until(async () => (await online()) === there.length, patience)

    const file = await upload(image)
    const waves = [
      { of: 'devices', size: 1, failures: 10 },
      { of: 'percent', size: 10, failures: 1000 },
      { of: 'rest', failures: 1000 },
    ]
    const body = { ...plan, file_id: file, waves, filter: {} }
    const { status, data } = await root.call(createCampaign, { body: body as never })
    expect(status).toBe(201)
    for (let one = 0; one < kills; one++) {
      const victim = pick(victims, seed, one)
      await delay(Math.round(between(0, 2500, seed, one, 1)))
      process.stdout.write(`kill ${one + 1}: ${victim}\n`)
      await kill(victim)
    }
    const absent = specs.length - there.length
    const onlyAbsentWait = async () => {
      await delay(300)
      await giveUpLost()
      const { counts } = await detailsOf(data.id)
      return counts.untouched + counts.running + counts.observing === 0 && counts.waiting === absent
    }
    await until(onlyAbsentWait, 5 * patience)
    connectAll(specs.filter(({ index }) => isAbsent(index)))
    await until(async () => {
      await giveUpLost()
      return (await detailsOf(data.id)).state === 'done'
    }, patience)

    const expected = (kind: FaultKind | undefined) => specs.filter(({ index }) => faultOf(index) === kind)
    const ended = await detailsOf(data.id)
    expect(ended.counts).toMatchObject({ done: expected(undefined).length, left_out: 0, skipped: 0, cancelled: 0 })
    expect(ended.failed_checks).toEqual(
      Object.fromEntries(
        Object.entries({
          fetched: expected('claims-version').length,
          installed: expected('fails-check').length,
          returned: expected('never-returns').length,
          version: expected('old-version').length,
        }).filter(([, failures]) => failures > 0),
      ),
    )
    // Installed once, by the devices' own account.
    for (const spec of expected(undefined))
      expect([spec.name, devices.boots(spec), devices.firmware(spec)]).toEqual([spec.name, 2, image])
    for (const spec of expected('fails-check')) expect([spec.name, devices.boots(spec)]).toEqual([spec.name, 1])
    const { rows } = await sql.query(`
    SELECT (SELECT count(*)::int FROM action_targets) AS targets,
      (SELECT count(DISTINCT device_id)::int FROM action_targets) AS devices,
      (SELECT count(*)::int FROM campaign_waves) AS waves,
      (SELECT count(*)::int FROM actions) AS actions,
      (SELECT count(*)::int FROM (SELECT target_id FROM action_events WHERE state IN ('done', 'failed', 'expired', 'cancelled')
        GROUP BY 1 HAVING count(*) <> 1) x) AS doubled,
      (SELECT count(*)::int FROM campaign_devices c JOIN campaign_waves w ON w.campaign_id = c.campaign_id AND w.wave = c.wave - 1
        WHERE c.started_at < w.settled_at) AS early`)
    expect(rows[0]).toEqual({ targets: count, devices: count, waves: 3, actions: 3, doubled: 0, early: 0 })
  },
  1_800_000,
)

test.skipIf(!hasNats)(
  'a bad image halts in its first wave, and the other devices hear nothing',
  async () => {
    const others = Array.from({ length: 30 }, (_, at) =>
      specOf({ index: 100_000 + at, model: 'RUTX11', name: `Tram ${at}`, use: 'vehicle', life: 'steady' }, 41),
    )
    const before = await online()
    connectAll(others, () => 'old-version')
    await until(async () => (await online()) === before + others.length, 60_000)
    const { rows: ids } = await sql.query<{ id: string }>('SELECT id FROM devices WHERE serial = ANY ($1)', [
      others.map(({ identity }) => identity.serial),
    ])
    const file = await upload('RUTX_R_00.07.98')
    const waves = [
      { of: 'devices', size: 2, failures: 0 },
      { of: 'rest', failures: 0 },
    ]
    const body = { ...plan, file_id: file, waves, device_id: ids.map(({ id }) => Number(id)) }
    const { data } = await root.call(createCampaign, { body: body as never })
    await until(async () => (await detailsOf(data.id)).state === 'halted', 60_000)
    expect((await detailsOf(data.id)).counts.untouched).toBe(others.length - 2)
    await delay(6000)
    const { counts, state } = await detailsOf(data.id)
    expect([state, counts.untouched]).toEqual(['halted', others.length - 2])
    expect(others.filter((spec) => devices.boots(spec) > 1).length).toBeLessThanOrEqual(2)
  },
  180_000,
)
