import {
  approveDevice,
  createEnrolmentKey,
  deleteDevices,
  getDevice,
  permitEnrolment,
  revokeDevice,
} from '@longreach/contract/devices/endpoints'
import { formatUpLine } from '@longreach/contract/link/lines'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDevice } from '../../gateway/test-device.ts'
import type { TestClient } from '../../test/client.ts'
import { connectEnrolled, type Enrolled, enrolDevice, hearRefusal, tryEnrol } from '../../test/device.ts'
import { until } from '../../test/until.ts'
import { makeCompany, makeUser, type Place, startWorld, type World } from '../../test/world.ts'

let world: World
let port: number
let admin: TestClient
let ownKey: string
let foreignKey: string
let serial = 5_100_000_000

beforeAll(async () => {
  world = await startWorld()
  port = world.app.gatewayPort as number
  const root = await world.as('root')
  const keyOf = async (place: Place) =>
    (await root.call(createEnrolmentKey, { body: { company_id: place.company_id, uses: 50 } })).data.key
  const company = await makeCompany(world, 'Harbour')
  await makeUser(world, 'admin', company, 2)
  admin = await world.as('admin')
  ownKey = await keyOf(company)
  foreignKey = await keyOf(await makeCompany(world, 'Rival'))
})

afterAll(async () => world?.stop())

const newDevice = () => enrolDevice(port, ownKey, { serial: String(++serial) })
const approve = (id: number) => admin.call(approveDevice, { params: { id } })
const pending = async (id: number) => (await admin.call(getDevice, { params: { id } })).data.approval_pending

/** The device enrols again with a new key, as permitted. */
async function enrolAgain({ deviceId, hello }: Enrolled): Promise<Enrolled> {
  await admin.call(permitEnrolment, { params: { id: deviceId } })
  return enrolDevice(port, ownKey, hello)
}

/** A device that presents the serial and MAC of another with a key of its own and the other company's proof. */
async function claim(device: Enrolled, privateKey?: string): Promise<Enrolled> {
  const { line, ...claimed } = await tryEnrol(port, { key: foreignKey }, device.hello, privateKey)
  expect(line).toMatch(/^refused 206 /)
  return { ...claimed, deviceId: device.deviceId }
}

test('an approval lets in the last claim alone', async () => {
  const device = await newDevice()
  const earlier = await claim(device)
  const last = await claim(device)
  expect((await approve(device.deviceId)).status).toBe(200)
  const link = await connectEnrolled(port, last)
  link.leave()
  expect(await hearRefusal(port, earlier)).toMatch(/^refused 10 /)
  expect(await hearRefusal(port, device)).toMatch(/^refused 204 /)
})

test('a claim from before the device enrolled again is not part of a later approval', async () => {
  const device = await newDevice()
  const old = await claim(device)
  const again = await enrolAgain(device)
  expect(await pending(device.deviceId)).toBe(false)
  expect((await approve(device.deviceId)).status).toBe(409)
  await claim(again)
  expect((await approve(device.deviceId)).status).toBe(200)
  expect(await hearRefusal(port, old)).toMatch(/^refused 10 /)
})

test('a claim made with a key that was revoked before is pending like any other', async () => {
  const device = await newDevice()
  const again = await enrolAgain(device)
  await claim(again, device.privateKey)
  expect((await approve(device.deviceId)).status).toBe(200)
  const link = await connectEnrolled(port, device)
  link.leave()
})

test('revoking ends a pending claim', async () => {
  const device = await newDevice()
  const claimed = await claim(device)
  expect((await admin.call(revokeDevice, { params: { id: device.deviceId } })).status).toBe(200)
  expect(await pending(device.deviceId)).toBe(false)
  expect((await approve(device.deviceId)).status).toBe(409)
  expect(await hearRefusal(port, claimed)).toMatch(/^refused 10 /)
})

test.each([
  ['revoked', (id: number) => admin.call(revokeDevice, { params: { id } })],
  ['deleted', (id: number) => admin.call(deleteDevices, { body: { device_id: [id] } })],
])('a device that had signed in before it was %s is not welcomed after', async (_how, end) => {
  const device = await newDevice()
  const early = await connectDevice({ port, user: String(device.deviceId), privateKey: device.privateKey })
  await end(device.deviceId)
  early.say(formatUpLine({ verb: 'hello', hello: device.hello }))
  expect(await early.hear('refused ')).toMatch(/^refused 204 /)
  await until(() => early.closed())
})

test('an enrolment that replaces the old key closes its link', async () => {
  const device = await newDevice()
  const link = await connectEnrolled(port, device)
  await enrolAgain(device)
  expect(await link.hear('refused ')).toMatch(/^refused 20 /)
  await until(() => link.closed())
})

test('a device that signed in with its old key is refused if another key was enrolled before its hello', async () => {
  const device = await newDevice()
  const old = await connectDevice({ port, user: String(device.deviceId), privateKey: device.privateKey })
  const renewed = await enrolAgain(device)
  expect(renewed.deviceId).toBe(device.deviceId)
  old.say(formatUpLine({ verb: 'hello', hello: device.hello }))
  expect(await old.hear('refused ')).toMatch(/^refused 204 /)
  const link = await connectEnrolled(port, renewed)
  link.leave()
})
