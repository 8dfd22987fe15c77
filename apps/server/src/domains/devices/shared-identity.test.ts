import { createEnrolmentKey, getDevice, getDeviceLogs, permitEnrolment } from '@longreach/contract/devices/endpoints'
import { listNotifications } from '@longreach/contract/notifications/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../test/client.ts'
import { connectEnrolled, type Enrolled, enrolDevice } from '../../test/device.ts'
import { until } from '../../test/until.ts'
import { makeCompany, makeUser, startWorld, type World } from '../../test/world.ts'

let world: World
let port: number
let admin: TestClient
let key: string
let serial = 5_700_000_000

beforeAll(async () => {
  world = await startWorld()
  port = world.app.gatewayPort as number
  const company = await makeCompany(world, 'Harbour')
  await makeUser(world, 'admin', company, 2)
  admin = await world.as('admin')
  key = (await admin.call(createEnrolmentKey, { body: { company_id: company.company_id, uses: 100 } })).data.key
})

afterAll(async () => world?.stop())

const newDevice = () => enrolDevice(port, key, { serial: String(++serial) })
const params = ({ deviceId }: Enrolled) => ({ params: { id: deviceId } })
const sharedOf = async (device: Enrolled) => (await admin.call(getDevice, params(device))).data.shared_identity
const newsOf = async ({ deviceId }: Enrolled) =>
  (await admin.call(listNotifications)).data.filter(({ data }) => data.device_id === deviceId)
const eventsOf = async (device: Enrolled) =>
  (await admin.call(getDeviceLogs, { ...params(device), query: { type: 'event' } })).data.map(({ log }) => log)

const [first, second, third] = ['0123456789ab', '0123456789ac', '0123456789ad']

/** The device connects with these boots, one after the other. */
async function connects(device: Enrolled, ...boots: string[]): Promise<void> {
  for (const boot of boots) {
    const found = boot === second ? { found_mac: '00:1E:42:00:00:99' } : {}
    const hello = { ...device.hello, boot, ...found }
    expect((await connectEnrolled(port, { ...device, hello })).lines[0]).toMatch(/^welcome /)
  }
}

test('two machines that take turns with one key are noticed: log, notification and page name both, once', async () => {
  const device = await newDevice()
  await connects(device, first, second, first, second, first)
  const both = ['127.0.0.1 (00:1E:42:00:00:99)', `127.0.0.1 (${device.hello.mac})`]
  expect(await sharedOf(device)).toMatchObject({
    machines: expect.arrayContaining([
      { address: '127.0.0.1', mac: device.hello.mac },
      { address: '127.0.0.1', mac: '00:1E:42:00:00:99' },
    ]),
  })
  const logs = await eventsOf(device)
  expect(logs.filter((log) => log.startsWith('Two machines'))).toEqual([
    `Two machines connect with the key of this device: ${both.join(' and ')}`,
  ])
  expect(logs.filter((log) => log.startsWith('Booted'))).toHaveLength(1)
  await until(async () => (await newsOf(device)).length > 0)
  const news = await newsOf(device)
  expect(news.map(({ summary }) => summary)).toEqual([expect.stringContaining(`${both.join(' and ')}`)])
})

test.each([
  ['connects again', [first, first, first]],
  ['is restarted again and again', [first, second, third]],
])('a machine that %s is one machine', async (_, boots) => {
  const device = await newDevice()
  await connects(device, ...boots)
  expect(await sharedOf(device)).toBeNull()
  expect((await eventsOf(device)).filter((log) => log.startsWith('Two machines'))).toEqual([])
})

test('a boot that comes back after hours is a restored snapshot, and after a new key nothing is left of it', async () => {
  const device = await newDevice()
  await connects(device, first, second)
  await sql`UPDATE device_session SET since = since - interval '2 hours' WHERE device_id = ${device.deviceId}`.execute(
    world.db,
  )
  await connects(device, first)
  expect(await sharedOf(device)).toBeNull()
  await connects(device, second)
  expect(await sharedOf(device)).not.toBeNull()
  await admin.call(permitEnrolment, params(device))
  await enrolDevice(port, key, device.hello)
  expect(await sharedOf(device)).toBeNull()
})
