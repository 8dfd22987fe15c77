import {
  approveDevice,
  createDevices,
  createEnrolmentKey,
  deleteDevices,
  deviceStatistics,
  getDevice,
  getDeviceLogs,
  listDeviceLogs,
  listDevices,
  listEnrolmentKeys,
  permitEnrolment,
  revokeDevice,
  updateDevice,
} from '@longreach/contract/devices/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyFingerprint } from '../../gateway/host-key.ts'
import type { TestClient } from '../../test/client.ts'
import { connectEnrolled, enrolDevice, hearRefusal, tryEnrol } from '../../test/device.ts'
import { publicKeyOf } from '../../test/gateway/device.ts'
import { until } from '../../test/until.ts'
import { makeCompany, makeUser, type Place, startWorld, type World } from '../../test/world.ts'

let world: World
let port: number
let admin: TestClient
let other: TestClient
let company: Place
let serial = 5_000_000_000

beforeAll(async () => {
  world = await startWorld()
  port = world.app.gatewayPort as number
  company = await makeCompany(world, 'Harbour')
  const rival = await makeCompany(world, 'Rival')
  await makeUser(world, 'admin', company, 2)
  await makeUser(world, 'rival', rival, 2)
  admin = await world.as('admin')
  other = await world.as('rival')
})

afterAll(async () => world?.stop())

const identity = (rest: object = {}) => ({ serial: String(++serial), mac: '00:1E:42:00:00:01', ...rest })

async function newKey(client: TestClient, body: object = {}): Promise<string> {
  const companies = client === admin ? company.company_id : company.company_id + 1
  const { data } = await client.call(createEnrolmentKey, { body: { company_id: companies, uses: 50, ...body } })
  return data.key
}

const statusOf = async (id: number) => (await admin.call(getDevice, { params: { id } })).data.status

test('S3.13 S3.15 S4.49 S4.50 S4.51 S4.103: a device enrols with a key, is online while its link is open and offline at once when it closes', async () => {
  const enrolled = await enrolDevice(port, await newKey(admin), identity({ name: 'Crane 4', model: 'RUTX12' }))
  const { data } = await admin.call(getDevice, { params: { id: enrolled.deviceId } })
  const { serial, mac, firmware } = enrolled.hello
  expect(data).toMatchObject({ id: enrolled.deviceId, name: 'Crane 4', status: 2, serial, mac, firmware: null })
  const link = await connectEnrolled(port, enrolled)
  expect(await link.hear('welcome ')).toMatch(/spread=1 keepalive=300 dynamic=300/)
  const online = (await admin.call(getDevice, { params: { id: enrolled.deviceId } })).data
  expect([online.status, online.firmware]).toEqual([1, firmware])
  link.leave()
  await until(async () => (await statusOf(enrolled.deviceId)) === 0)
  const { data: logs } = await admin.call(getDeviceLogs, { params: { id: enrolled.deviceId } })
  expect(logs.map((line) => line.log)).toEqual(['Offline: Device closed the connection', 'Connected', 'Enrolled'])
})

test('S7.46: a report is acknowledged after commit, shown as latest state and counted in its groups', async () => {
  const enrolled = await enrolDevice(port, await newKey(admin), identity({ model: 'RUTX11' }))
  const link = await connectEnrolled(port, enrolled)
  link.say('set 1 signal,operator,connection_type,network_state,temperature')
  link.say(`report ${enrolled.hello.boot} 1 0 1 [-71,"Telia","4G (LTE)","Registered (home)",36.5]`)
  await link.hear(`ack ${enrolled.hello.boot} 1`)
  const { data } = await admin.call(getDevice, { params: { id: enrolled.deviceId } })
  expect(data).toMatchObject({ signal: -71, operator: 'Telia', temperature: 365, parameters: { temperature: 36.5 } })
  const found = await admin.call(listDevices, {
    query: { signal: 'excellent', connection_type: '4g', network_state: 'home' },
  })
  expect(found.data.map((device) => device.id)).toEqual([enrolled.deviceId])
  const counts = await admin.call(deviceStatistics, { query: { charts: 'status,operator,signal' } })
  expect(counts.data).toMatchObject({ operator: { Telia: 1 }, signal: { excellent: 1 } })
  link.leave()
})

