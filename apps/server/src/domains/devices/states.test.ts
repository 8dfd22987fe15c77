import { getDeviceLocation, getDeviceState, listDeviceStates } from '@longreach/contract/devices/state-endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../test/client.ts'
import { makeCompany, makeDevice, makeUser, startWorld, type World } from '../../test/world.ts'

let world: World
let admin: TestClient
let rival: TestClient
let [crane, gate, theirs] = [0, 0, 0]

beforeAll(async () => {
  world = await startWorld()
  const harbour = await makeCompany(world, 'Harbour')
  const other = await makeCompany(world, 'Rival')
  await makeUser(world, 'admin', harbour, 2)
  await makeUser(world, 'rival', other, 2)
  crane = await makeDevice(world, harbour, { status: 1, last_connection_at: new Date('2026-01-02T03:04:05Z') })
  gate = await makeDevice(world, harbour, { user_set_latitude: 54.7, user_set_longitude: 25.3 })
  theirs = await makeDevice(world, other)
  const values = JSON.stringify({ signal: -71, temperature: 36.04, wan_ip: '10.0.0.7', speed: 3 })
  await world.db.insertInto('device_state').values({ device_id: crane, values }).execute()
  ;[admin, rival] = [await world.as('admin'), await world.as('rival')]
})
afterAll(async () => world?.stop())

const idsOf = async (query: object, client = admin) => {
  const { data, meta } = await client.call(listDeviceStates, { query })
  return [data.map(({ id }) => id), meta.total]
}

test('the states of devices are those of the list, in one call', async () => {
  const { data } = await admin.call(listDeviceStates, { query: { ids: `${gate},${crane}` } })
  expect(data).toMatchObject([
    {
      id: crane,
      status: 1,
      online: true,
      last_seen: '2026-01-02 03:04:05',
      signal: -71,
      temperature: 360,
      wan_ip: '10.0.0.7',
    },
    { id: gate, status: 0, online: false, last_seen: null, signal: null },
  ])
  expect(data[0]).not.toHaveProperty('speed')
  expect((await admin.call(getDeviceState, { params: { id: crane } })).data).toEqual(data[0])
})

test('named or all, page by page, and never those of another company', async () => {
  expect(await idsOf({})).toEqual([[crane, gate], 2])
  expect(await idsOf({ id: String(crane) })).toEqual([[crane], 1])
  expect(await idsOf({ id: String(crane), ids: `${gate},${theirs}` })).toEqual([[crane, gate], 2])
  expect(await idsOf({ limit: 1, offset: 1 })).toEqual([[gate], 2])
  expect(await idsOf({ offset: 5 })).toEqual([[], 2])
  expect(await idsOf({ ids: `${gate},${crane}` }, rival)).toEqual([[], 0])
  for (const endpoint of [getDeviceState, getDeviceLocation])
    expect((await rival.call(endpoint, { params: { id: crane } })).status).toBe(404)
})

test('a position needs its permission, and is empty while it is unknown', async () => {
  const of = (id: number) => admin.call(getDeviceLocation, { params: { id } })
  expect((await of(gate)).data).toMatchObject({ latitude: 54.7, longitude: 25.3, source: 'set', at: null })
  expect((await of(crane)).data).toMatchObject({ latitude: null, longitude: null, source: null, speed: 3 })
  await world.db
    .deleteFrom('role_permissions')
    .where('role_id', '=', 2)
    .where('permission', '=', 'view_device_location')
    .execute()
  expect((await of(gate)).status).toBe(403)
})
