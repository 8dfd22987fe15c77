// The simulated devices of the demo: creates their enrolment keys through the API, like an administrator, and connects
// them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readCredentials } from '../apps/fleet/src/credentials.ts'
import { demoDrifting, demoFaults, demoFleet, demoSpecs } from '../apps/fleet/src/demo.ts'
import { startFleet } from '../apps/fleet/src/fleet.ts'
import { fileStore } from '../apps/fleet/src/state.ts'
import { createClient } from '../apps/server/src/test/client.ts'
import { login } from '../packages/contract/src/account/endpoints.ts'
import { executeAction } from '../packages/contract/src/actions/endpoints.ts'
import { listCompanies } from '../packages/contract/src/companies/endpoints.ts'
import { deviceSeries } from '../packages/contract/src/devices/constants.ts'
import { createDevices, createEnrolmentKey, listDevices } from '../packages/contract/src/devices/endpoints.ts'

function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is missing`)
  return value
}

const state = setting('DEMO_STATE')
const keysFile = path.join(state, 'keys.json')
const companies = { demo: 'Demo', north: 'Demo North', pier: 'Demo North Pier' } as const

type Client = ReturnType<typeof createClient>

async function signIn(): Promise<Client> {
  const client = createClient(setting('DEMO_CONSOLE'))
  const { status } = await client.call(login, {
    body: { username: 'admin@longreach.test', password: setting('DEMO_PASSWORD') },
  })
  if (status !== 200) throw new Error(`The demo administrator could not sign in: ${status}`)
  return client
}

async function makeKeys(client: Client, ids: Map<string, number>): Promise<object[]> {
  const keys = []
  for (const [group, name] of Object.entries(companies)) {
    const { data } = await client.call(createEnrolmentKey, {
      body: {
        company_id: ids.get(name) ?? 0,
        name: `Demo devices, ${name}`,
        uses: 40,
        expires_at: new Date(Date.now() + 360 * 86_400_000).toISOString().slice(0, 19).replace('T', ' '),
      },
    })
    keys.push({ group, key: data.key })
  }
  return keys
}

/** Devices that are not installed yet are only listed. */
async function addWaiting(client: Client, ids: Map<string, number>): Promise<void> {
  const { meta } = await client.call(listDevices, { query: { limit: 1, status: 'not_activated' } })
  if (meta.total) return
  const data = demoFleet()
    .filter((device) => !device.connects)
    .map(({ group, serial, mac, imei, model, name }) => ({
      company_id: ids.get(companies[group]) ?? 0,
      device_series: deviceSeries.find((series) => model.toLowerCase().startsWith(series)) ?? 'rut',
      serial,
      mac,
      name,
      password_confirmation: 'Simulated-1',
      ...(imei ? { imei } : {}),
    }))
  const answer = await client.call(createDevices, { body: { data } })
  if (answer.errors.length > 0) throw new Error(answer.errors[0]?.message)
}

async function prepare(): Promise<object[]> {
  try {
    return JSON.parse(readFileSync(keysFile, 'utf8'))
  } catch {
    // First start: the keys are created below.
  }
  const client = await signIn()
  const { data } = await client.call(listCompanies, { query: { limit: 100 } })
  const ids = new Map(data.map((company) => [company.name ?? '', company.id ?? 0]))
  await addWaiting(client, ids)
  const keys = await makeKeys(client, ids)
  mkdirSync(state, { recursive: true, mode: 0o700 })
  writeFileSync(keysFile, JSON.stringify(keys), { mode: 0o600 })
  return keys
}

async function readConfiguration(id: number): Promise<void> {
  const client = await signIn()
  const { status } = await client.call(executeAction, { body: { action: 'read_configuration', device_id: [id] } })
  if (status >= 300) throw new Error(`The configuration of ${demoDrifting} could not be read: ${status}`)
}

const [host = '127.0.0.1', port = '15009'] = setting('DEMO_GATEWAY').split(':')
const fleet = startFleet({
  server: { host, port: Number(port), hostKey: setting('DEMO_HOST_KEY') },
  specs: demoSpecs(),
  faults: demoFaults(),
  credentials: readCredentials(await prepare()),
  store: fileStore(path.join(state, 'devices')),
  retry: { spread: 2 },
  history: true,
  pastDays: Number(process.env.DEMO_PAST_DAYS) || undefined,
  powerCuts: process.env.DEMO_POWER_CUTS !== 'off',
})

// Its configuration is read once, so that the later change by hand is visible.
const drifting = fleet.devices.find(({ spec }) => spec.name === demoDrifting)
const waiting = setInterval(() => {
  const { deviceId = null, drifted = false } = drifting?.state() ?? {}
  if (deviceId === null || !drifting?.online()) return
  clearInterval(waiting)
  if (!drifted) readConfiguration(deviceId).catch((error: Error) => console.error(error.message))
}, 1000)

/** Ends all open connections of the devices too. */
function stop(): void {
  fleet.stop()
  process.exit(0)
}

process.once('SIGTERM', stop)
process.once('SIGINT', stop)
// The demo ends with its server.
process.once('disconnect', stop)
