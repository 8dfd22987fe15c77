import { revokeToken } from '@longreach/contract/account/endpoints'
import { createEnrolmentKey, deleteDevices, updateDevice } from '@longreach/contract/devices/endpoints'
import { type ClientEvents, devicesChannel, type ServerEvents, socketPath, userChannel } from '@longreach/contract/live'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../test/client.ts'
import { connectEnrolled, enrolDevice } from '../test/device.ts'
import { until } from '../test/until.ts'
import { makeCompany, makeDevice, makeUser, type Place, startWorld, type World } from '../test/world.ts'

type Client = Socket<ServerEvents, ClientEvents>

let world: World
let admin: TestClient
let adminId: number
let company: Place
let foreignDevice: number

beforeAll(async () => {
  world = await startWorld()
  company = await makeCompany(world, 'Harbour')
  adminId = await makeUser(world, 'admin', company, 2)
  const rival = await makeCompany(world, 'Rival')
  foreignDevice = await makeDevice(world, rival)
  admin = await world.as('admin')
})

afterAll(async () => world?.stop())

function open(client: TestClient, headers: Record<string, string> = {}): Client {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return io(world.base, {
    path: socketPath,
    transports: ['websocket'],
    reconnection: false,
    extraHeaders: { cookie, ...headers },
  })
}

test('S7.110 S7.111: state of the devices on screen arrives; another company’s device is silently left out', async () => {
  const { data: key } = await admin.call(createEnrolmentKey, { body: { company_id: company.company_id } })
  const enrolled = await enrolDevice(world.app.gatewayPort as number, key.key, { serial: '7000000001' })
  const socket = open(admin)
  const states: unknown[] = []
  socket.on('DeviceStateChanged', (event) => states.push(event))
  await socket.emitWithAck('subscribe', {
    channel: devicesChannel(adminId),
    data: { device_id: [enrolled.deviceId, foreignDevice] },
  })
  const link = await connectEnrolled(world.app.gatewayPort as number, enrolled)
  await until(() => states.length > 0)
  expect(states[0]).toMatchObject({ channel: devicesChannel(adminId), data: { id: enrolled.deviceId, status: 1 } })
  link.say('set 1 signal,connection_type', `report ${enrolled.hello.boot} 1 0 1 [-66,"4G (LTE)"]`)
  await until(() => states.some((state) => (state as { data: { signal: number } }).data.signal === -66))
  expect(states.at(-1)).toMatchObject({ data: { signal: -66, connection_type: '4G (LTE)' } })
  const removed: unknown[] = []
  socket.on('DeviceRemoved', (event) => removed.push(event))
  await admin.call(deleteDevices, { body: { device_id: [enrolled.deviceId] } })
  await until(() => removed.length === 1)
  socket.close()
  link.leave()
})

test('a device that enrols with my key is announced to me', async () => {
  const socket = open(admin)
  const created: unknown[] = []
  socket.on('DeviceCreated', (event) => created.push(event))
  await socket.emitWithAck('subscribe', { channel: userChannel(adminId) })
  const { data: key } = await admin.call(createEnrolmentKey, { body: { company_id: company.company_id } })
  await enrolDevice(world.app.gatewayPort as number, key.key, { serial: '7000000002', name: 'Tug' })
  await until(() => created.length === 1)
  expect(created[0]).toMatchObject({ data: { name: 'Tug' } })
  socket.close()
})

test("S7.114: another user's channel and nonsense are refused with subscription_error", async () => {
  const socket = open(admin)
  const errors: { channel: string; status: number }[] = []
  socket.on('subscription_error', (event) => errors.push(event))
  for (const channel of [
    userChannel(adminId + 1),
    devicesChannel(adminId + 1),
    `private-status.${adminId + 1}.x`,
    'nonsense',
  ]) {
    socket.emit('subscribe', { channel })
  }
  socket.emit('subscribe', 'garbage' as never)
  // A value other than a function is not called.
  socket.emit('subscribe', { channel: 'nonsense' }, 'garbage' as never)
  await until(() => errors.length === 6)
  expect(errors.map((error) => error.status).sort()).toEqual([403, 403, 403, 403, 403, 422])
  socket.close()
})

test('a socket without a session or from another site is refused', async () => {
  const failures: string[] = []
  const { createClient } = await import('../test/client.ts')
  const stranger = open(createClient(world.base))
  stranger.on('connect_error', (error) => failures.push(error.message))
  const foreign = open(admin, { origin: 'https://elsewhere.test' })
  foreign.on('connect_error', (error) => failures.push(error.message))
  const otherScheme = open(admin, { origin: world.base.replace('http:', 'https:') })
  otherScheme.on('connect_error', (error) => failures.push(error.message))
  await until(() => failures.length === 3)
  expect(failures).toContain('UNAUTHORIZED')
})

test('signing out closes the sockets of the session', async () => {
  const client = await world.as('admin')
  const socket = open(client)
  await until(() => socket.connected)
  await client.call(revokeToken)
  await until(() => !socket.connected)
})

test('removing the permission stops new subscriptions of an open socket', async () => {
  const id = await makeUser(world, 'brief', company, 2)
  const client = await world.as('brief')
  const socket = open(client)
  await until(() => socket.connected)
  const { rows } = await world.pool.query("INSERT INTO roles (name, title) VALUES ('none', 'None') RETURNING id")
  await world.pool.query('UPDATE users SET role_id = $1 WHERE id = $2', [rows[0].id, id])
  const errors: { status: number }[] = []
  socket.on('subscription_error', (event) => errors.push(event))
  socket.emit('subscribe', { channel: devicesChannel(id), data: { device_id: [] } })
  await until(() => errors.length === 1)
  expect(errors[0]?.status).toBe(403)
  expect((await client.call(updateDevice, { params: { id: foreignDevice }, body: { name: 'x' } })).status).toBe(403)
  socket.close()
})
