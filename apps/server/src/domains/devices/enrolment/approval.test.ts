import { claimsOfCompany, claimsOfOthers } from '@longreach/contract/devices/constants'
import {
  approveDevice,
  createEnrolmentKey,
  deleteDevices,
  getDevice,
  getDeviceLogs,
  listDeviceLogs,
  listKeyClaims,
  permitEnrolment,
  rejectDevice,
  revokeDevice,
} from '@longreach/contract/devices/endpoints'
import { formatUpLine } from '@longreach/contract/link/lines'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { generateHostKey, keyFingerprint } from '../../../gateway/host-key.ts'
import type { TestClient } from '../../../test/client.ts'
import { connectEnrolled, type Enrolled, enrolDevice, hearRefusal, tryEnrol } from '../../../test/device.ts'
import { connectDevice, publicKeyOf } from '../../../test/gateway/device.ts'
import { until } from '../../../test/until.ts'
import { makeCompany, makeUser, type Place, startWorld, type World } from '../../../test/world.ts'

let world: World
let port: number
let admin: TestClient
let rival: TestClient
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
  const other = await makeCompany(world, 'Rival')
  await makeUser(world, 'rival', other, 2)
  rival = await world.as('rival')
  foreignKey = await keyOf(other)
})

afterAll(async () => world?.stop())

beforeEach(() => sql`DELETE FROM rate_limits`.execute(world.db))

const newDevice = () => enrolDevice(port, ownKey, { serial: String(++serial) })
const printOf = ({ privateKey }: Enrolled) => keyFingerprint(publicKeyOf(privateKey))
const approve = (claimed: Enrolled) =>
  admin.call(approveDevice, { params: { id: claimed.deviceId }, body: { fingerprint: printOf(claimed) } })
const reject = (claimed: Enrolled) =>
  admin.call(rejectDevice, { params: { id: claimed.deviceId }, body: { fingerprint: printOf(claimed) } })
const claimsOf = async ({ deviceId }: Enrolled) => (await admin.call(listKeyClaims, { params: { id: deviceId } })).data
const printsOf = async (device: Enrolled) => (await claimsOf(device)).map(({ fingerprint }) => fingerprint)
const pending = async (id: number) => (await admin.call(getDevice, { params: { id } })).data.approval_pending

/** The device enrols again with a new key, as permitted. */
async function enrolAgain({ deviceId, hello }: Enrolled): Promise<Enrolled> {
  await admin.call(permitEnrolment, { params: { id: deviceId } })
  return enrolDevice(port, ownKey, hello)
}

/** A device with the serial and MAC of another one, its own key and a proof of the other company. */
async function claim(device: Enrolled, privateKey?: string, key = foreignKey): Promise<Enrolled> {
  const { line, ...rest } = await tryEnrol(port, { key }, device.hello, privateKey)
  expect(line).toMatch(/^refused 206 /)
  const claimed = { ...rest, deviceId: device.deviceId }
  expect(line.replaceAll('\\0040', ' ')).toContain(`Enrolment with key ${printOf(claimed)} is pending approval`)
  return claimed
}

test('an approval names the claim it lets in: a later one changes nothing', async () => {
  const device = await newDevice()
  const first = await claim(device)
  const second = await claim(device)
  expect(await printsOf(device)).toEqual([printOf(first), printOf(second)])
  expect((await approve(first)).status).toBe(200)
  const link = await connectEnrolled(port, first)
  link.leave()
  expect(await hearRefusal(port, second)).toMatch(/^refused 10 /)
  expect(await hearRefusal(port, device)).toMatch(/^refused 204 /)
  expect(await claimsOf(device)).toEqual([])
  const late = await approve(second)
  expect([late.status, late.errors[0]]).toEqual([
    409,
    {
      code: 'CONFLICT',
      source: 'fingerprint',
      message: 'No enrolment with this key is pending: it was decided on, superseded by newer ones, or has expired',
    },
  ])
  expect((await admin.call(approveDevice, { params: { id: device.deviceId } } as never)).status).toBe(422)
})

test('a claim shows who makes it, from where and since when; a company out of reach is not named', async () => {
  const device = await newDevice()
  const own = await claim(device, undefined, ownKey)
  const other = await claim(device)
  const common = { address: '127.0.0.1', created_at: expect.any(String), claimed_at: expect.any(String) }
  expect(await claimsOf(device)).toMatchObject([
    { ...common, fingerprint: printOf(own), own_company: true, company_name: 'Harbour' },
    { ...common, fingerprint: printOf(other), own_company: false, company_name: null },
  ])
  const root = await world.as('root')
  const { data } = await root.call(listKeyClaims, { params: { id: device.deviceId } })
  expect(data.map(({ company_name }) => company_name)).toEqual(['Harbour', 'Rival'])
})

test("claims are in the log of the owner, and tell another company's devices and users nothing of the owner", async () => {
  const device = await newDevice()
  const claimed = await claim(device)
  const { data: log } = await admin.call(getDeviceLogs, { params: { id: device.deviceId }, query: { limit: 1 } })
  expect(log).toMatchObject([
    {
      type: 'connection',
      code: 206,
      status: false,
      ip: '127.0.0.1',
      log: `Enrolment by another company with key ${printOf(claimed)} is pending approval`,
    },
  ])
  const { data: theirs } = await rival.call(listDeviceLogs, { query: { serial: device.hello.serial } })
  expect(theirs).toMatchObject([
    { device_id: null, code: 206, log: `Enrolment with key ${printOf(claimed)} is pending approval` },
  ])
  const params = { id: device.deviceId }
  const body = { fingerprint: printOf(claimed) }
  expect((await rival.call(listKeyClaims, { params })).status).toBe(404)
  expect((await rival.call(approveDevice, { params, body })).status).toBe(404)
  expect((await rival.call(rejectDevice, { params, body })).status).toBe(404)
})

