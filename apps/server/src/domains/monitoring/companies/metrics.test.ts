import { getCompanyMetrics } from '@longreach/contract/monitoring/endpoints'
import { getCompanyData, getTagData, getTagGroupData } from '@longreach/contract/monitoring/group-endpoints'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import { testWriter, writeSamples } from '../../../test/domains/monitoring.ts'
import { makeCompany, makeDevice, makeTag, makeUser, type Place, startWorld, type World } from '../../../test/world.ts'
import { rollUpDays } from '../rollups/days.ts'
import { rollUp } from '../rollups/rollup.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const now = new Date(Math.floor(Date.now() / dayMs) * dayMs)
const ago = (ms: number) => new Date(now.getTime() - ms)

let world: World
let [harbour, pier] = [] as unknown as [Place, Place]
let admin: TestClient
let rival: TestClient
let [crane, gate, boat] = [0, 0, 0]
let tag = 0

beforeAll(async () => {
  world = await startWorld()
  harbour = await makeCompany(world, 'Harbour')
  pier = await makeCompany(world, 'Pier', harbour)
  const other = await makeCompany(world, 'Rival')
  await makeUser(world, 'admin', harbour, 2)
  await makeUser(world, 'rival', other, 2)
  admin = await world.as('admin')
  rival = await world.as('rival')
  crane = await makeDevice(world, harbour, { name: 'Crane' })
  gate = await makeDevice(world, harbour, { name: 'Gate' })
  boat = await makeDevice(world, pier, { name: 'Boat' })
  tag = await makeTag(world, harbour)
  await sql`INSERT INTO device_tags (device_id, tag_id) VALUES (${gate}, ${tag})`.execute(world.db)
  await sql`UPDATE rollup_mark SET until = ${ago(12 * dayMs)}`.execute(world.db)
  await sql`UPDATE day_mark SET until = ${ago(12 * dayMs)}`.execute(world.db)
  const writer = testWriter(world, () => now)
  // Samples of ten, five and one day ago. The counters by SIM take precedence over the whole, and restart on the second
  // day.
  const names = ['signal', 'sent', 'sim1_sent', 'sim2_sent']
  const sample = (days: number, ...values: number[]) => [ago(days * dayMs - hourMs / 2), ...values] as const
  await writeSamples(writer, crane, now, names, [
    sample(10, -60, 1000, 100, 10),
    sample(5, -70, 9000, 160, 10),
    sample(1, -80, 9999, 20, 30),
  ])
  await writeSamples(writer, gate, now, ['signal'], [sample(10, -90), sample(5, -95)])
  await writeSamples(writer, boat, now, ['signal'], [sample(5, -50)])
  await rollUp(world.db, now)
  await rollUpDays(world.db)
})
afterAll(async () => world?.stop())

const read = (query: object, client = admin) =>
  client.call(getCompanyMetrics, {
    params: { id: harbour.company_id },
    query: { parameter: 'signal', ...query },
  } as never)

const fortnight = { start_date: formatTime(ago(14 * dayMs)), end_date: formatTime(now) }
const dayAt = (days: number) => ago(days * dayMs).getTime() / 1000

test('the lowest and highest values by day and by device, with their days', async () => {
  const { data, meta } = await read(fortnight)
  expect(data).toMatchObject({
    bucket_s: 86_400,
    times: [dayAt(10), dayAt(5), dayAt(1)],
    minimum: [-90, -95, -80],
    average: [-75, -82.5, -80],
    maximum: [-60, -70, -80],
  })
  expect(meta.total).toBe(2)
  expect(data.devices).toMatchObject([
    {
      device_id: crane,
      device_name: 'Crane',
      minimum: -80,
      minimum_at: formatTime(ago(dayMs)),
      maximum: -60,
      maximum_at: formatTime(ago(10 * dayMs)),
      average: -70,
      total: null,
    },
    { device_id: gate, minimum: -95, maximum: -90 },
  ])
})

test('subsidiaries are included on request, and a tag limits the devices', async () => {
  const all = (await read({ ...fortnight, include_child_companies: true })).data
  expect(all.devices.map(({ device_name }) => device_name)).toEqual(['Boat', 'Crane', 'Gate'])
  expect(all.maximum).toEqual([-60, -50, -80])
  expect((await read({ ...fortnight, tag_id: tag })).data.devices.map(({ device_id }) => device_id)).toEqual([gate])
})

test('the list of devices is continued from an offset, beside the same totals', async () => {
  const { data, meta } = await read({ ...fortnight, include_child_companies: true, offset: 2 })
  expect([data.devices.map(({ device_name }) => device_name), meta.total]).toEqual([['Gate'], 3])
  expect(data.maximum).toEqual([-60, -50, -80])
  const beyond = await read({ ...fortnight, include_child_companies: true, offset: 500 })
  expect([beyond.data.devices, beyond.meta.total]).toEqual([[], 3])
  expect((await read({ ...fortnight, offset: -1 })).status).toBe(422)
})

test('mobile data is what counters rose by, across days and restarts', async () => {
  const { data } = await read({ ...fortnight, parameter: 'sent' })
  expect(data.devices).toMatchObject([{ device_id: crane, total: 60 + 20 + 20, maximum: 60 }])
  expect([data.times, data.maximum]).toEqual([
    [dayAt(10), dayAt(5), dayAt(1)],
    [0, 60, 40],
  ])
})

