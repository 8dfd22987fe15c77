import {
  createDevices,
  createEnrolmentKey,
  deleteEnrolmentKey,
  getDevice,
  listDevices,
  revokeDevice,
} from '@longreach/contract/devices/endpoints'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateHostKey } from '../../../gateway/host-key.ts'
import type { TestClient } from '../../../test/client.ts'
import { connectEnrolled, cutEnrolment, cuts, tryEnrol } from '../../../test/device.ts'
import { makeCompany, makeUser, type Place, startWorld, type World } from '../../../test/world.ts'

let world: World
let port: number
let company: Place
let admin: TestClient
let serial = 5_700_000_000

beforeAll(async () => {
  world = await startWorld()
  port = world.app.gatewayPort as number
  company = await makeCompany(world, 'Harbour')
  await makeUser(world, 'admin', company, 2)
  admin = await world.as('admin')
})

afterAll(async () => world?.stop())

const mac = '00:1E:42:00:00:07'
const identity = () => ({ serial: String(++serial), mac, model: 'RUTX11' })
const keyFor = async (uses: number) => ({
  key: (await admin.call(createEnrolmentKey, { body: { company_id: company.company_id, uses } })).data.key,
})

async function passwordFor(device: { serial: string }) {
  const password = 'Router-pass-1'
  const row = { company_id: company.company_id, device_series: 'rut' as const, password_confirmation: password }
  await admin.call(createDevices, { body: { data: [{ ...row, ...device, mac, name: `Gate ${device.serial}` }] } })
  return { password }
}

const secrets = {
  'a key for one device': () => keyFor(1),
  'a key for many devices': () => keyFor(50),
  'the password of the form': passwordFor,
}
type Secret = keyof typeof secrets

const usesOf = async (secret: object) => {
  if (!('key' in secret)) return null
  const [shown = ''] = String(secret.key).split('.')
  return (await world.db.selectFrom('enrolment_keys').select('used').where('key', '=', shown).executeTakeFirst())?.used
}

test('an enrolment that was cut anywhere, any number of times, is repeated until the device is in, once', async () => {
  const numRuns = Number(process.env.ENROLMENTS ?? 6)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Secret>(...(Object.keys(secrets) as Secret[])),
      fc.array(fc.constantFrom(...cuts), { minLength: 1, maxLength: 3 }),
      async (kind, broken) => {
        const device = identity()
        const secret = await secrets[kind](device)
        const privateKey = generateHostKey()
        for (const cut of broken) await cutEnrolment(port, secret, device, privateKey, cut)
        const last = await tryEnrol(port, secret, device, privateKey)
        expect(last.line).toMatch(/^bound /)
        expect(await usesOf(secret)).toBe('key' in secret ? 1 : null)
        const { data } = await admin.call(listDevices, { query: { q: device.serial } })
        expect(data.map(({ id }) => `bound ${id}`)).toEqual([last.line])
        const link = await connectEnrolled(port, { deviceId: Number(last.line.split(' ')[1]), ...last })
        link.leave()
      },
    ),
    { numRuns },
  )
})

test.each(Object.keys(secrets) as Secret[])('with %s another SSH key is not let in by a repetition', async (kind) => {
  const device = identity()
  const secret = await secrets[kind](device)
  const first = await tryEnrol(port, secret, device)
  expect(first.line).toMatch(/^bound /)
  expect((await tryEnrol(port, secret, device)).line).toMatch(/^refused 20[56] /)
  expect((await tryEnrol(port, secret, device, first.privateKey)).line).toBe(first.line)
})

test('a repetition with another secret is refused, one with a key that was deleted is not', async () => {
  const device = identity()
  const secret = await keyFor(1)
  const first = await tryEnrol(port, secret, device)
  const [shown = ''] = secret.key.split('.')
  const other = { key: `${shown}.${'x'.repeat(32)}` }
  expect((await tryEnrol(port, other, device, first.privateKey)).line).toMatch(/^refused 12 /)
  const { id } = await world.db
    .selectFrom('enrolment_keys')
    .select('id')
    .where('key', '=', shown)
    .executeTakeFirstOrThrow()
  await admin.call(deleteEnrolmentKey, { params: { id } })
  expect((await tryEnrol(port, secret, device, first.privateKey)).line).toBe(first.line)
})

test('after the device has connected its password is no proof any more', async () => {
  const device = identity()
  const secret = await passwordFor(device)
  const enrolled = await tryEnrol(port, secret, device)
  const deviceId = Number(enrolled.line.split(' ')[1])
  const link = await connectEnrolled(port, { deviceId, ...enrolled })
  link.leave()
  expect((await tryEnrol(port, secret, device)).line).toMatch(/^refused 12 /)
  expect((await tryEnrol(port, secret, device, enrolled.privateKey)).line).toBe(enrolled.line)
})

test('a key that was revoked is not let in by a repetition, nor is the password it was enrolled with', async () => {
  const device = identity()
  const secret = await passwordFor(device)
  const enrolled = await tryEnrol(port, secret, device)
  const id = Number(enrolled.line.split(' ')[1])
  await admin.call(revokeDevice, { params: { id } })
  expect((await tryEnrol(port, secret, device, enrolled.privateKey)).line).toMatch(/^refused 12 /)
  expect((await admin.call(getDevice, { params: { id } })).data.status).not.toBe(1)
})
