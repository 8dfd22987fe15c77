import { exportDevices, getDevice, listDevices, updateDevice } from '@longreach/contract/devices/endpoints'
import { listPlaces } from '@longreach/contract/devices/place-endpoints'
import {
  getCompanyMetrics,
  getHistory,
  getInformation,
  getLocationHistory,
} from '@longreach/contract/monitoring/endpoints'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scopeOfUser } from '../../../db/scope.ts'
import type { TestClient } from '../../../test/client.ts'
import { makeCompany, makeDevice, makeUser, type Place, startWorld, type World } from '../../../test/world.ts'
import { applyLatest } from '../latest.ts'
import { findPlaces } from './places.ts'

let world: World
let company: Place
let client: TestClient
let blind: TestClient

beforeAll(async () => {
  world = await startWorld()
  company = await makeCompany(world, 'One')
  await makeUser(world, 'admin', company, 2)
  client = await world.as('admin')
  const { rows } = await sql<{ id: number }>`
    INSERT INTO roles (name, title, company_id, l1_id) VALUES ('no_places', 'No places', ${company.company_id}, ${company.l1_id}) RETURNING id`.execute(
    world.db,
  )
  const role = Number(rows[0]?.id)
  await sql`INSERT INTO role_permissions (role_id, permission)
    SELECT ${role}, permission FROM role_permissions WHERE role_id = 2 AND permission <> 'view_device_location'`.execute(
    world.db,
  )
  await makeUser(world, 'blind', company, role)
  blind = await world.as('blind')
})
afterAll(() => world.stop())

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
const report = (device_id: number, hours: number, values: Record<string, number | string | null>) =>
  applyLatest(world.db, [{ device_id, ts: hoursAgo(hours), values }])
const positionOf = async (id: number) => (await client.call(getDevice, { params: { id } })).data.position

test('the GPS is trusted most, then what a user set, an earlier GPS, and the cell', async () => {
  const id = await makeDevice(world, company)
  expect(await positionOf(id)).toBeNull()
  await sql`INSERT INTO cell_towers VALUES (246, 2, 146, 1037079, 54.5, 25.5, 900)`.execute(world.db)
  await report(id, 60, { mcc: '246', mnc: '02', lac: '146', cell_id: '1037079' })
  expect(await positionOf(id)).toEqual({ latitude: 54.5, longitude: 25.5, source: 'cell', at: null, accuracy: 900 })
  const at = hoursAgo(50)
  await applyLatest(world.db, [{ device_id: id, ts: at, values: { latitude: 54.7, longitude: 25.3, fix_status: '1' } }])
  expect(await positionOf(id)).toMatchObject({ latitude: 54.7, source: 'last_gps', at: formatTime(at), accuracy: null })
  await client.call(updateDevice, { params: { id }, body: { user_set_latitude: 1, user_set_longitude: 2 } })
  expect(await positionOf(id)).toMatchObject({ latitude: 1, longitude: 2, source: 'set' })
  await report(id, 1, { latitude: 54.8, longitude: 25.4 })
  expect(await positionOf(id)).toMatchObject({ latitude: 54.8, longitude: 25.4, source: 'gps' })
  // A receiver without a fix reports zeros, nothing, or that it has none.
  await report(id, 0.5, { latitude: 0, longitude: 0 })
  expect(await positionOf(id)).toMatchObject({ source: 'set' })
  await report(id, 0.4, { signal: -70 })
  expect(await positionOf(id)).toMatchObject({ source: 'set' })
  await report(id, 0.3, { latitude: 54.9, longitude: 25.4, fix_status: '1' })
  expect(await positionOf(id)).toMatchObject({ latitude: 54.9, source: 'gps' })
  await report(id, 0.2, { fix_status: '0' })
  expect(await positionOf(id)).toMatchObject({ source: 'set' })
})

