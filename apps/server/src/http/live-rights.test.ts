import cookies from '@fastify/cookie'
import { confirmPassword, createToken } from '@longreach/contract/account/access-endpoints'
import { login, refreshToken } from '@longreach/contract/account/endpoints'
import { listAudit } from '@longreach/contract/audit/endpoints'
import { moveCompany } from '@longreach/contract/companies/endpoints'
import {
  type ClientEvents,
  type DeviceState,
  devicesChannel,
  pollingPath,
  type ServerEvents,
  socketPath,
  userChannel,
} from '@longreach/contract/live'
import type { PermissionName } from '@longreach/contract/permissions'
import { deleteUser, moveUsers, updateUser } from '@longreach/contract/users/endpoints'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Bus, createBus } from '../bus/bus.ts'
import { openStatus, publishStatus } from '../domains/actions/status.ts'
import { deviceState } from '../domains/devices/topics.ts'
import { rightsChanged } from '../domains/roles/topics.ts'
import { listenInOrder } from '../listeners.ts'
import { modules } from '../modules.ts'
import type { TestClient } from '../test/client.ts'
import { until } from '../test/until.ts'
import { makeCompany, makeDevice, makeUser, type Place, password, startWorld, type World } from '../test/world.ts'
import { createForwarded } from './forwarded.ts'
import { answerLive } from './live.ts'

type Client = Socket<ServerEvents, ClientEvents>

let world: World
let company: Place
let rival: Place
let adminId: number
let admin: TestClient
const sockets: Client[] = []

beforeAll(async () => {
  world = await startWorld()
  company = await makeCompany(world, 'Harbour')
  rival = await makeCompany(world, 'Rival')
  adminId = await makeUser(world, 'admin', company, 2)
  await makeUser(world, 'other', company, 2)
  admin = await world.as('admin')
})

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})

afterAll(async () => world?.stop())

async function open(client: TestClient, base = world.base): Promise<Client> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const socket: Client = io(base, {
    path: socketPath,
    transports: ['websocket'],
    reconnection: false,
    extraHeaders: { cookie },
  })
  sockets.push(socket)
  await until(() => socket.connected)
  return socket
}

const state: Omit<DeviceState, 'id'> = {
  status: 1,
  signal: null,
  connection_type: null,
  operator: null,
  config_state: null,
  last_update_at: null,
  offline_reason: null,
  last_connection_at: null,
}

/** Live sockets without the rest of the server, with a bus and frequent checks of permissions. */
async function standalone({ recheckMs = 20, user = 'admin' } = {}) {
  const app = Fastify()
  await app.register(cookies)
  const bus = createBus((error) => {
    throw error
  })
  const { db } = world
  const { listener, close } = answerLive(app, {
    db,
    endReused: async () => {},
    bus,
    news: modules.flatMap(({ news }) => news ?? []),
    origins: [],
    forwarded: createForwarded([]),
    limitCalls: async () => {},
    diskSpace: { takesChanges: () => true, watch: () => () => {} },
    recheckMs,
  })
  listenInOrder(app.server, [listener])
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = await open(await world.as(user), base)
  const states: DeviceState[] = []
  socket.on('DeviceStateChanged', ({ data }) => states.push(data))
  const stop = async () => {
    socket.close()
    await close()
    await app.close()
  }
  return { socket, bus, states, stop }
}

test('signing in again closes the sockets of the replaced session, and the audit log names the user', async () => {
  const client = await world.as('admin')
  const socket = await open(client)
  expect((await client.call(login, { body: { username: 'other@example.test', password } })).status).toBe(200)
  await until(() => !socket.connected)
  const { data } = await admin.call(listAudit, { query: { action: 'account.login', limit: 1 } })
  expect(data[0]).toMatchObject({ username: 'other@example.test' })
  expect(data[0]?.target_id).toBe(data[0]?.user_id)
})

test('a socket keeps working after the session was refreshed', async () => {
  const client = await world.as('admin')
  const socket = await open(client)
  await client.call(refreshToken)
  await sql`UPDATE sessions SET previous_until = now() - interval '1 second'`.execute(world.db)
  const errors: unknown[] = []
  socket.on('subscription_error', (event) => errors.push(event))
  socket.emit('subscribe', { channel: userChannel(adminId) })
  socket.emit('subscribe', { channel: 'nonsense' })
  await until(() => errors.length > 0)
  expect(errors).toEqual([expect.objectContaining({ channel: 'nonsense' })])
  expect(socket.connected).toBe(true)
})

