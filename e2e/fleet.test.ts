import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { executeAction } from '@longreach/contract/actions/endpoints'
import { listCompanies } from '@longreach/contract/companies/endpoints'
import {
  createEnrolmentKey,
  getDevice,
  listDeviceLogs,
  listDevices,
  revokeDevice,
} from '@longreach/contract/devices/endpoints'
import { getHistory } from '@longreach/contract/monitoring/endpoints'
import { listOutages } from '@longreach/contract/outages/endpoints'
import { patience } from '@longreach/contract/test-patience'
import { formatTime } from '@longreach/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FaultKind } from '../apps/fleet/src/faults.ts'
import { type Fleet, startFleet } from '../apps/fleet/src/fleet.ts'
import { type DeviceSpec, specOf } from '../apps/fleet/src/spec.ts'
import { until } from '../apps/fleet/src/test-server.ts'
import { type App, startApp } from '../apps/server/src/app.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { signIn, type TestClient } from '../apps/server/src/test/client.ts'

const faultOf = {
  'never reads': 'never-reads',
  lags: 'lag',
  lies: 'lie',
  garbage: 'garbage',
  'long line': 'long-line',
  'unknown verb': 'unknown-verb',
  'impossible age': 'age',
  flood: 'flood',
} as const satisfies Record<string, FaultKind>
type Bad = keyof typeof faultOf
const good = ['good one', 'good two', 'good three']
const lost = ['killed', 'rebooted', 'revoked']

let app: App
let admin: TestClient
let dataDir: string
let fleet: Fleet
let twins: Fleet
let startedAt: Date

const specsOf = (names: readonly string[]): DeviceSpec[] =>
  names.map((name, place) => specOf({ index: place + 1, model: 'RUTX11', name, use: 'office', life: 'steady' }, 77))

async function details(name: string) {
  const { data } = await admin.call(listDevices, { query: { q: name } })
  const found = data.find((device) => device.name === name)
  return (await admin.call(getDevice, { params: { id: found?.id ?? 0 } })).data
}

async function reasons(serial: string): Promise<string[]> {
  const { data } = await admin.call(listDeviceLogs, { query: { q: serial, limit: 100 } })
  return data.map((log) => String(log.log))
}

const serialOf = (name: string) => fleet.devices.find(({ spec }) => spec.name === name)?.spec.identity.serial ?? ''

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'e2e-fleet-'))
  app = await startApp(
    readConfig({
      DEMO: '1',
      DATA_DIR: dataDir,
      PORT: '0',
      GATEWAY_HOST: '127.0.0.1',
      GATEWAY_PORT: '0',
      LOG_LEVEL: 'silent',
    }),
  )
  admin = await signIn(app.url ?? '', 'admin@longreach.test', 'Longreach-demo-1')
  const { data: companies } = await admin.call(listCompanies, { query: {} })
  const demo = companies.find(({ name }) => name === 'Demo')
  const { data: key } = await admin.call(createEnrolmentKey, { body: { company_id: demo?.id ?? 0, uses: 50 } })
  const specs = specsOf([...good, ...Object.keys(faultOf), ...lost])
  const [first] = specs
  if (!first) throw new Error('no device')
  startedAt = new Date()
  const shared = {
    server: { host: '127.0.0.1', port: app.gatewayPort ?? 0, hostKey: app.hostKey },
    credentials: () => ({ key: key.key }),
    retry: { spread: 0.5, max: 2 },
    interval: 2,
  }
  fleet = startFleet({
    ...shared,
    specs,
    faults: specs.flatMap(({ name, index }) =>
      name in faultOf ? [{ kind: faultOf[name as Bad], device: index, after: 4, seconds: 1 }] : [],
    ),
  })
  // Not all at once: on a busy machine the first misbehaving ones are blocked before the last has connected.
  await eventually(async () => {
    const { data } = await admin.call(listDevices, { query: { limit: 100 } })
    return data.filter(({ last_connection_at: at }) => at !== null).length === specs.length
  })
  // Resolves when the device with its serial is known.
  twins = startFleet({
    ...shared,
    specs: [{ ...first, index: 9000, name: 'twin' }],
    faults: [{ kind: 'twin', device: 9000 }],
  })
})

