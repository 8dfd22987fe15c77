import { listCompanies, moveCompany } from '@longreach/contract/companies/endpoints'
import { createEnrolmentKey, deleteDevices, listDevices } from '@longreach/contract/devices/endpoints'
import { generalGroups } from '@longreach/contract/statistics/constants'
import * as api from '@longreach/contract/statistics/endpoints'
import { groupFilter } from '@longreach/contract/statistics/group-filter'
import { listTags } from '@longreach/contract/tags/endpoints'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAction } from '../../test/actions.ts'
import type { TestClient } from '../../test/client.ts'
import { connectEnrolled, enrolDevice } from '../../test/device.ts'
import { makeCompany, makeDevice, makeTag, makeUser, type Place, startWorld, type World } from '../../test/world.ts'
import { foldCounts } from '../devices/counts.ts'
import { makeFleetDays } from '../monitoring/rollups/fleet-days.ts'
import { closeMonths } from './months.ts'
import { sumUpHours, takeSample } from './sample.ts'
import { createSeen, noteLinks } from './seen.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

let world: World
let [harbour, pier, rival] = [] as unknown as [Place, Place, Place]
let admin: TestClient
let alone: TestClient
let other: TestClient
let root: TestClient

beforeAll(async () => {
  world = await startWorld()
  harbour = await makeCompany(world, 'Harbour')
  pier = await makeCompany(world, 'Pier', harbour)
  rival = await makeCompany(world, 'Rival')
  await makeUser(world, 'admin', harbour, 2)
  await makeUser(world, 'pier', pier, 3)
  await makeUser(world, 'rival', rival, 2)
  admin = await world.as('admin')
  alone = await world.as('pier')
  other = await world.as('rival')
  root = await world.as('root')
  for (const [place, status] of [
    [harbour, 1],
    [harbour, 0],
    [pier, 1],
    [rival, 1],
  ] as const)
    await makeDevice(world, place, { status, status_since: new Date(), firmware: 'RUTX_R_00.07.15' })
})
afterAll(async () => world?.stop())

const span = (from: Date, to: Date) => ({ start_date: formatTime(from), end_date: formatTime(to) })
const floor = (time: number, step: number) => new Date(Math.floor(time / step) * step)
const figures = (client: TestClient, query: object = {}) => client.call(api.getOnline, { query } as never)

test.each([
  ['ten years', { start_date: '2016-01-01 00:00:00', end_date: '2026-01-01 00:00:00' }, 'At most 731 days'],
  [
    'backwards',
    { start_date: '2026-02-01 00:00:00', end_date: '2026-01-01 00:00:00' },
    'Must be later than the start date',
  ],
  [
    'no range',
    { start_date: '2026-02-01 00:00:00', end_date: '2026-02-01 00:00:00' },
    'Must be later than the start date',
  ],
])('a range of %s is refused', async (_what, query, message) => {
  for (const call of [api.getGeneral, api.getMonths, api.getOnline, api.getOnlineTree, api.getSeen, api.exportSeen]) {
    const { status, errors } = await admin.call(call, { query } as never)
    expect([status, errors[0]?.source, errors[0]?.message]).toEqual([422, 'end_date', message])
  }
})

test('S6.49 S6.50: statistics require view_statistics, the connection manager view_device_logs', async () => {
  const named = await world.db
    .insertInto('roles')
    .values([
      { ...harbour, name: 'figures', title: 'Figures' },
      { ...harbour, name: 'log', title: 'Log' },
    ])
    .returning(['id', 'name'])
    .execute()
  const id = (name: string) => named.find((role) => role.name === name)?.id as number
  await world.db
    .insertInto('role_permissions')
    .values([
      { role_id: id('figures'), permission: 'view_statistics' },
      { role_id: id('log'), permission: 'view_device_logs' },
    ])
    .execute()
  await makeUser(world, 'figures', harbour, id('figures'))
  await makeUser(world, 'log', harbour, id('log'))
  const [forFigures, forLog] = [await world.as('figures'), await world.as('log')]
  const statistics = [
    api.getGeneral,
    api.getMonths,
    api.getOnline,
    api.getOnlineTree,
    api.listActionEntries,
    api.getSeen,
  ]
  const log = [api.listAttempts, api.getAttemptReasons, api.exportAttempts]
  for (const call of statistics) {
    expect([(await forFigures.call(call, {})).status, (await forLog.call(call, {})).status]).toEqual([200, 403])
  }
  for (const call of log) {
    expect([(await forFigures.call(call, {})).status, (await forLog.call(call, {})).status]).toEqual([403, 200])
  }
})

