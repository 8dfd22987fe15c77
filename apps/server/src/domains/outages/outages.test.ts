import { executeAction } from '@longreach/contract/actions/endpoints'
import {
  createEnrolmentKey,
  deleteDevices,
  deviceStatistics,
  listDevices,
  revokeDevice,
  updateDevice,
} from '@longreach/contract/devices/endpoints'
import { linkTimes } from '@longreach/contract/link/limits'
import { batchCapability } from '@longreach/contract/link/report'
import { getAvailability, listNearbyOutages, listOutages } from '@longreach/contract/outages/endpoints'
import { parseTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../test/client.ts'
import { connectEnrolled, type Enrolled, enrolDevice } from '../../test/device.ts'
import type { TestDevice } from '../../test/gateway/device.ts'
import { until } from '../../test/until.ts'
import { makeCompany, makeUser, type Place, startWorld, type World } from '../../test/world.ts'
import { reviewFlapping } from './flapping.ts'
import { reviewLostTogether } from './lost-together.ts'

let world: World
let company: Place
let admin: TestClient
let other: TestClient
let key: string
const before = linkTimes.keepaliveMetered

/** Waits as long as a slow machine takes. */

beforeAll(async () => {
  // Silence is noticed soon on metered connections; all other devices stay online however slow the machine is.
  Object.assign(linkTimes, { keepaliveMetered: 1 })
  world = await startWorld()
  company = await makeCompany(world, 'Harbour')
  const rival = await makeCompany(world, 'Rival')
  await makeUser(world, 'admin', company, 2)
  await makeUser(world, 'rival', rival, 2)
  admin = await world.as('admin')
  other = await world.as('rival')
  key = (await admin.call(createEnrolmentKey, { body: { company_id: company.company_id, uses: 100 } })).data.key
})

afterAll(async () => {
  Object.assign(linkTimes, { keepaliveMetered: before })
  await world?.stop()
})

let serial = 6_000_000_000
let boots = 0
const freshBoot = () => `c${String(++boots).padStart(11, '0')}`

interface Site {
  id: number
  enrolled: Enrolled
  device: TestDevice
}

const port = () => world.app.gatewayPort as number

async function online(name: string): Promise<Site> {
  const caps = ['reboot', batchCapability]
  const identity = { serial: String(++serial), mac: '00:1E:42:00:00:01', name, boot: freshBoot(), caps }
  const enrolled = await enrolDevice(port(), key, identity)
  return { id: enrolled.deviceId, enrolled, device: await connectEnrolled(port(), enrolled) }
}

/** Makes the server notice the device's silence soon. */
const silence = ({ id }: Site) => admin.call(updateDevice, { params: { id }, body: { metered_connection: true } })

async function silent(name: string, place?: { latitude: number; longitude: number }): Promise<Site> {
  const site = await online(name)
  if (place)
    await admin.call(updateDevice, {
      params: { id: site.id },
      body: { user_set_latitude: place.latitude, user_set_longitude: place.longitude },
    })
  await silence(site)
  return site
}

const outagesOf = async (id: number) => (await admin.call(listOutages, { params: { id }, query: {} })).data
const rowOf = async (id: number) => (await admin.call(listDevices, { query: { id: String(id) as never } })).data[0]!
const isOffline = async (id: number) => (await rowOf(id)).status === 0

async function lost(site: Site): Promise<Awaited<ReturnType<typeof outagesOf>>[number]> {
  await until(() => isOffline(site.id))
  return (await outagesOf(site.id))[0]!
}

/** The device comes back, restarted or not, and stays online. */
async function back(site: Site, restarted: boolean) {
  await admin.call(updateDevice, { params: { id: site.id }, body: { metered_connection: false } })
  const hello = { ...site.enrolled.hello, uptime: 40, ...(restarted ? { boot: freshBoot() } : {}) }
  const device = await connectEnrolled(port(), { ...site.enrolled, hello })
  return { device, outage: (await outagesOf(site.id))[0]! }
}

test('a device that stopped responding has no known reason; on its return the boot id tells power from connection', async () => {
  const [cut, unplugged] = await Promise.all([silent('Power cut'), silent('Cable cut')])
  expect(await lost(cut)).toMatchObject({
    ended_at: null,
    reason: 'unknown',
    certain: false,
    ended_with: 'Device stopped responding',
    explanation: 'Reason unknown: the device stopped responding',
    known: [],
    likely: [],
  })
  expect(await rowOf(cut.id)).toMatchObject({ offline_reason: 'unknown' })
  expect((await back(cut, true)).outage).toMatchObject({
    reason: 'power',
    certain: false,
    explanation: 'Power lost is likely: the device restarted before it returned',
    known: ['Device restarted'],
    likely: ['Power lost'],
  })
  await lost(unplugged)
  expect((await back(unplugged, false)).outage).toMatchObject({
    reason: 'connection',
    certain: true,
    explanation: 'Only the connection was lost: the device kept running',
    known: ['Device kept running'],
  })
  expect(await rowOf(cut.id)).toMatchObject({ status: 1, offline_reason: null })
})

test('a device that closed the connection is distinguished from one that restarted', async () => {
  const [killed, restarted] = await Promise.all([online('Killed'), online('Restarted')])
  killed.device.leave()
  restarted.device.leave()
  expect(await lost(killed)).toMatchObject({ reason: 'closed', certain: true, title: 'Device closed the connection' })
  await lost(restarted)
  expect((await back(killed, false)).outage).toMatchObject({
    reason: 'closed',
    explanation: 'The device closed the connection and kept running',
  })
  expect((await back(restarted, true)).outage).toMatchObject({ reason: 'restarted', certain: true })
})

test('a requested reboot, a revoked key and a weak signal explain an outage', async () => {
  const [rebooted, revoked, weak] = await Promise.all([online('Rebooted'), online('Revoked'), online('Weak')])
  weak.device.say('set 1 signal,operator,wan_state', `report ${weak.enrolled.hello.boot} 1 0 1 [-113,"BITE","mobile"]`)
  await weak.device.hear('ack ')
  await silence(weak)
  await admin.call(executeAction, { body: { action: 'reboot', device_id: [rebooted.id] } })
  await until(() => rebooted.device.lines.some((line) => line.startsWith('cmd ')))
  rebooted.device.leave()
  const outage = await lost(rebooted)
  expect(outage).toMatchObject({
    reason: 'action',
    certain: true,
    explanation: 'Expected: Reboot was requested by admin@example.test',
  })
  expect(outage.action_id).toBeGreaterThan(0)
  await admin.call(revokeDevice, { params: { id: revoked.id } })
  expect(await lost(revoked)).toMatchObject({
    reason: 'revoked',
    explanation: 'Its access was revoked: it has to be enrolled again',
  })
  expect(await lost(weak)).toMatchObject({
    reason: 'no_network',
    certain: false,
    known: ['Last signal -113 dBm on BITE'],
    likely: ['No mobile network'],
  })
  expect(await rowOf(weak.id)).toMatchObject({ offline_reason: 'no_network' })
  expect((await back(rebooted, true)).outage).toMatchObject({ reason: 'action', known: ['Device restarted'] })
})

test('devices at one place that were lost together have probably lost power; others at the same time have not', async () => {
  const pier = { latitude: 55.7101, longitude: 21.1302 }
  const names = ['Pier 1', 'Pier 2', 'Pier 3']
  const sites = await Promise.all(names.map((name) => silent(name, pier)))
  const far = await silent('Inland', { latitude: 55.2, longitude: 22.4 })
  for (const site of [...sites, far]) await until(() => isOffline(site.id))
  await reviewLostTogether(world.db)
  const [outage] = await outagesOf(sites[0]!.id)
  expect(outage).toMatchObject({
    reason: 'power',
    explanation: 'Power lost is likely: 2 devices nearby went offline at about the same time',
  })
  expect((await outagesOf(far.id))[0]).toMatchObject({ reason: 'unknown' })
  const { data } = await admin.call(listNearbyOutages, { params: { id: sites[0]!.id } })
  expect(data.map(({ name }) => name)).toEqual(['Pier 2', 'Pier 3'])
  const found = await admin.call(listDevices, { query: { offline_reason: 'power', sort: 'name' } })
  expect(found.data.map(({ name }) => name)).toEqual(names)
  const counts = await admin.call(deviceStatistics, { query: { charts: 'offline_reason' } })
  expect(counts.data.offline_reason).toMatchObject({ power: 3 })
  // The return of a device that restarted confirms the cause.
  expect((await back(sites[1]!, true)).outage).toMatchObject({
    reason: 'power',
    certain: false,
    known: ['Device restarted'],
    likely: ['Power lost'],
  })
  // A second review changes nothing, and a return without a restart rules power out.
  await reviewLostTogether(world.db)
  expect((await back(sites[0]!, false)).outage).toMatchObject({ reason: 'connection' })
})

test('a device with four outages of its own within a day is flapping, until a day has passed', async () => {
  const site = await online('Flapping')
  let { device } = site
  for (let count = 0; count < 4; count++) {
    device.leave()
    await until(() => isOffline(site.id))
    device = (await back(site, false)).device
  }
  await reviewFlapping(world.db)
  const flapping = async () =>
    (await admin.call(listDevices, { query: { stability: 'flapping' } })).data.map(({ name }) => name)
  expect(await flapping()).toEqual(['Flapping'])
  expect((await admin.call(deviceStatistics, { query: { charts: 'stability' } })).data.stability).toMatchObject({
    flapping: 1,
  })
  await sql`
    UPDATE device_outages SET started_at = started_at - interval '1 day', ended_at = ended_at - interval '1 day'
    WHERE device_id = ${site.id}`.execute(world.db)
  await reviewFlapping(world.db)
  expect(await flapping()).toEqual([])
})

test('a modem without a signal has likely lost its network; several short outages more make it flapping', async () => {
  const site = await online('Fading')
  site.device.say('set 1 signal,operator,wan_state', `report ${site.enrolled.hello.boot} 1 0 1 [-113,"Telia","mobile"]`)
  await site.device.hear('ack ')
  await silence(site)
  expect(await lost(site)).toMatchObject({ reason: 'no_network', certain: false })
  let { device, outage } = await back(site, false)
  expect(outage).toMatchObject({
    reason: 'no_network',
    certain: false,
    known: ['Device kept running', 'Last signal -113 dBm on Telia'],
    likely: ['No mobile network'],
  })
  for (let count = 0; count < 3; count++) {
    await reviewFlapping(world.db)
    expect((await admin.call(listDevices, { query: { stability: 'flapping', q: 'Fading' } })).data).toEqual([])
    device.leave()
    await until(() => isOffline(site.id))
    device = (await back(site, false)).device
  }
  await reviewFlapping(world.db)
  const { data } = await admin.call(listDevices, { query: { attention: 'flapping', q: 'Fading' } })
  expect(data.map(({ id }) => id)).toEqual([site.id])
})

test('a device whose clock and uptime are wrong moves no outage', async () => {
  // Times in the API are whole seconds.
  const since = Math.floor(Date.now() / 1000) * 1000
  const site = await online('Liar')
  const years = 10 * 365 * 86_400
  const startOf = (outage: { started_at: string } | undefined) => parseTime(outage?.started_at ?? '')?.getTime()

  // It claims to have restarted unnoticed, longer ago than it has been connected.
  const restarted = { ...site.enrolled.hello, boot: freshBoot(), uptime: years }
  const device = await connectEnrolled(port(), { ...site.enrolled, hello: restarted })
  const [missed] = await outagesOf(site.id)
  expect(missed).toMatchObject({ reason: 'restarted', title: 'Device restarted' })
  expect(startOf(missed)).toBeGreaterThanOrEqual(since)

  // A report from years ago, and a return that claims to have been up all the time.
  device.say('set 1 router_uptime', `report ${restarted.boot} 1 ${years} 1 [1]`)
  device.leave()
  await until(() => isOffline(site.id))
  const hello = { ...restarted, boot: freshBoot(), uptime: 2 * years }
  await connectEnrolled(port(), { ...site.enrolled, hello })
  const [outage] = await outagesOf(site.id)
  expect(startOf(outage)).toBeGreaterThanOrEqual(since)
  expect(outage).toMatchObject({ reason: 'restarted', known: ['Device restarted'] })
  expect(outage?.duration).toBeLessThanOrEqual((Date.now() - since) / 1000 + 1)
})

test('availability is the share of the time since enrolment, or of 30 days', async () => {
  const site = await online('Available')
  const fresh = await admin.call(getAvailability, { params: { id: site.id } })
  expect(fresh.data).toMatchObject({ percent: 100, outages: 0, offline: 0, periods: [] })
  const first = await rowOf(site.id)
  expect(first).toMatchObject({ availability: 100, availability_since: fresh.data.since })
  site.device.leave()
  await until(() => isOffline(site.id))
  await back(site, false)
  await sql`UPDATE installation SET value = to_jsonb(now() - interval '1 year') WHERE key = 'outages_since'`.execute(
    world.db,
  )
  await sql`UPDATE devices d SET bound_at = now() - interval '1 year' WHERE id = ${site.id}`.execute(world.db)
  await sql`
    UPDATE device_outages SET started_at = now() - interval '4 days', ended_at = now() - interval '1 day'
    WHERE device_id = ${site.id}`.execute(world.db)
  const { data } = await admin.call(getAvailability, { params: { id: site.id } })
  expect(data).toMatchObject({ percent: 90, outages: 1, offline: 3 * 86_400 })
  expect(data.periods).toMatchObject([{ title: 'Device closed the connection' }])
  expect((await rowOf(site.id)).availability).toBe(90)

  // The time without a server is unknown: 3 of the other 20 days count.
  await sql`
    INSERT INTO device_outages (device_id, started_at, ended_at, reason, log)
    VALUES (${site.id}, now() - interval '20 days', now() - interval '10 days', 'server', '')`.execute(world.db)
  const { data: less } = await admin.call(getAvailability, { params: { id: site.id } })
  expect(less).toMatchObject({ percent: 85, outages: 1, offline: 3 * 86_400 })
  expect(less.periods).toHaveLength(1)

  // The list and its download show the same, with the time since which it is known.
  expect((await rowOf(site.id)).availability).toBe(85)
  const fields = await admin.call(listDevices, { query: { id: String(site.id) as never, fields: 'name' } })
  expect(fields.data).toEqual([{ id: site.id, name: 'Available' }])
  const csv = await (await admin.fetch(`/api/devices/export/csv?id=${site.id}&fields=name,availability`)).text()
  expect(csv.trim().split('\r\n').slice(1)).toEqual(['Available,85'])
  await sql`UPDATE devices d SET bound_at = now() - interval '15 days' WHERE id = ${site.id}`.execute(world.db)
  const { data: short } = await admin.call(getAvailability, { params: { id: site.id } })
  expect(short.percent).toBe(70)
  expect(await rowOf(site.id)).toMatchObject({ availability: 70, availability_since: short.since })
})

test('outages of another company are out of reach, and those of a deleted device are removed', async () => {
  const site = await online('Deleted')
  site.device.leave()
  await lost(site)
  for (const endpoint of [listOutages, listNearbyOutages, getAvailability])
    expect((await other.call(endpoint, { params: { id: site.id } } as never)).status).toBe(404)
  await admin.call(deleteDevices, { body: { device_id: [site.id] } })
  await until(async () => {
    const { rows } = await sql`SELECT FROM device_outages WHERE device_id = ${site.id}`.execute(world.db)
    return rows.length === 0
  })
})

test('a stop of the server is not the fault of its devices', async () => {
  const site = await online('Served')
  const { db } = world
  await world.app.stop()
  const { rows } = await sql<{ reason: string }>`
    SELECT reason FROM device_outages WHERE device_id = ${site.id} AND ended_at IS NULL`.execute(db)
  expect(rows).toEqual([{ reason: 'server' }])
})