afterAll(async () => {
  fleet?.stop()
  twins?.stop()
  await app?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Polls until the answer is true. */
async function eventually(check: () => Promise<boolean>, within: number = patience.condition): Promise<void> {
  const deadline = Date.now() + within
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`never became true: ${check}`)
    await delay(200)
  }
}

test('values no device can have measured are refused by name and the rest is taken', async () => {
  await eventually(async () => (await details('lies')).parameters.signal === null)
  const { refused, status } = await details('lies')
  expect(refused.reason).toMatch(/: -?99999999 is outside/)
  expect(status).toBe(1)
})

test('a report older than the boot of its device is refused and acknowledged', async () => {
  await eventually(async () => /longer than the uptime/.test((await details('impossible age')).refused.reason ?? ''))
  const device = fleet.devices.find(({ spec }) => spec.name === 'impossible age')
  await until(() => (device?.waiting() ?? 9) === 0)
})

test('lines without meaning are counted', async () => {
  await eventually(async () => (await details('unknown verb')).refused.count > 0)
  await eventually(async () => (await details('garbage')).refused.count > 0)
})

test('a line too long ends the link with the reason', async () => {
  await eventually(async () => (await reasons(serialOf('long line'))).some((reason) => /longer than 8192/.test(reason)))
})

test('the same serial with another MAC is refused', async () => {
  await eventually(async () =>
    (await reasons(serialOf('good one'))).some((reason) => /identical serial number/.test(reason)),
  )
  expect((await details('good one')).status).toBe(1)
})

test('a device that sends a hundred times too fast is slowed down, then blocked', async () => {
  await eventually(async () => (await reasons(serialOf('flood'))).some((reason) => /fast|too many|rate/i.test(reason)))
})

test('what happened to a device explains its outage: a killed process, a requested reboot, a revoked key', async () => {
  const [killed, rebooted, revoked] = await Promise.all(lost.map(details))
  fleet.devices.find(({ spec }) => spec.name === 'killed')?.cut()
  await admin.call(executeAction, { body: { action: 'reboot', device_id: [rebooted?.id ?? 0] } })
  await admin.call(revokeDevice, { params: { id: revoked?.id ?? 0 } })
  const outage = async (device: typeof killed) =>
    (await admin.call(listOutages, { params: { id: device?.id ?? 0 }, query: {} })).data[0]
  await eventually(async () => (await outage(killed))?.ended_at != null)
  expect(await outage(killed)).toMatchObject({ reason: 'closed', certain: true })
  expect((await outage(killed))?.known).toContain('Device kept running')
  await eventually(async () => (await outage(rebooted))?.ended_at != null)
  expect(await outage(rebooted)).toMatchObject({ reason: 'action', certain: true })
  expect((await outage(rebooted))?.known).toContain('Device restarted')
  await eventually(async () => (await outage(revoked)) !== undefined)
  expect(await outage(revoked)).toMatchObject({ reason: 'revoked', ended_at: null })
})

test('none of it harms the others: they stay online, nothing of theirs is refused, no report is missing', async () => {
  await until(() => Date.now() - startedAt.getTime() > 20_000)
  for (const name of [...good, 'lags', 'never reads']) {
    const { id, status, refused, link } = await details(name)
    expect([name, status, refused.count]).toEqual([name, 1, 0])
    expect(link?.since).not.toBeNull()
    if (name === 'never reads') continue
    const { data } = await admin.call(getHistory, {
      params: { id },
      query: {
        parameters: 'router_uptime',
        start_date: formatTime(startedAt),
        end_date: formatTime(new Date(Date.now() + 1000)),
        points: 2000,
      },
    })
    const uptimes = data.series.router_uptime?.last?.filter((value) => value !== null) ?? []
    expect(uptimes.length).toBeGreaterThanOrEqual(8)
    const steps = uptimes.slice(1).map((value, index) => value - (uptimes[index] ?? 0))
    // Every two seconds; the first report comes with the welcome, between two of them.
    expect(Math.max(...steps.slice(1))).toBeLessThanOrEqual(3)
  }
})