test('a second modem, hotspots, dynamic names and tunnels are stored under their names and shown in the record', async () => {
  const enrolled = await enrolDevice(port, await newKey(admin), identity())
  const link = await connectEnrolled(port, enrolled)
  link.say('set 1 modem_id,band,lac,sim_slot,modem_id_2,band_2,lac_2,iccid_2,imei_2,sim2_sent')
  link.say(`report ${enrolled.hello.boot} 1 0 1 ["3-1","LTE B3","4025",2,"1-1","LTE B7","4026","8937","8600",1000]`)
  link.say('set 2 l2tp_status,l2tp_status.office,ddns_status.home,users_active,user_mac.1,hotspot_ssid.guest')
  link.say(`report ${enrolled.hello.boot} 2 0 2 [4,1,"Updated",1,"0E:5C:00:00:00:01","Guests"]`)
  await link.hear(`ack ${enrolled.hello.boot} 2`)
  const { data } = await admin.call(getDevice, { params: { id: enrolled.deviceId } })
  expect(data).toMatchObject({
    band: 'LTE B3',
    lac: '4025',
    sim_slot: 2,
    band_2: 'LTE B7',
    lac_2: '4026',
    iccid_2: '8937',
    imei_2: '8600',
    vpn_monitoring_instances_state: 4,
    capabilities: { has_second_modem: true, has_hotspot: true, has_ddns: true, has_l2tp: true },
    parameters: { sim2_sent: 1000, 'l2tp_status.office': 1, users_active: 1, 'user_mac.1': '0E:5C:00:00:00:01' },
    refused: { count: 0 },
  })
  link.leave()
})

test('an implausible value is left out, reported and counted; the rest of the report is stored', async () => {
  const enrolled = await enrolDevice(port, await newKey(admin), identity())
  const link = await connectEnrolled(port, enrolled)
  link.say('set 1 signal,temperature,rscp_2,l2tp_status.office')
  link.say(`report ${enrolled.hello.boot} 1 0 1 [-70,9999,32767,5]`)
  await link.hear(`ack ${enrolled.hello.boot} 1`)
  await until(async () => (await admin.call(getDevice, { params: { id: enrolled.deviceId } })).data.refused.count === 1)
  const { data } = await admin.call(getDevice, { params: { id: enrolled.deviceId } })
  expect(data.parameters).toEqual({ signal: -70, temperature: null, rscp_2: null, 'l2tp_status.office': null })
  expect(data.refused.reason).toMatch(/temperature/)
  link.leave()
})

test('an unknown key, a wrong proof and a spent key are refused alike and listed with their address', async () => {
  const key = await newKey(admin, { uses: 1 })
  const unknown = await tryEnrol(port, { key: 'aaaaaaaa.bbbb' }, identity())
  const wrong = await tryEnrol(port, { key: `${key.split('.')[0]}.wrong` }, identity())
  expect(unknown.line).toMatch(/^refused 12 \d+ Device\\0040could/)
  expect(wrong.line).toBe(unknown.line)
  await enrolDevice(port, key, identity())
  const spent = await tryEnrol(port, { key }, identity())
  expect(spent.line).toMatch(/^refused 205 /)
  const root = await world.as('root')
  const { data } = await root.call(listDeviceLogs, { query: { type: 'connection', limit: 20 } })
  const codes = data.filter((line) => !line.status).map((line) => line.code)
  expect(codes).toEqual(expect.arrayContaining([10, 12, 205]))
  expect(data[0]?.ip).toBe('127.0.0.1')
})

test('a key is bound to the serial it was created for', async () => {
  const device = identity()
  const key = await newKey(admin, { serial: device.serial })
  expect((await tryEnrol(port, { key }, identity())).line).toMatch(/^refused 12 /)
  expect((await tryEnrol(port, { key }, device)).line).toMatch(/^bound /)
})

test('S4.67: the same serial with another MAC is refused with code 7', async () => {
  const first = await enrolDevice(port, await newKey(admin), identity())
  const twin = { serial: first.hello.serial, mac: '00:1E:42:FF:FF:FF' }
  expect((await tryEnrol(port, { key: await newKey(admin) }, twin)).line).toMatch(/^refused 7 /)
})

test('after a factory reset the device enrols again, as permitted, and keeps its id; its old key stops working', async () => {
  const first = await enrolDevice(port, await newKey(admin), identity())
  await admin.call(permitEnrolment, { params: { id: first.deviceId } })
  const again = await enrolDevice(port, await newKey(admin), first.hello)
  expect(again.deviceId).toBe(first.deviceId)
  expect(await hearRefusal(port, first)).toMatch(/^refused 204 /)
  const link = await connectEnrolled(port, again)
  link.leave()
})