test('unsubscribing from the devices ends their events', async () => {
  const device = await makeDevice(world, company)
  const { socket, bus, states, stop } = await standalone()
  socket.emit('subscribe', { channel: devicesChannel(adminId), data: { device_id: [device] } })
  await until(() => {
    bus.publish(deviceState, { ...state, id: device })
    return states.length > 0
  })
  const unsubscribed = new Promise((resolve) => socket.once('subscription_error', resolve))
  socket.emit('unsubscribe', { channel: devicesChannel(adminId) })
  socket.emit('subscribe', { channel: 'nonsense' })
  await unsubscribed
  const before = states.length
  bus.publish(deviceState, { ...state, id: device })
  const refused = new Promise((resolve) => socket.once('subscription_error', resolve))
  socket.emit('subscribe', { channel: 'nonsense' })
  await refused
  expect(states.length).toBe(before)
  await stop()
})

/** Checks for events of a device, by waiting for those of another one. */
async function hears({ bus, states }: { bus: Bus; states: DeviceState[] }, id: number, stays: number) {
  states.length = 0
  bus.publish(deviceState, { ...state, id })
  bus.publish(deviceState, { ...state, id: stays })
  await until(() => states.some((state) => state.id === stays))
  return states.some((state) => state.id === id)
}

test('an open socket is unsubscribed from a device that moved, and closes when its session has expired', async () => {
  const [stays, moves] = [await makeDevice(world, company), await makeDevice(world, company)]
  const { socket, bus, states, stop } = await standalone()
  socket.emit('subscribe', { channel: devicesChannel(adminId), data: { device_id: [stays, moves] } })
  const heard = (id: number) => hears({ bus, states }, id, stays)
  await until(async () => {
    bus.publish(deviceState, { ...state, id: stays })
    return states.length > 0
  })
  expect(await heard(moves)).toBe(true)
  await world.db.updateTable('devices').set(rival).where('id', '=', moves).execute()
  await until(async () => !(await heard(moves)))
  await sql`UPDATE sessions SET expires_at = now() - interval '1 second'`.execute(world.db)
  await until(() => !socket.connected)
  await stop()
})

test('an open socket is unsubscribed from the devices of a company that moved under another one', async () => {
  const below = await makeCompany(world, 'Below', company)
  const [stays, moves] = [await makeDevice(world, company), await makeDevice(world, below)]
  const { socket, bus, states, stop } = await standalone()
  socket.emit('subscribe', { channel: devicesChannel(adminId), data: { device_id: [stays, moves] } })
  await until(async () => {
    bus.publish(deviceState, { ...state, id: stays })
    return states.length > 0
  })
  expect(await hears({ bus, states }, moves, stays)).toBe(true)
  const root = await world.as('root')
  const body = { source: below.company_id, target: rival.company_id }
  expect((await root.call(moveCompany, { body })).status).toBe(200)
  await until(async () => !(await hears({ bus, states }, moves, stays)))
  await stop()
})

