import { listAudit } from '@longreach/contract/audit/endpoints'
import {
  approveDevice,
  createEnrolmentKey,
  getDevice,
  getDeviceLogs,
  listKeyClaims,
  permitEnrolment,
  revokeDevice,
  withdrawEnrolmentPermit,
} from '@longreach/contract/devices/endpoints'
import { listNotifications } from '@longreach/contract/notifications/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import { connectEnrolled, type Enrolled, enrolDevice, hearRefusal, tryEnrol } from '../../../test/device.ts'
import { until } from '../../../test/until.ts'
import { makeCompany, makeUser, startWorld, type World } from '../../../test/world.ts'

let world: World
let port: number
let admin: TestClient
let viewer: TestClient
let key: string
let serial = 5_300_000_000

beforeAll(async () => {
  world = await startWorld()
  port = world.app.gatewayPort as number
  const company = await makeCompany(world, 'Harbour')
  await makeUser(world, 'admin', company, 2)
  await makeUser(world, 'viewer', company, 4)
  admin = await world.as('admin')
  viewer = await world.as('viewer')
  key = (await admin.call(createEnrolmentKey, { body: { company_id: company.company_id, uses: 500 } })).data.key
})

afterAll(async () => world?.stop())

const newDevice = () => enrolDevice(port, key, { serial: String(++serial) })
const impostor = async ({ hello }: Enrolled) => (await tryEnrol(port, { key }, hello)).line
const params = ({ deviceId }: Enrolled) => ({ params: { id: deviceId } })
const permitOf = async (device: Enrolled) => (await admin.call(getDevice, params(device))).data.enrolment_permit

/** Moves every record of when the device was last seen this many hours into the past. */
async function lastSeen({ deviceId }: Enrolled, hours: number): Promise<void> {
  const { db } = world
  const then = sql`now() - ${hours} * interval '1 hour'`
  await sql`UPDATE devices SET status = 0, status_since = ${then}, last_connection_at = ${then} WHERE id = ${deviceId}`.execute(
    db,
  )
  await sql`UPDATE device_state SET updated_at = ${then} WHERE device_id = ${deviceId}`.execute(db)
  await sql`UPDATE device_keys SET created_at = ${then} WHERE device_id = ${deviceId}`.execute(db)
}

test('an enrolment key with the serial and MAC of an online device does not replace its key', async () => {
  const device = await newDevice()
  const link = await connectEnrolled(port, device)
  expect(await impostor(device)).toMatch(/^refused 206 /)
  expect(link.closed()).toBe(false)
  const { data } = await admin.call(getDevice, params(device))
  expect([data.status, data.approval_pending]).toEqual([1, true])
  link.leave()
  expect((await connectEnrolled(port, device)).lines[0]).toMatch(/^welcome /)
})

test.each([
  ['disconnected', (id: number) => sql`UPDATE devices SET status_since = now() - interval '23 hours' WHERE id = ${id}`],
  [
    'connected',
    (id: number) => sql`UPDATE devices SET last_connection_at = now() - interval '23 hours' WHERE id = ${id}`,
  ],
  [
    'was enrolled',
    (id: number) => sql`UPDATE device_keys SET created_at = now() - interval '23 hours' WHERE device_id = ${id}`,
  ],
  [
    'reported',
    (id: number) => sql`
      INSERT INTO device_state (device_id, updated_at) VALUES (${id}, now() - interval '23 hours')
      ON CONFLICT (device_id) DO UPDATE SET updated_at = excluded.updated_at`,
  ],
])('neither does it for a device that %s within the last day', async (_what, seen) => {
  const device = await newDevice()
  await lastSeen(device, 25)
  await seen(device.deviceId).execute(world.db)
  expect(await impostor(device)).toMatch(/^refused 206 /)
  const link = await connectEnrolled(port, device)
  link.leave()
})

