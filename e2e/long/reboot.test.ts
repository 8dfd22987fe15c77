import { setTimeout as delay } from 'node:timers/promises'
import { executeAction } from '@longreach/contract/actions/endpoints'
import { getAction } from '@longreach/contract/actions/read-endpoints'
import type { Target } from '@longreach/contract/actions/schemas'
import { listCompanies } from '@longreach/contract/companies/endpoints'
import { createEnrolmentKey, listDevices } from '@longreach/contract/devices/endpoints'
import { parseTime } from '@longreach/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Fault } from '../../apps/fleet/src/faults.ts'
import { type Fleet, startFleet } from '../../apps/fleet/src/fleet.ts'
import { type DeviceSpec, loadFleet } from '../../apps/fleet/src/spec.ts'
import { memoryStore, type StateStore } from '../../apps/fleet/src/state.ts'
import { signIn } from '../../apps/server/src/test/client.ts'
import { until } from '../../apps/server/src/test/until.ts'
import { type MortalServer, startMortalServer } from './mortal-server.ts'

const devices = 500
/** Offline when the action starts; half of them come back, half stay offline. */
const offline = 50
/** Ignore the first command: they come back with the same boot id and have to be asked again. */
const deafAtFirst = 100
/** `KILLS` makes it longer; deaf devices respond after the second, absent ones return after the third. */
const kills = Math.max(3, Number(process.env.KILLS ?? 3))
/** Seconds the action waits for devices. */
const waits = 90

let server: MortalServer
let key: string
const fleets: Fleet[] = []
/** Boot ids of each device in order, and since when: the devices' own record. */
const boots = new Map<string, { boot: string; at: number }[]>()
const store = accounted(memoryStore())

function accounted(inner: StateStore): StateStore {
  return {
    load: inner.load,
    save(serial, state) {
      const before = boots.get(serial) ?? []
      if (before.at(-1)?.boot !== state.boot) boots.set(serial, [...before, { boot: state.boot, at: Date.now() }])
      inner.save(serial, state)
    },
  }
}

function start(specs: readonly DeviceSpec[], faults: readonly Fault[] = []): Fleet {
  const { gatewayPort, hostKey } = server.ready()
  const fleet = startFleet({
    server: { host: '127.0.0.1', port: gatewayPort, hostKey },
    specs,
    credentials: () => ({ key }),
    store,
    faults,
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

test(`${devices} reboots survive ${kills} kills of server and database: each device is restarted once or not at all, and reported as such`, async () => {
  const specs = loadFleet(devices, 23)
  const [present, offlineSpecs] = [specs.slice(offline), specs.slice(0, offline)]
  const returning = offlineSpecs.slice(0, offline / 2)
  const deaf = present.slice(0, deafAtFirst).map(({ index }): Fault => ({ kind: 'refuse', device: index }))
  start(present, deaf)
  const leaving = start(offlineSpecs)
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
    // At first while the lines are sent, then anywhere between the first device that is back and the last.
    await delay(kill === 0 ? Math.random() * 400 : 500 + Math.random() * 4000)
    await server.kill()
    await server.start()
    if (kill === 1) for (const fault of deaf) fault.for = 0
    if (kill === 2) start(returning)
  }

  const client = await admin()
  await until(async () => {
    await delay(500)
    return !(await client.call(getAction, { params: { id }, query: { limit: 1 } })).data.active
  }, 300_000)

  const targets = await targetsOf(id)
  const stayedOffline = new Set(offlineSpecs.slice(offline / 2).map(({ identity }) => identity.serial))
  expect(targets).toHaveLength(devices)
  const account = targets.map((target) => ({
    serial: target.device_serial,
    state: target.state,
    message: target.message,
    restarts: restarts(target.device_serial),
    // Times of the API have no fractions.
    early: parseTime(target.finished_at ?? '')!.getTime() + 1000 < (boots.get(target.device_serial)?.at(-1)?.at ?? 0),
    started: Object.keys(store.load(target.device_serial)?.started ?? {}).length,
  }))
  const untrue = account.filter(({ serial, state, ...row }) =>
    stayedOffline.has(serial)
      ? state !== 'expired' || row.restarts !== 0 || row.started !== 0
      : state !== 'done' || row.restarts !== 1 || row.started !== 1 || row.early,
  )
  expect(untrue).toEqual([])
  expect(new Set(targets.filter(({ state }) => state === 'expired').map(({ message }) => message))).toEqual(
    new Set(['Device did not come online in time']),
  )
}, 600_000)