test('an open socket is unsubscribed immediately when the permissions of its user change', async () => {
  const device = await makeDevice(world, company)
  const long = 3_600_000
  const { socket, bus, states, stop } = await standalone({ recheckMs: long })
  const news: string[] = []
  socket.on('RightsChanged', ({ channel }) => news.push(channel))
  socket.emit('subscribe', { channel: userChannel(adminId) })
  socket.emit('subscribe', { channel: devicesChannel(adminId), data: { device_id: [device] } })
  await until(() => {
    bus.publish(deviceState, { ...state, id: device })
    return states.length > 0
  })
  const nothing = await world.db
    .insertInto('roles')
    .values({ ...company, name: 'nothing', title: 'Nothing' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db.updateTable('users').set({ role_id: nothing.id }).where('id', '=', adminId).execute()
  bus.publish(rightsChanged, { userIds: [adminId] })
  await until(() => news.length > 0)
  await until(() => {
    const before = states.length
    bus.publish(deviceState, { ...state, id: device })
    return new Promise((resolve) => {
      socket.once('subscription_error', () => resolve(states.length === before))
      socket.emit('subscribe', { channel: 'nonsense' })
    })
  })
  expect(socket.connected).toBe(true)
  await world.db.updateTable('users').set({ role_id: 2 }).where('id', '=', adminId).execute()
  await stop()
})

test('a new role is published to the open page; moving and deleting a user closes their sockets', async () => {
  // Earlier sessions have expired above.
  const chief = await world.as('admin')
  const branch = await makeCompany(world, 'Branch', company)
  const [mover, deleted] = [
    await makeUser(world, 'mover', company, 3),
    await makeUser(world, 'deleted', company, 3),
  ] as const
  const [one, two] = [await open(await world.as('mover')), await open(await world.as('deleted'))]
  const news: string[] = []
  one.on('RightsChanged', ({ channel }) => news.push(channel))
  one.emit('subscribe', { channel: userChannel(mover) })
  await until(async () => {
    expect((await chief.call(updateUser, { params: { id: mover }, body: { role_id: 4 } })).status).toBe(200)
    return news.length > 0
  })
  expect(news[0]).toBe(userChannel(mover))
  await chief.call(moveUsers, { body: { user_id: [mover], company_id: branch.company_id } })
  await until(() => !one.connected)
  expect(two.connected).toBe(true)
  await chief.call(deleteUser, { params: { id: deleted } })
  await until(() => !two.connected)
})

/** Keys that a program or browser gets by polling; undefined if there is no such channel for it. */
async function poll(client: Pick<TestClient, 'fetch'>, channel: string): Promise<string[] | undefined> {
  const response = await client.fetch(`${pollingPath}/${channel}`)
  return response.status === 404 ? undefined : Object.keys(((await response.json()) as { data: object }).data)
}

async function setRole(userId: number, permissions: PermissionName[]): Promise<void> {
  const name = `role ${permissions.length} of ${userId}`
  const values = { ...company, name, title: name }
  const { id } = await world.db.insertInto('roles').values(values).returning('id').executeTakeFirstOrThrow()
  for (const permission of permissions)
    await world.db.insertInto('role_permissions').values({ role_id: id, permission }).execute()
  await world.db.updateTable('users').set({ role_id: id }).where('id', '=', userId).execute()
}

test('a status channel is read only with the permission it was opened with, for what the user sees now', async () => {
  const userId = await makeUser(world, 'reader', company, 2)
  const client = await world.as('reader')
  const tokenOf = async (scope: string) => {
    await client.call(confirmPassword, { body: { password } })
    const { data } = await client.call(createToken, {
      body: { name: scope.replace(':', ' '), scopes: [scope], days: 1 },
    })
    const headers = { authorization: `Bearer ${data.token}` }
    return { fetch: (path: string) => fetch(world.base + path, { headers }) }
  }
  const [program, lesser] = [await tokenOf('device_actions:write'), await tokenOf('tags:read')]
  const [stays, moves] = [await makeDevice(world, company), await makeDevice(world, company)]
  const permission = 'execute_device_actions'
  const channel = await openStatus(world.db, { userId, permission, keys: [stays, moves] })
  const { socket, bus, stop } = await standalone({ recheckMs: 3_600_000, user: 'reader' })
  const heard: string[] = []
  const refused: number[] = []
  socket.on('ActionStatusUpdated', ({ events }) => void heard.push(...events.map(({ key }) => key)))
  socket.on('subscription_error', ({ status }) => void refused.push(status))
  const marker = await makeDevice(world, company)
  const always = await openStatus(world.db, { userId, permission: 'view_devices', keys: [marker] })
  /** Keys that arrive when a step of each device is published; ends with a step on a channel that stays readable. */
  const hear = async (): Promise<string[]> => {
    heard.length = 0
    for (const key of [stays, moves])
      await publishStatus(world.db, bus, { channel, userId, key }, { status: 'running', value: 'x' })
    await publishStatus(world.db, bus, { channel: always, userId, key: marker }, { status: 'running', value: 'x' })
    await until(() => heard.includes(String(marker)))
    return heard.filter((key) => key !== String(marker))
  }
  for (const one of [channel, always]) socket.emit('subscribe', { channel: one })
  await until(() => heard.length === 3)
  expect(await hear()).toEqual([String(stays), String(moves)])
  const both = [String(stays), String(moves)].toSorted()
  expect((await poll(client, channel))?.toSorted()).toEqual(both)
  expect((await poll(program, channel))?.toSorted()).toEqual(both)
  expect(await poll(lesser, channel)).toBeUndefined()

  await world.db.updateTable('devices').set(rival).where('id', '=', moves).execute()
  expect(await hear()).toEqual([String(stays)])
  for (const reader of [client, program]) expect(await poll(reader, channel)).toEqual([String(stays)])

  await setRole(userId, ['view_devices', 'view_device_logs'])
  expect(await hear()).toEqual([])
  for (const reader of [client, program]) expect(await poll(reader, channel)).toBeUndefined()
  socket.emit('subscribe', { channel })
  await until(() => refused.includes(403))
  await stop()
})