test('another company does not learn whether a MAC is that of the device', async () => {
  const device = await newDevice()
  const wrong = { ...device.hello, mac: '00:1E:42:FF:FF:FF' }
  const privateKey = generateHostKey()
  const attempt = async (identity: Enrolled['hello']) => {
    const { line } = await tryEnrol(port, { key: foreignKey }, identity, privateKey)
    const { data } = await rival.call(listDeviceLogs, { query: { serial: identity.serial, limit: 1 } })
    return { line, logged: data.map(({ code, log, device_id, status }) => ({ code, log, device_id, status })) }
  }
  expect(await attempt(wrong)).toEqual(await attempt(device.hello))
  const { data: log } = await admin.call(getDeviceLogs, { params: { id: device.deviceId }, query: { limit: 2 } })
  expect(log.map(({ code }) => code)).toEqual([206, 7])
  // The limit of attempts does not distinguish them either.
  for (const identity of [wrong, device.hello]) {
    const other = { ...identity, serial: (await newDevice()).hello.serial }
    for (let count = 0; count < 5; count++) expect((await attempt(other)).line).toMatch(/^refused 206 /)
    expect((await attempt(other)).line).toMatch(/^refused 203 /)
  }
})

test('a rejected claim is over: it cannot be approved, and its key does not claim the device again', async () => {
  const device = await newDevice()
  const [bad, good] = [await claim(device), await claim(device)]
  expect((await reject(bad)).status).toBe(200)
  expect(await printsOf(device)).toEqual([printOf(good)])
  expect((await approve(bad)).status).toBe(409)
  expect((await reject(bad)).status).toBe(409)
  await claim(device, bad.privateKey)
  expect(await printsOf(device)).toEqual([printOf(good)])
  const { data: log } = await admin.call(getDeviceLogs, { params: { id: device.deviceId }, query: { limit: 2 } })
  expect(log.map((line) => line.log)).toEqual([
    `Enrolment by another company with rejected key ${printOf(bad)}`,
    `Rejected the enrolment with key ${printOf(bad)}`,
  ])
  expect((await approve(good)).status).toBe(200)
})

test('another company displaces its own older claims alone, and many companies none of the owner', async () => {
  const device = await newDevice()
  const own = await claim(device, undefined, ownKey)
  const claims: Enrolled[] = []
  for (let count = 0; count < claimsOfCompany + 1; count++) claims.push(await claim(device))
  expect(await printsOf(device)).toEqual([own, ...claims.slice(1)].map(printOf))
  await sql`
    INSERT INTO key_claims (device_id, public_key, fingerprint, claimant_id, address, expires_at)
    SELECT ${device.deviceId}, 'key ' || id, 'key ' || id, id, '192.0.2.1', now() + interval '1 day'
    FROM companies WHERE id IN (${sql.join(await manyCompanies(claimsOfOthers))})`.execute(world.db)
  const ownLater = await claim(device, undefined, ownKey)
  const last = await claim(device)
  const left = await claimsOf(device)
  expect(left.filter(({ own_company }) => !own_company)).toHaveLength(claimsOfOthers)
  const ours = left.filter(({ own_company }) => own_company).map(({ fingerprint }) => fingerprint)
  expect(ours).toEqual([own, ownLater].map(printOf))
  expect(left.at(-1)?.fingerprint).toBe(printOf(last))
})

async function manyCompanies(count: number): Promise<number[]> {
  const places = await Promise.all(Array.from({ length: count }, (_, index) => makeCompany(world, `Rival ${index}`)))
  return places.map(({ company_id }) => company_id)
}

test('a claim expires, unless its device presents it again', async () => {
  const device = await newDevice()
  const claimed = await claim(device)
  await sql`UPDATE key_claims SET expires_at = now() WHERE device_id = ${device.deviceId}`.execute(world.db)
  expect([await claimsOf(device), await pending(device.deviceId)]).toEqual([[], false])
  expect((await approve(claimed)).status).toBe(409)
  await claim(device, claimed.privateKey)
  expect((await approve(claimed)).status).toBe(200)
})

test('a claim from before the device enrolled again is not part of a later approval', async () => {
  const device = await newDevice()
  const old = await claim(device)
  const again = await enrolAgain(device)
  expect(await pending(device.deviceId)).toBe(false)
  expect((await approve(old)).status).toBe(409)
  const current = await claim(again)
  expect((await approve(current)).status).toBe(200)
  expect(await hearRefusal(port, old)).toMatch(/^refused 10 /)
})

test('a claim made with a key that was revoked before is pending like any other', async () => {
  const device = await newDevice()
  const again = await enrolAgain(device)
  expect((await approve(await claim(again, device.privateKey))).status).toBe(200)
  const link = await connectEnrolled(port, device)
  link.leave()
})

test('revoking ends a pending claim', async () => {
  const device = await newDevice()
  const claimed = await claim(device)
  expect((await admin.call(revokeDevice, { params: { id: device.deviceId } })).status).toBe(200)
  expect(await pending(device.deviceId)).toBe(false)
  expect((await approve(claimed)).status).toBe(409)
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