test("a reset device with another company's key is pending approval, and its own key keeps working", async () => {
  const first = await enrolDevice(port, await newKey(admin), identity())
  const link = await connectEnrolled(port, first)
  const foreign = await newKey(other)
  const claim = await tryEnrol(port, { key: foreign }, first.hello)
  expect(claim.line).toMatch(/^refused 206 /)
  expect(await statusOf(first.deviceId)).toBe(1)
  expect((await admin.call(getDevice, { params: { id: first.deviceId } })).data.approval_pending).toBe(true)
  const body = { fingerprint: keyFingerprint(publicKeyOf(claim.privateKey)) }
  expect((await other.call(approveDevice, { params: { id: first.deviceId }, body })).status).toBe(404)
  expect((await admin.call(approveDevice, { params: { id: first.deviceId }, body })).status).toBe(200)
  await until(() => link.closed())
  const after = await tryEnrol(port, { key: foreign }, first.hello, claim.privateKey)
  expect(after.line).toBe(`bound ${first.deviceId}`)
})

test('S4.52: a device of the add-device form enrols with its password, which is deleted at its first contact', async () => {
  const device = identity({ model: 'RUTX11' })
  const { data, meta } = await admin.call(createDevices, {
    body: {
      data: [
        {
          company_id: company.company_id,
          device_series: 'rut',
          serial: device.serial,
          mac: device.mac,
          name: 'Gate',
          password_confirmation: 'Router-pass-1',
        },
      ],
    },
  })
  const id = data[0]?.id as number
  expect(meta.channel).toMatch(/^private-status\.\d+\.company\.create_devices\.[\w-]{32}$/)
  expect(await statusOf(id)).toBeNull()
  const polled = await admin.fetch(`/status/channel/${meta.channel}`)
  expect(await polled.json()).toMatchObject({ data: { [company.company_id]: [{ status: 'completed' }] } })
  expect((await other.fetch(`/status/channel/${meta.channel}`)).status).toBe(404)
  expect((await tryEnrol(port, { password: 'wrong' }, device)).line).toMatch(/^refused 12 /)
  const stored = await sql<{ secret: Buffer }>`SELECT secret FROM device_claims WHERE device_id = ${id}`.execute(
    world.db,
  )
  expect(stored.rows[0]?.secret.toString('latin1')).not.toContain('Router-pass-1')
  const enrolled = await tryEnrol(port, { password: 'Router-pass-1' }, device)
  expect(enrolled.line).toBe(`bound ${id}`)
  const claims = sql`SELECT 1 FROM device_claims WHERE device_id = ${id}`
  expect((await claims.execute(world.db)).rows).toHaveLength(1)
  const link = await connectEnrolled(port, { deviceId: id, ...enrolled })
  expect((await claims.execute(world.db)).rows).toEqual([])
  link.leave()
})

test('the form names the invalid field: serial, MAC and IMEI', async () => {
  const row = { company_id: company.company_id, device_series: 'rut' as const, password_confirmation: 'x' }
  const { status, errors } = await admin.call(createDevices, {
    body: {
      data: [
        { ...row, serial: '12', mac: '00:1E:42:00:00:01' },
        { ...row, serial: '1234567890', mac: 'not a mac' },
        { ...row, serial: '1234567890' },
        { ...row, serial: '1234567890', device_series: 'trb', imei: '123456789012345' },
      ],
    },
  })
  expect(status).toBe(422)
  expect(errors.map(({ source, message }) => [source, message])).toEqual([
    ['data.0.serial', 'Enter a 10-digit serial number'],
    ['data.1.mac', 'Enter a MAC address such as 00:1E:42:00:00:00'],
    ['data.2.mac', 'Enter the MAC of the device'],
    ['data.3.imei', 'Enter a 15-digit IMEI'],
  ])
})

test("adding a serial of another company's device is answered like a free one; one's own is named", async () => {
  const bound = await enrolDevice(port, await newKey(admin), identity())
  const add = (client: TestClient, company_id: number, serial: string) => {
    const mac = '00:1E:42:00:00:01'
    const device = { company_id, device_series: 'rut' as const, serial, mac, name: 'Gate', password_confirmation: 'x' }
    return client.call(createDevices, { body: { data: [device] } })
  }
  const added = async (serial: string) => {
    const { status, errors, data } = await add(other, company.company_id + 1, serial)
    const { data: device } = await other.call(getDevice, { params: { id: data[0]?.id as number } })
    const { id, serial: _, description, created_at, updated_at, ...shown } = device
    return { status, errors, shown }
  }
  // More attempts than any limit allows.
  for (let count = 0; count < 6; count++) {
    const taken = await added(bound.hello.serial)
    expect(taken).toEqual(await added(identity().serial))
    expect([taken.status, taken.shown.status]).toEqual([201, null])
    const { data } = await other.call(listDevices, { query: { q: bound.hello.serial } })
    expect((await add(other, company.company_id + 1, bound.hello.serial)).status).toBe(409)
    await other.call(deleteDevices, { body: { device_id: [data[0]?.id as number] } })
  }
  const own = await add(admin, company.company_id, bound.hello.serial)
  expect([own.status, own.errors[0]?.source]).toEqual([409, 'data.0.serial'])
})