test('places of a list have its filters and no other company; groups add up', async () => {
  const other = await makeCompany(world, 'Other')
  const points = [
    [59.4, 24.7],
    [59.41, 24.71],
    [-41.3, 174.8],
    [65, -179.9],
  ] as const
  const ids: number[] = []
  for (const [index, [latitude, longitude]] of points.entries()) {
    const id = await makeDevice(world, company, { name: `Mapped ${index}`, status: index % 2 })
    await report(id, 0, { latitude, longitude })
    ids.push(id)
  }
  const foreign = await makeDevice(world, other, { name: 'Mapped abroad' })
  await report(foreign, 0, { latitude: 59.4, longitude: 24.7 })
  const nowhere = await makeDevice(world, company, { name: 'Mapped nowhere' })

  const all = await client.call(listPlaces, { query: { q: 'Mapped' } })
  expect(all.meta).toEqual({ total: 5, located: 4 })
  expect([...all.data.devices.device_id].sort()).toEqual([...ids].sort())
  const first = all.data.devices.device_id.indexOf(ids[0] as number)
  expect([all.data.devices.latitude[first], all.data.devices.longitude[first], all.data.devices.status[first]]).toEqual(
    [59.4, 24.7, 0],
  )

  const listed = async (query: object) =>
    (await client.call(listDevices, { query: { q: 'Mapped', sort: 'id', ...query } as never })).data.map(({ id }) => id)
  expect(await listed({ bounds: '24,59,25,60' })).toEqual(ids.slice(0, 2))
  expect(await listed({ bounds: '170,-90,-170,90' })).toEqual(ids.slice(2))
  expect(await listed({ place: 'unknown' })).toEqual([nowhere])
  expect(await listed({ place: 'known', status: 'online' })).toEqual([ids[1], ids[3]])
  for (const bounds of ['1,2,3', '0,10,0,-10', '0,0,0,91', 'a,b,c,d', '181,0,0,0', '']) {
    const { status, errors } = await client.call(listDevices, { query: { bounds } as never })
    expect([status, errors[0]?.source]).toEqual([422, 'bounds'])
  }

  const scope = scopeOfUser({ companyId: 0, level: 0, permissions: new Set(['super_admin']) })
  for (const zoom of [0, 5, 20]) {
    const { data } = await findPlaces(world.db, scope, { q: 'Mapped' } as never, { zoom, most: 2 })
    expect(data.devices.device_id).toEqual([])
    expect(data.groups?.count.reduce((sum, count) => sum + count, 0)).toBe(5)
    expect(data.groups?.offline.reduce((sum, count) => sum + count, 0)).toBe(3)
  }
})

test('without the permission to view locations no coordinate leaves any call', async () => {
  const id = await makeDevice(world, company, { name: 'Hidden place' })
  await report(id, 0, { latitude: 54.123456, longitude: 25.654321, altitude: 87.6543, speed: 55.5555, course: 271.77 })
  await client.call(updateDevice, {
    params: { id },
    body: { user_set_latitude: 33.123456, user_set_longitude: 44.654321 },
  })
  const secret = /54\.123456|25\.654321|87\.6543|55\.5555|271\.77|33\.123456|44\.654321/
  const range = { start_date: formatTime(hoursAgo(2)), end_date: formatTime(hoursAgo(-1)) }
  const answers = [
    await blind.call(getDevice, { params: { id } }),
    await blind.call(listDevices, { query: { q: 'Hidden' } }),
    await blind.call(getHistory, { params: { id }, query: { ...range, parameters: 'signal' } }),
  ]
  for (const answer of answers) {
    expect(answer.status).toBe(200)
    expect(JSON.stringify(answer)).not.toMatch(secret)
  }
  expect(JSON.stringify(await client.call(getDevice, { params: { id } }))).toMatch(secret)
  const refused = [
    await blind.call(listPlaces, { query: {} }),
    await blind.call(listDevices, { query: { place: 'known' } }),
    await blind.call(listDevices, { query: { bounds: '0,0,90,90' } as never }),
    await blind.call(exportDevices, { query: { 'ne:place': 'known' } as never }),
    await blind.call(getHistory, { params: { id }, query: { ...range, parameters: 'signal,latitude' } }),
    await blind.call(getInformation, { params: { id, type: 'gps' }, query: range }),
    await blind.call(getCompanyMetrics, {
      params: { id: company.company_id },
      query: { ...range, parameter: 'speed' } as never,
    }),
    await blind.call(getLocationHistory, { params: { id }, query: range }),
    await blind.call(updateDevice, { params: { id }, body: { user_set_latitude: 1 } }),
  ]
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403))
  const { rows } = await sql<{ line: string }>`SELECT to_jsonb(a)::text AS line FROM audit a`.execute(world.db)
  expect(rows.map(({ line }) => line).join()).not.toMatch(secret)
})
