import { endpoints } from '@longreach/contract'
import { createEnrolmentKey } from '@longreach/contract/devices/endpoints'
import { type ClientEvents, type ServerEvents, socketPath, userChannel } from '@longreach/contract/live'
import { getDiskSpace } from '@longreach/contract/system/endpoints'
import { createTag, listTags } from '@longreach/contract/tags/endpoints'
import pg from 'pg'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../test/client.ts'
import { connectEnrolled, enrolDevice } from '../../test/device.ts'
import { until } from '../../test/until.ts'
import { makeCompany, makeUser, type Place, startWorld, type World } from '../../test/world.ts'
import { watchDiskSpace } from './disk-space.ts'

let world: World
let company: Place
let adminId: number
let admin: TestClient
let root: TestClient

beforeAll(async () => {
  world = await startWorld()
  company = await makeCompany(world, 'Harbour')
  adminId = await makeUser(world, 'admin', company, 2)
  admin = await world.as('admin')
  root = await world.as('root')
})

afterAll(async () => world?.stop())

/** Changes the setting like an operator or a fail-over to a standby; it applies to new connections. */
async function setReadOnly(on: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: world.url, options: '-c default_transaction_read_only=off' })
  await client.connect()
  await client.query(`ALTER DATABASE ${world.name} SET default_transaction_read_only = ${on ? 'on' : 'off'}`)
  await client.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  await client.end()
}

/** A socket of the company's administrator that collects its events. */
function listen() {
  const socket: Socket<ServerEvents, ClientEvents> = io(world.base, {
    path: socketPath,
    transports: ['websocket'],
    extraHeaders: { cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  const heard: boolean[] = []
  socket.on('ChangesTaken', ({ taken }) => heard.push(taken))
  socket.emit('subscribe', { channel: userChannel(adminId) })
  return { socket, heard }
}

const ready = async () => (await (await fetch(`${world.base}/ready`)).json()) as Record<string, unknown>

test('a read-only database: reads work, changes are refused, reports wait, and everything recovers by itself', async () => {
  const { data: key } = await admin.call(createEnrolmentKey, { body: { company_id: company.company_id } })
  const device = await enrolDevice(world.app.gatewayPort as number, key.key, { serial: '7300000001' })
  const link = await connectEnrolled(world.app.gatewayPort as number, device)
  const { boot } = device.hello
  const tag = (name: string) =>
    admin.call(createTag, { body: { company_id: company.company_id, name, color: '#4287F5' } })
  expect((await root.call(getDiskSpace)).data.state).toBe('ok')
  // The next use must be recorded, which must not prevent reading.
  await world.db.updateTable('sessions').set({ last_used_at: null }).execute()
  const before = listen()
  await until(() => before.heard.length === 1)
  await setReadOnly(true)
  await until(async () => (await ready()).disk_space === 'read_only')
  const after = listen()
  await until(() => before.heard.length === 2 && after.heard.length === 1)
  expect(await ready()).toMatchObject({ status: 'ready', database: true })
  expect((await admin.call(listTags)).status).toBe(200)
  // All calls that read without a path parameter, by a user who may read everything.
  const reads = endpoints.filter(
    ({ method, kind, path }) => method === 'GET' && kind !== 'download' && !path.includes('{'),
  )
  expect(reads.length).toBeGreaterThan(20)
  for (const { path } of reads)
    expect([path, (await root.fetch(`/api${path}`)).status]).toEqual([path, expect.toBeOneOf([200, 422])])
  const refused = await tag('Refused')
  expect([refused.status, refused.errors[0]?.message]).toEqual([
    503,
    'Database is read-only. Changes are not possible at the moment',
  ])
  expect(refused.headers.get('retry-after')).toBe('60')
  link.say('set 1 signal', `report ${boot} 1 0 1 [-70]`)
  await setReadOnly(false)
  await until(async () => (await ready()).disk_space === 'ok')
  await link.hear(`ack ${boot} 1`)
  expect((await tag('Taken')).status).toBe(201)
  await until(() => before.heard.length === 3 && after.heard.length === 2)
  expect([before.heard, after.heard]).toEqual([
    [true, false, true],
    [false, true],
  ])
  for (const { socket } of [before, after]) socket.close()
  link.leave()
})

test('low disk space is reported before it is full; a failed statement counts immediately', async () => {
  const look = (required: number) =>
    watchDiskSpace({ db: world.db, folders: ['/tmp'], required, log: { warn: () => {}, info: () => {} } })
  const plenty = await look(1)
  expect([plenty.state(), plenty.opened(), plenty.check()]).toEqual(['ok', undefined, undefined])
  const free = plenty.free() as number
  const low = await look(Math.floor(free / 2))
  expect([low.state(), low.opened()]).toEqual(['low', undefined])
  const full = await look(free * 2)
  expect(full.state()).toBe('full')
  expect(() => full.check()).toThrow('Server disk full. Changes are not possible until space is freed')
  plenty.failed(Object.assign(new Error(), { code: '23505' }))
  expect(plenty.state()).toBe('ok')
  plenty.failed(Object.assign(new Error(), { code: '53100' }))
  expect(plenty.state()).toBe('full')
  for (const space of [plenty, low, full]) space.stop()
})