test('a device deleted while online is disconnected, leaves every list and count, and its serial is free again', async () => {
  const enrolled = await enrolDevice(port, await newKey(admin), identity())
  const link = await connectEnrolled(port, enrolled)
  const total = (await admin.call(listDevices)).meta.total as number
  const answer = await admin.call(deleteDevices, { body: { device_id: [enrolled.deviceId, 999_999] } })
  expect([answer.status, answer.errors]).toEqual([207, [{ code: 'NOT_FOUND', message: 'Not found', source: '999999' }]])
  await until(() => link.closed())
  expect((await admin.call(getDevice, { params: { id: enrolled.deviceId } })).status).toBe(404)
  expect((await admin.call(listDevices)).meta.total).toBe(total - 1)
  // Revoked while its rows are being purged; an unknown device after that.
  const refusals = new Set<string>()
  await until(async () => refusals.add((await hearRefusal(port, enrolled)).split(' ')[1] ?? '').has('10'))
  expect([...refusals].filter((code) => code !== '204')).toEqual(['10'])
  const again = await enrolDevice(port, await newKey(admin), enrolled.hello)
  expect(again.deviceId).not.toBe(enrolled.deviceId)
})

test('revoking closes the link immediately and the key never works again', async () => {
  const enrolled = await enrolDevice(port, await newKey(admin), identity())
  const link = await connectEnrolled(port, enrolled)
  expect((await admin.call(revokeDevice, { params: { id: enrolled.deviceId } })).status).toBe(200)
  expect(await link.hear('refused ')).toMatch(/^refused 204 /)
  await until(() => link.closed())
  expect(await hearRefusal(port, enrolled)).toMatch(/^refused 204 /)
})

test.each([
  ['revoked', (id: number) => sql`UPDATE device_keys SET revoked_at = clock_timestamp() WHERE device_id = ${id}`],
  ['deleted', (id: number) => sql`UPDATE device_session SET open = false, epoch = epoch + 1 WHERE device_id = ${id}`],
])('a device that was %s stores nothing more, although no node was notified', async (_what, change) => {
  const enrolled = await enrolDevice(port, await newKey(admin), identity())
  const link = await connectEnrolled(port, enrolled)
  const report = (seq: number, signal: number) => `report 0123456789ab ${seq} 0 1 [${signal}]`
  link.say('set 1 signal', report(1, -70))
  await link.hear('ack 0123456789ab 1')
  await change(enrolled.deviceId).execute(world.db)
  link.say(report(2, -80))
  expect(await link.hear('refused ')).toMatch(/^refused 208 60 /)
  const marks = await sql<{ seq: number }>`
    SELECT seq::int FROM report_mark WHERE device_id = ${enrolled.deviceId}`.execute(world.db)
  expect(marks.rows).toEqual([{ seq: 1 }])
})

test('an edit affects an online device and is in its log and the audit log', async () => {
  const enrolled = await enrolDevice(port, await newKey(admin), identity())
  const link = await connectEnrolled(port, enrolled)
  await admin.call(updateDevice, {
    params: { id: enrolled.deviceId },
    body: { name: 'Pier 7 + „co“', dynamic_monitoring: 60 },
  })
  const { data } = await admin.call(getDevice, { params: { id: enrolled.deviceId } })
  expect(data).toMatchObject({ name: 'Pier 7 + „co“', dynamic_monitoring: 60, status: 1 })
  const { data: logs } = await admin.call(getDeviceLogs, {
    params: { id: enrolled.deviceId },
    query: { type: 'change' },
  })
  expect(logs[0]).toMatchObject({ log: 'Edited: name, dynamic_monitoring', username: 'admin@example.test' })
  link.leave()
})

test('the newer of two links of a device counts; the end of the older one does not mark it offline', async () => {
  const enrolled = await enrolDevice(port, await newKey(admin), identity())
  const older = await connectEnrolled(port, enrolled)
  const newer = await connectEnrolled(port, enrolled)
  await until(() => older.closed())
  expect(await statusOf(enrolled.deviceId)).toBe(1)
  newer.leave()
  await until(async () => (await statusOf(enrolled.deviceId)) === 0)
})

test('enrolment keys are listed without their secret, and only to their company', async () => {
  const key = await newKey(admin, { name: 'For the yard' })
  const mine = await admin.call(listEnrolmentKeys, { query: { limit: 100 } })
  expect(mine.data.some((row) => row.name === 'For the yard')).toBe(true)
  expect(mine.text).not.toContain(key.split('.')[1])
  expect((await other.call(listEnrolmentKeys, { query: { limit: 100 } })).text).not.toContain('For the yard')
})