describe('online devices', () => {
  const at = floor(Date.now() - 10 * dayMs, hourMs)

  test('the curve is of the kept counts, by company and with subsidiaries; several nodes write a sample once', async () => {
    await foldCounts(world.db)
    const times = Array.from({ length: 13 }, (_, index) => new Date(at.getTime() + index * 300_000))
    for (const time of times) await Promise.all([takeSample(world.db, time), takeSample(world.db, time)])
    const query = span(at, times.at(-1) as Date)
    await sumUpHours(world.db, times.at(-1) as Date)
    await sumUpHours(world.db, times.at(-1) as Date)
    const all = (await figures(admin, query)).data
    expect(all).toMatchObject({ bucket_s: 3600, times: [at.getTime() / 1000], online: [2], offline: [1], pending: [0] })
    expect((await figures(admin, { ...query, only: harbour.company_id })).data).toMatchObject({
      online: [1],
      offline: [1],
    })
    expect((await figures(admin, { ...query, within: pier.company_id })).data).toMatchObject({
      online: [1],
      offline: [0],
    })
    expect((await figures(alone, query)).data.online).toEqual([1])
    expect((await figures(other, query)).data.online).toEqual([1])
    expect((await figures(root, query)).data.online).toEqual([3])
    expect((await figures(other, { ...query, within: harbour.company_id })).data.times).toEqual([])
  })

  test('a lost device is seen within minutes, and in the mean of the hour', async () => {
    const start = floor(Date.now() - 2 * hourMs, hourMs)
    await takeSample(world.db, start)
    await world.db.updateTable('devices').set({ status: 0 }).where('company_id', '=', pier.company_id).execute()
    await takeSample(world.db, new Date(start.getTime() + 300_000))
    await world.db.updateTable('devices').set({ status: 1 }).where('company_id', '=', pier.company_id).execute()
    await takeSample(world.db, new Date(start.getTime() + 600_000))
    const hour = span(start, new Date(start.getTime() + hourMs))
    expect((await figures(admin, hour)).data).toMatchObject({ bucket_s: 300, online: [2, 1, 2], offline: [1, 2, 1] })
    // Besides the hours there are samples that were not summed up yet; once they are, the hour gives the same result.
    const twoDays = { ...span(new Date(start.getTime() - dayMs), new Date(start.getTime() + hourMs)), points: 48 }
    const before = (await figures(admin, twoDays)).data
    expect(before).toMatchObject({ bucket_s: 3600, times: [start.getTime() / 1000], online: [1.7] })
    await sumUpHours(world.db, new Date(start.getTime() + hourMs))
    expect((await figures(admin, twoDays)).data).toEqual(before)
  })

  test('the tree has each company with its subsidiaries, and none of other companies', async () => {
    const query = span(at, new Date(at.getTime() + hourMs))
    const tree = async (client: TestClient, rest: object = {}) =>
      (await client.call(api.getOnlineTree, { query: { ...query, ...rest } } as never)).data.companies
    const pierRow = { company_id: pier.company_id, company_name: 'Pier', devices: { online: 1, offline: 0 } }
    expect(await tree(admin)).toEqual([
      {
        company_id: harbour.company_id,
        company_name: 'Harbour',
        devices: { online: 2, offline: 1 },
        sub_companies: [{ ...pierRow, sub_companies: [] }],
      },
    ])
    const only = await tree(admin, { company_id: harbour.company_id, include_child_companies: false })
    expect(only).toMatchObject([{ devices: { online: 1, offline: 1 }, sub_companies: [] }])
    expect(await tree(alone)).toMatchObject([pierRow])
    expect(await tree(other, { company_id: harbour.company_id })).toEqual([])
    expect(await tree(other, { company_id: 0 })).toEqual([])
    expect(JSON.stringify(await tree(root))).toContain('Rival')
  })
})

test('companies, users and devices by group, and what happened in the range', async () => {
  const device = await makeDevice(world, pier, { firmware: 'TRB1_R_00.07.12' })
  await makeAction(world, pier, device, { state: 'failed' })
  const range = span(new Date(Date.now() - hourMs), new Date(Date.now() + hourMs))
  const { data } = await admin.call(api.getGeneral, { query: range })
  expect(data).toMatchObject({ companies: 2, devices: 4, period: { new_devices: 4, actions: 1, failed_actions: 1 } })
  expect(data.groups.firmware).toEqual([
    { value: 'RUTX_R_00.07.15', devices: 3 },
    { value: 'TRB1_R_00.07.12', devices: 1 },
  ])
  const past = span(new Date(Date.now() - 9 * dayMs), new Date(Date.now() - 8 * dayMs))
  expect((await admin.call(api.getGeneral, { query: past })).data.period).toMatchObject({ new_devices: 0, actions: 0 })
  const { text } = await admin.call(api.exportGeneral, { query: { within: pier.company_id } })
  expect(text).toContain('firmware,TRB1_R_00.07.12,1')
})