test('some days are compared by the hour, and what is not closed yet is read from hours', async () => {
  const hours = { start_date: formatTime(ago(6 * dayMs)), end_date: formatTime(now) }
  expect((await read(hours)).data).toMatchObject({ bucket_s: 3600, times: [dayAt(5), dayAt(1)], maximum: [-70, -80] })
  const before = (await read(fortnight)).data
  await sql`UPDATE day_mark SET until = ${ago(6 * dayMs)}`.execute(world.db)
  expect((await read(fortnight)).data).toEqual(before)
  await sql`UPDATE day_mark SET until = ${ago(dayMs)}`.execute(world.db)
})

test('a day of which not all was made yet is read from its hours', async () => {
  const before = (await read(fortnight)).data
  await sql`UPDATE day_mark SET until = ${ago(4 * dayMs)}`.execute(world.db)
  await sql`UPDATE fleet_day SET signal_low = -200 WHERE device_id = ${gate} AND day = ${ago(5 * dayMs)}`.execute(
    world.db,
  )
  expect((await read(fortnight)).data.minimum).toEqual([-90, -200, -80])
  await sql`INSERT INTO day_due (device_id, set_id, day, touched_at)
    SELECT device_id, set_id, ${ago(5 * dayMs)}, now() FROM device_set WHERE device_id = ${gate}`.execute(world.db)
  expect((await read(fortnight)).data).toEqual(before)
  await rollUpDays(world.db)
  expect((await read(fortnight)).data).toEqual(before)
})

test('a roll-up that a node of an older version has changed is read, too', async () => {
  const changeDay = (by: number) =>
    sql`
    UPDATE history_day h SET mins = ARRAY(SELECT x + ${by} FROM unnest(h.mins) x)
    WHERE device_id = ${gate} AND day = ${ago(10 * dayMs)}`.execute(world.db)
  await changeDay(-9)
  await rollUpDays(world.db)
  expect((await read(fortnight)).data.minimum).toEqual([-99, -95, -80])
  await changeDay(9)
  await rollUpDays(world.db)
  expect((await read(fortnight)).data.minimum).toEqual([-90, -95, -80])
})

test('a company out of reach is not found, and a range is at most a year', async () => {
  expect((await read(fortnight, rival)).status).toBe(404)
  const years = { start_date: '2016-01-01 00:00:00', end_date: '2026-01-01 00:00:00' }
  const { status, errors } = await read(years)
  expect([status, errors[0]?.message]).toEqual([422, 'At most 366 days'])
  expect((await read({ ...fortnight, parameter: 'iccid' })).status).toBe(422)
})

test('the data of a company and of a tag name the devices with the highest and the lowest value', async () => {
  const query = { parameter: 'signal', ...fortnight } as const
  const company = await admin.call(getCompanyData, { params: { id: harbour.company_id }, query })
  expect(company.data).toMatchObject({
    Maximum: { device_id: crane, serial: expect.any(String), value: -60, created_at: formatTime(ago(10 * dayMs)) },
    Minimum: { device_id: gate, value: -95, created_at: formatTime(ago(5 * dayMs)) },
    maximum: [-60, -70, -80],
  })
  const whole = await admin.call(getCompanyData, {
    params: { id: harbour.company_id },
    query: { ...query, include_child_companies: 'true' },
  })
  expect(whole.data.Maximum).toMatchObject({ device_id: boat, value: -50 })
  for (const endpoint of [getTagData, getTagGroupData]) {
    const { data } = await admin.call(endpoint, { params: { id: tag }, query })
    expect(data).toMatchObject({ Maximum: { device_id: gate, value: -90 }, Minimum: { device_id: gate, value: -95 } })
    expect((await rival.call(endpoint, { params: { id: tag }, query })).status).toBe(404)
    const none = await admin.call(endpoint, { params: { id: tag }, query: { ...query, parameter: 'satellites' } })
    expect([none.data.Maximum, none.data.Minimum, none.data.times]).toEqual([null, null, []])
  }
  expect((await rival.call(getCompanyData, { params: { id: harbour.company_id }, query })).status).toBe(404)
})

test('without the permissions for tags or positions there is no data of them', async () => {
  const makeViewer = async (name: string, gone: string, id: number) => {
    await world.db
      .insertInto('roles')
      .values({ id, name, title: name, ...harbour })
      .execute()
    await sql`INSERT INTO role_permissions (role_id, permission)
      SELECT ${id}, permission FROM role_permissions WHERE role_id = 2 AND permission <> ${gone}`.execute(world.db)
    await makeUser(world, name, harbour, id)
    return world.as(name)
  }
  const blind = await makeViewer('blind', 'view_tags', 901)
  const lost = await makeViewer('lost', 'view_device_location', 902)
  const [tagged, ofCompany] = [{ params: { id: tag } }, { params: { id: harbour.company_id } }]
  expect((await blind.call(getTagData, { ...tagged, query: { parameter: 'signal', ...fortnight } })).status).toBe(403)
  expect((await lost.call(getTagData, { ...tagged, query: { parameter: 'speed', ...fortnight } })).status).toBe(403)
  expect((await lost.call(getCompanyData, { ...ofCompany, query: { parameter: 'speed', ...fortnight } })).status).toBe(
    403,
  )
})
