import { setTimeout as delay } from 'node:timers/promises'
import { executeAction, getAction } from '@longreach/contract/actions/endpoints'
import type { Target } from '@longreach/contract/actions/schemas'
import { listCompanies } from '@longreach/contract/companies/endpoints'
import { createEnrolmentKey, listDevices } from '@longreach/contract/devices/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fleet, startFleet } from '../../apps/fleet/src/fleet.ts'
import { type DeviceSpec, loadFleet } from '../../apps/fleet/src/spec.ts'
import { memoryStore, type StateStore } from '../../apps/fleet/src/state.ts'
import { darkness } from '../../apps/fleet/src/world/power.ts'
import { signIn } from '../../apps/server/src/test/client.ts'
import { until } from '../../apps/server/src/test/until.ts'
import { type MortalServer, startMortalServer } from './mortal-server.ts'

const devices = 500
/** Offline when they are asked; half of them come back, half stay away. */
const offline = 50
const kills = 5
/** Seconds the action waits for devices. */
const waits = 120

let server: MortalServer
let key: string
const fleets: Fleet[] = []
/** Boot ids of each device in the order in which it had them: the devices' own account. */
const boots = new Map<string, string[]>()
const store = accounted(memoryStore())

function accounted(inner: StateStore): StateStore {
  return {
    load: inner.load,
    save(serial, state) {
      const before = boots.get(serial) ?? []
      if (before.at(-1) !== state.boot) boots.set(serial, [...before, state.boot])
      inner.save(serial, state)
    },
  }
}

/** Devices that have power throughout: none restarts unless it is told to. */
function steadySpecs(): DeviceSpec[] {
  const now = Date.now() / 1000
  const minutes = Array.from({ length: 20 }, (_, minute) => now + minute * 60)
  return loadFleet(devices * 2, 23)
    .filter((spec) => !minutes.some((at) => darkness(spec, at)))
    .slice(0, devices)
}

function start(specs: readonly DeviceSpec[]): Fleet {
  const { gatewayPort, hostKey } = server.ready()
  const fleet = startFleet({
    server: { host: '127.0.0.1', port: gatewayPort, hostKey },
    specs,
    credentials: () => ({ key }),
    store,
    interval: 30,
    retry: { spread: 2, max: 4 },
    addresses: 50,
  })
  fleets.push(fleet)
  return fleet
}

const admin = () => signIn(server.ready().url, 'admin@longreach.test', 'Longreach-demo-1')

async function countOnline(count: number): Promise<void> {
  const client = await admin()
  await until(async () => {
    await delay(200)
    const { meta } = await client.call(listDevices, { query: { status: 'online', limit: 1 } })
    return meta.total === count
  }, 120_000)
}

async function targetsOf(id: number): Promise<Target[]> {
  const client = await admin()
  const targets: Target[] = []
  for (let offset = 0; offset < devices; offset += 100) {
    const { data } = await client.call(getAction, { params: { id }, query: { limit: 100, offset } })
    targets.push(...data.targets)
  }
  return targets
}

beforeAll(async () => {
  server = await startMortalServer()
  const client = await admin()
  const { data: companies } = await client.call(listCompanies)
  const body = { company_id: companies[0]?.id ?? 0, uses: devices }
  key = (await client.call(createEnrolmentKey, { body })).data.key
}, 60_000)

afterAll(async () => {
  for (const fleet of fleets) fleet.stop()
  await server?.end()
})

test(`S4.105 ${devices} reboots survive ${kills} kills of server and database: each device is restarted once or not at all, and told truly`, async () => {
  const specs = steadySpecs()
  const [present, away] = [specs.slice(offline), specs.slice(0, offline)]
  const returning = away.slice(0, offline / 2)
  start(present)
  const leaving = start(away)
  await countOnline(devices)
  leaving.stop()
  await countOnline(devices - offline)
  const bootsBefore = new Map([...boots].map(([serial, list]) => [serial, list.length]))
  const restarts = (serial: string) => (boots.get(serial)?.length ?? 0) - (bootsBefore.get(serial) ?? 0)

  const asked = await (await admin()).call(executeAction, {
    body: { action: 'reboot', filter: {}, expires_in: waits },
  })
  expect([asked.status, asked.data.devices]).toEqual([200, devices])
  const { id } = asked.data

  for (let kill = 0; kill < kills; kill++) {
    // Anywhere between the first line that is sent and the last device that is back.
    await delay(300 + Math.random() * 4000)
    await server.kill()
    await server.start()
    if (kill === 2) start(returning)
  }

  const client = await admin()
  await until(async () => {
    await delay(500)
    return !(await client.call(getAction, { params: { id }, query: { limit: 1 } })).data.active
  }, 300_000)

  const targets = await targetsOf(id)
  const stayedAway = new Set(away.slice(offline / 2).map(({ identity }) => identity.serial))
  expect(targets).toHaveLength(devices)
  const account = targets.map((target) => ({
    serial: target.device_serial,
    state: target.state,
    message: target.message,
    restarts: restarts(target.device_serial),
    begun: Object.keys(store.load(target.device_serial)?.begun ?? {}).length,
  }))
  const untrue = account.filter(({ serial, state, ...row }) =>
    stayedAway.has(serial)
      ? state !== 'expired' || row.restarts !== 0 || row.begun !== 0
      : state !== 'done' || row.restarts !== 1 || row.begun !== 1,
  )
  expect(untrue).toEqual([])
  expect(new Set(targets.filter(({ state }) => state === 'expired').map(({ message }) => message))).toEqual(
    new Set(['The device did not come online in time']),
  )
}, 600_000)