test('each count of devices is the number of rows of the list it leads to', async () => {
  const place = await makeCompany(world, 'Quay')
  await makeUser(world, 'quay', place, 2)
  const quay = await world.as('quay')
  const branch = await makeCompany(world, 'Berth', place)
  const first = await makeDevice(world, place, { model: 'RUTX11', connection_type: '5g', operator: 'Telia, north' })
  const second = await makeDevice(world, branch, { model: 'RUT241', firmware: 'RUT2M_R_00.07.15', status: 0 })
  const bare = await makeDevice(world, place, { model: null, firmware: null, operator: null, status: 1 })
  const gone = await makeDevice(world, place, { model: 'RUTX11' })
  const tag = await makeTag(world, place)
  for (const device_id of [first, second, bare, gone])
    await world.db.insertInto('device_tags').values({ device_id, tag_id: tag }).execute()
  await quay.call(deleteDevices, { body: { device_id: [gone] } })
  const rowsOf = async (query: object) => (await quay.call(listDevices, { query } as never)).meta.total
  const { data } = await quay.call(api.getGeneral, { query: {} })
  expect(await rowsOf({})).toBe(data.devices)
  for (const group of generalGroups) {
    const values = data.groups[group] ?? []
    expect(values.length).toBeGreaterThan(0)
    for (const { value, devices } of values)
      expect([group, value, await rowsOf(groupFilter(group, value) as object)]).toEqual([group, value, devices])
  }
  const { data: companies } = await quay.call(listCompanies, { query: {} })
  for (const { id, devices_count } of companies) expect(await rowsOf({ company_id: id })).toBe(devices_count)
  const { data: tags } = await quay.call(listTags, { query: {} })
  expect(tags).toMatchObject([{ id: tag, devices_count: await rowsOf({ tag_id: tag }) }])
})

test('a value with a comma has no filter where a comma separates values', () => {
  expect(groupFilter('model', 'RUT241, old')).toBeUndefined()
  expect(groupFilter('operator', 'Telia, north')).toEqual({ operator: 'Telia, north' })
})

test('attempts to connect are listed with the reason in words, and counted by it', async () => {
  const now = Date.now()
  const line = (place: Place | null, code: number, at: number) => ({
    ...(place ?? {}),
    type: 'connection',
    status: code === 0,
    code,
    log: code === 0 ? 'Enrolled' : 'Enrolment key is used up or expired',
    serial: `60000${code}`,
    mac: '00:1E:42:77:00:0A',
    created_at: new Date(now - at),
  })
  await world.db
    .insertInto('device_logs')
    .values([line(harbour, 205, 1000), line(harbour, 205, 2000), line(pier, 0, 3000), line(null, 10, 4000)])
    .execute()
  const { data, meta } = await admin.call(api.listAttempts, { query: {} })
  expect(meta.total).toBe(3)
  expect(data.map(({ reason, company_name, accepted }) => [reason, company_name, accepted])).toEqual([
    ['Enrolled', 'Pier', true],
    ['Enrolment key is used up or expired', 'Harbour', false],
    ['Enrolment key is used up or expired', 'Harbour', false],
  ])
  expect((await admin.call(api.listAttempts, { query: { accepted: 'false', q: '60000205' } })).meta.total).toBe(2)
  expect((await admin.call(api.listAttempts, { query: { q: '001e.4277.000a' } })).meta.total).toBe(3)
  expect((await admin.call(api.listAttempts, { query: { within: pier.company_id } })).meta.total).toBe(1)
  expect((await admin.call(api.getAttemptReasons, { query: {} })).data).toEqual([
    { code: 205, accepted: false, reason: 'Enrolment key is used up or expired', attempts: 2, devices: 1 },
    { code: 0, accepted: true, reason: 'Accepted', attempts: 1, devices: 1 },
  ])
  // Only users who see everything see attempts of strangers.
  expect((await root.call(api.getAttemptReasons, { query: {} })).data.map(({ code }) => code)).toContain(10)
  expect((await other.call(api.listAttempts, { query: {} })).data).toEqual([])
})