test('a device that was not seen for a day is replaced, and its administrators learn of it', async () => {
  const device = await newDevice()
  await lastSeen(device, 25)
  const again = await enrolDevice(port, key, device.hello)
  expect(again.deviceId).toBe(device.deviceId)
  expect(await hearRefusal(port, device)).toMatch(/^refused 204 /)
  await until(async () =>
    (await admin.call(listNotifications)).data.some((one) => one.data.device_id === device.deviceId),
  )
  const news = (await admin.call(listNotifications)).data.filter((one) => one.data.device_id === device.deviceId)
  expect(news).toMatchObject([{ type: 'deviceAlert', summary: expect.stringContaining(device.hello.serial) }])
  expect(news[0]?.summary).toContain('127.0.0.1')
  expect((await viewer.call(listNotifications)).data).toEqual([])
  const { data: lines } = await admin.call(listAudit, {
    query: { action: 'devices.replace_key', target_id: device.deviceId },
  })
  expect(lines).toMatchObject([
    {
      sentence: expect.stringMatching(/ enrolled again with another key$/),
      target: 'device',
      username: null,
      ip: '127.0.0.1',
      source: 'device',
    },
  ])
  const print = /^SHA256:[\w+/]{43}$/
  expect([lines[0]?.before, lines[0]?.after]).toEqual([
    { fingerprint: expect.stringMatching(print) },
    { fingerprint: expect.stringMatching(print) },
  ])
  const { data: log } = await admin.call(getDeviceLogs, { ...params(device), query: { type: 'connection' } })
  expect(log.map((line) => line.log)).toContain(
    `Enrolled with a new key, ${lines[0]?.after.fingerprint}. The previous key no longer works`,
  )
})

test('a permit lets one enrolment replace the key, and no second one', async () => {
  const device = await newDevice()
  expect((await viewer.call(permitEnrolment, params(device))).status).toBe(403)
  expect((await admin.call(permitEnrolment, params(device))).status).toBe(200)
  expect(await permitOf(device)).toMatchObject({ username: 'admin@example.test' })
  const again = await enrolDevice(port, key, device.hello)
  expect(again.deviceId).toBe(device.deviceId)
  expect(await permitOf(device)).toBeNull()
  expect(await impostor(device)).toMatch(/^refused 206 /)
  const { data: lines } = await admin.call(listAudit, { query: { target: 'device', target_id: device.deviceId } })
  expect(lines.map(({ action }) => action)).toEqual(['devices.replace_key', permitEnrolment.name])
})

test('a permit is used by one of two enrolments at once', async () => {
  const device = await newDevice()
  await admin.call(permitEnrolment, params(device))
  const answers = await Promise.all([impostor(device), impostor(device), impostor(device)])
  expect(answers.map((line) => line.slice(0, 9)).sort()).toEqual([
    expect.stringMatching(/^bound /),
    'refused 2',
    'refused 2',
  ])
})

test('a permit that was withdrawn or has expired permits nothing', async () => {
  const withdrawn = await newDevice()
  await admin.call(permitEnrolment, params(withdrawn))
  expect((await admin.call(withdrawEnrolmentPermit, params(withdrawn))).status).toBe(200)
  expect(await impostor(withdrawn)).toMatch(/^refused 206 /)
  expect((await admin.call(withdrawEnrolmentPermit, params(withdrawn))).status).toBe(409)
  const expired = await newDevice()
  await admin.call(permitEnrolment, params(expired))
  await sql`UPDATE enrolment_permits SET expires_at = now() WHERE device_id = ${expired.deviceId}`.execute(world.db)
  expect(await permitOf(expired)).toBeNull()
  expect(await impostor(expired)).toMatch(/^refused 206 /)
})

test("a permit is for the company's own keys: another company's still needs approval", async () => {
  const rival = await makeCompany(world, 'Rival')
  const root = await world.as('root')
  const foreign = (await root.call(createEnrolmentKey, { body: { company_id: rival.company_id } })).data.key
  const device = await newDevice()
  await admin.call(permitEnrolment, params(device))
  expect((await tryEnrol(port, { key: foreign }, device.hello)).line).toMatch(/^refused 206 /)
  expect(await permitOf(device)).not.toBeNull()
})

test('a device whose access was revoked has no key to protect: it enrols again', async () => {
  const device = await newDevice()
  await admin.call(revokeDevice, params(device))
  expect(await impostor(device)).toBe(`bound ${device.deviceId}`)
})

test('an approval is a replacement, too: the others learn of it', async () => {
  const device = await newDevice()
  expect(await impostor(device)).toMatch(/^refused 206 /)
  const { data } = await admin.call(listKeyClaims, params(device))
  await admin.call(approveDevice, { ...params(device), body: { fingerprint: data[0]?.fingerprint as string } })
  await until(async () =>
    (await admin.call(listNotifications)).data.some((one) => one.data.device_id === device.deviceId),
  )
})
