import { type ClientEvents, pollingPath, type ServerEvents, socketPath } from '@longreach/contract/live'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBus } from '../../bus/bus.ts'
import type { TestClient } from '../../test/client.ts'
import { until } from '../../test/until.ts'
import { makeCompany, makeDevice, makeUser, startWorld, type World } from '../../test/world.ts'
import { openStatus, publishStatus } from './status.ts'

let world: World
let admin: TestClient
let other: TestClient
let adminId: number
let devices: [number, number]
const bus = createBus((error) => {
  throw error
})

beforeAll(async () => {
  world = await startWorld()
  const acme = await makeCompany(world, 'Acme')
  adminId = await makeUser(world, 'acme-admin', acme, 2)
  await makeUser(world, 'acme-second', acme, 2)
  devices = [await makeDevice(world, acme), await makeDevice(world, acme)]
  admin = await world.as('acme-admin')
  other = await world.as('acme-second')
})
afterAll(() => world.stop())

const poll = async (client: TestClient, channel: string) => {
  const response = await client.fetch(`${pollingPath}/${channel}`)
  return { status: response.status, body: (await response.json()) as { data: unknown; errors: unknown } }
}

function follow(client: TestClient): Socket<ServerEvents, ClientEvents> {
  return io(world.base, {
    path: socketPath,
    transports: ['websocket'],
    extraHeaders: { cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
}

test('a status channel starts with a line for each key and is replayed in order, to its user alone', async () => {
  const [seven, eight] = devices
  const channel = await openStatus(world.db, {
    userId: adminId,
    permission: 'execute_device_actions',
    keys: devices,
    value: 'Asking the device',
  })
  await publishStatus(
    world.db,
    bus,
    { channel, userId: adminId, key: seven },
    { status: 'completed', value: 'Open', link: 'x' },
  )
  expect(await poll(admin, channel)).toMatchObject({
    status: 200,
    body: {
      data: {
        [seven]: [
          { status: 'started', value: 'Asking the device' },
          { status: 'completed', value: 'Open', link: 'x' },
        ],
        [eight]: [{ status: 'started', value: 'Asking the device' }],
      },
    },
  })
  expect(await poll(other, channel)).toMatchObject({ status: 404, body: { errors: [{ code: 'CHANNEL_NOT_FOUND' }] } })

  const socket = follow(admin)
  const steps: string[] = []
  socket.on('ActionStatusUpdated', ({ events }) => {
    for (const { key, data } of events) steps.push(`${key} ${data.status}`)
  })
  socket.emit('subscribe', { channel })
  await until(() => steps.length === 3)
  expect(steps).toEqual([`${seven} started`, `${eight} started`, `${seven} completed`])
  socket.close()
})