test('S3.53: actions are listed with success, reason, duration and what started them, and counted by day', async () => {
  const device = await makeDevice(world, rival, { name: 'Crane' })
  const at = new Date(Date.now() - 60_000)
  const ended = { device_name: 'Crane', created_at: at, finished_at: new Date(at.getTime() + 42_000) }
  const first = await makeAction(world, rival, device, { state: 'done', message: 'Restarted', ...ended })
  const second = await makeAction(world, rival, device, { state: 'failed', message: 'Refused by the device', ...ended })
  await makeAction(world, rival, device)
  const tag = await makeTag(world, rival)
  await sql`UPDATE actions SET username = 'rival' WHERE id = ${first.action}`.execute(world.db)
  await sql`UPDATE actions SET tag_id = ${tag}, tag_name = 'Night' WHERE id = ${second.action}`.execute(world.db)
  const { data } = await other.call(api.listActionEntries, { query: {} })
  expect(data.map(({ success, duration }) => [success, duration])).toEqual([
    [null, null],
    [false, 42],
    [true, 42],
  ])
  expect(data[1]).toMatchObject({ reason: 'Refused by the device', source_alias: 'tag', source_name: 'Night' })
  expect(data[2]).toMatchObject({
    reason: 'Restarted',
    source_alias: 'user',
    source_name: 'rival',
    device_name: 'Crane',
  })
  const tagged = await other.call(api.listActionEntries, {
    query: { source_alias: 'tag', state: 'failed,expired' as never },
  })
  expect(tagged.data.map(({ id }) => id)).toEqual([second.action_target])
  const { data: days } = await other.call(api.getActionDays, { query: {} })
  const sum = (name: 'done' | 'failed' | 'active') => days.reduce((total, day) => total + day[name], 0)
  expect([sum('done'), sum('failed'), sum('active')]).toEqual([1, 1, 1])
})

const seenDays = async (client: TestClient, query: object = {}) =>
  (await client.call(api.getSeen, { query } as never)).data.map(({ period, devices }) => [period, devices])

test('different devices by day and month, from links and reports, also late ones', async () => {
  const place = await makeCompany(world, 'Lighthouse')
  await makeUser(world, 'keeper', place, 2)
  const keeper = await world.as('keeper')
  const { data } = await keeper.call(createEnrolmentKey, { body: { company_id: place.company_id, uses: 2 } })
  const enrolled = await enrolDevice(world.app.gatewayPort as number, data.key, {
    serial: '6400000001',
    uptime: 10 * 86_400,
  })
  const link = await connectEnrolled(world.app.gatewayPort as number, enrolled)
  // A report of three days ago, then one of today.
  const { boot } = enrolled.hello
  link.say('set 1 signal', `report ${boot} 1 ${3 * 86_400} 1 [-70]`, `report ${boot} 2 0 1 [-71]`)
  await link.hear(`ack ${boot} 2`)
  const today = new Date().toISOString().slice(0, 10)
  const past = new Date(Date.now() - 3 * dayMs).toISOString().slice(0, 10)
  expect((await seenDays(keeper)).filter(([, devices]) => devices === 1)).toEqual([
    [past, 1],
    [today, 1],
  ])
  expect(await seenDays(keeper, { by: 'month' })).toContainEqual([today.slice(0, 7), 1])

  // A device that only keeps its link is seen as well, and on the day it connected.
  await noteLinks(world.db, new Date(Date.now() + dayMs))
  const tomorrow = new Date(Date.now() + dayMs).toISOString().slice(0, 10)
  const range = span(new Date(Date.now() - dayMs), new Date(Date.now() + 2 * dayMs))
  expect(await seenDays(keeper, range)).toContainEqual([tomorrow, 1])
  expect(await seenDays(other, { within: place.company_id })).toEqual([])
})

test('a day whose transaction was rolled back is noted by the next report', async () => {
  const device = await makeDevice(world, rival)
  const note = createSeen()
  const rows = [{ device_id: device, ts: new Date('2025-06-10T12:00:00Z'), values: {} }]
  const attempt = world.db.transaction().execute(async (tx) => {
    await note(tx, rows)
    throw new Error('lost')
  })
  await expect(attempt).rejects.toThrow('lost')
  await world.db.transaction().execute((tx) => note(tx, rows))
  const found = () => world.db.selectFrom('device_seen').selectAll().where('device_id', '=', device).execute()
  expect(await found()).toHaveLength(1)
  await world.db.transaction().execute((tx) => note(tx, rows))
  expect(await found()).toHaveLength(1)
})

describe('months', () => {
  let place: Place
  let keeper: TestClient
  const january = new Date('2026-01-01T00:00:00Z')

  /** Writes days of a device with counters that started at 0 on the first one. */
  async function writeDays(device: number, days: readonly (readonly [day: number, sent: number[], sim1: number[]])[]) {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO parameter_set (digest, numbers, texts) VALUES (${`set ${device}`}, ARRAY['sent', 'sim1_sent'], '{}') RETURNING id`.execute(
      world.db,
    )
    await sql`CREATE TABLE IF NOT EXISTS history_day_past PARTITION OF history_day DEFAULT`.execute(world.db)
    for (const [day, sent, sim1] of days) {
      const at = new Date(january.getTime() + (day - 1) * dayMs)
      const risen = (values: number[]) =>
        values
          .slice(1)
          .reduce((sum, value, index) => sum + (value >= values[index]! ? value - values[index]! : value), 0)
      const both = (of: (values: number[]) => number) => [of(sent), of(sim1)]
      await sql`INSERT INTO history_day (device_id, set_id, day, reports, first_at, last_at, counts, mins, maxs, sums, firsts, lasts, rises, last_t)
        VALUES (${device}, ${rows[0]?.id}, ${at}, 2, ${at}, ${at}, ${both((v) => v.length)}, ${both((v) => Math.min(...v))},
          ${both((v) => Math.max(...v))}, '{0,0}', ${both((v) => v[0]!)}, ${both((v) => v.at(-1)!)}, ${both(risen)}, '{}')`.execute(
        world.db,
      )
    }
    await makeFleetDays(world.db)
  }

  beforeAll(async () => {
    place = await makeCompany(world, 'Tower')
    await makeUser(world, 'tower', place, 2)
    keeper = await world.as('tower')
    const device = await makeDevice(world, place, { created_at: new Date('2026-01-05T00:00:00Z') })
    // The second SIM counter restarts on the third day; the whole counter is not added to it.
    await writeDays(device, [
      [30, [0, 900], [100, 200]],
      [31, [900, 990], [250, 300]],
      [32, [990, 999], [40, 50]],
    ])
    await makeAction(world, place, device, { created_at: new Date('2026-01-20T00:00:00Z'), state: 'failed' })
    await sql`INSERT INTO device_seen (device_id, day, company_id, l1_id, l2_id)
      SELECT ${device}, day, ${place.company_id}, ${place.l1_id}, ${place.l2_id}
      FROM generate_series('2026-01-30'::timestamptz, '2026-02-01'::timestamptz, interval '1 day') day`.execute(
      world.db,
    )
  })

  const months = async (client = keeper) =>
    (
      await client.call(api.getMonths, {
        query: { start_date: '2026-01-15 00:00:00', end_date: '2026-03-01 00:00:00' },
      })
    ).data

  const expected = [
    { month: '2026-01', new_devices: 1, devices_seen: 1, sent: 200, received: 0, actions: 1, failed_actions: 1 },
    { month: '2026-02', new_devices: 0, devices_seen: 1, sent: 50, received: 0, actions: 0, failed_actions: 0 },
  ]

  test('new devices, devices seen, mobile data and actions by month, before and after the month is closed', async () => {
    const open = expected.map((month) => ({ ...month, closed: false }))
    expect(await months()).toEqual(open)
    await sql`UPDATE day_mark SET until = '2026-02-02'`.execute(world.db)
    await closeMonths(world.db)
    expect(await months()).toEqual(open)
    await sql`UPDATE day_mark SET until = '2026-02-03'`.execute(world.db)
    await Promise.all([closeMonths(world.db), closeMonths(world.db)])
    const [first, second] = open
    expect(await months()).toEqual([{ ...first, closed: true }, second])
    expect(await months(other)).toEqual([])

    // A closed month stays the same, whatever happens to the rows it was computed from.
    await sql`DELETE FROM action_targets t WHERE company_id = ${place.company_id}`.execute(world.db)
    expect((await months())[0]).toEqual({ ...first, closed: true })
    const { text } = await keeper.call(api.exportMonths, {
      query: { start_date: '2026-01-15 00:00:00', end_date: '2026-01-16 00:00:00', fields: 'month,sent' },
    })
    expect(text.trim().split('\r\n').slice(1)).toEqual(['2026-01,200'])
  })

  test('a company keeps its figures when it moves, and those above it then do not get its past', async () => {
    const { status } = await root.call(moveCompany, { body: { source: place.company_id, target: harbour.company_id } })
    expect(status).toBe(200)
    expect((await months()).map(({ sent }) => sent)[0]).toBe(200)
    expect((await months(admin)).map(({ month }) => month)).not.toContain('2026-01')
  })
})
