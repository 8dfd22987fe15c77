import { undoChange } from '@longreach/contract/audit/endpoints'
import { deviceStatistics, listDeviceLogs, listDevices } from '@longreach/contract/devices/endpoints'
import {
  exportHistory,
  getHistory,
  getMoment,
  getReportDates,
  getTimesOfDate,
} from '@longreach/contract/monitoring/endpoints'
import {
  exportDataUsage,
  getDataUsage,
  getTraffic,
  listSims,
  updateSim,
} from '@longreach/contract/monitoring/usage-endpoints'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NewEvent } from '../../../events/catalogue.ts'
import type { TestClient } from '../../../test/client.ts'
import { testWriter, writeSamples } from '../../../test/domains/monitoring.ts'
import { formulasIn } from '../../../test/formulas.ts'
import { makeCompany, makeDevice, makeUser, type Place, startWorld, type World } from '../../../test/world.ts'
import { checkSims } from './sim-checks.ts'
import { createTrafficStore } from './traffic.ts'

const dayMs = 86_400_000
const now = new Date(Math.floor(Date.now() / 1000) * 1000)
const ago = (ms: number) => new Date(now.getTime() - ms)
const range = { start_date: formatTime(ago(20 * dayMs)), end_date: formatTime(new Date(now.getTime() + 1000)) }
/** Monday of a week that has ended. */
const monday = new Date(Math.floor((now.getTime() / dayMs - 10 + 3) / 7) * 7 * dayMs - 3 * dayMs)
const gigabyte = 1024 ** 3

let world: World
let client: TestClient
let guest: TestClient
let own: number
let company: Place
let foreign: number

beforeAll(async () => {
  world = await startWorld()
  company = await makeCompany(world, 'One')
  const other = await makeCompany(world, 'Other')
  await makeUser(world, 'admin', company, 2)
  await makeUser(world, 'guest', company, 4)
  own = await makeDevice(world, company)
  foreign = await makeDevice(world, other)
  client = await world.as('admin')
  guest = await world.as('guest')
})
afterAll(() => world.stop())

let boots = 0
const write = (device: number, names: string[], samples: Parameters<typeof writeSamples>[4]) =>
  writeSamples(
    testWriter(world, () => now),
    device,
    now,
    names,
    samples,
    ++boots * 1000,
  )

const place = { modem: 1, sim_id: 1 }

test('a limit and a billing day are set, with a sentence and undo, and the SIM says what is used and left', async () => {
  await write(
    own,
    ['sim1_sent', 'sim1_received', 'iccid', 'modem_id'],
    [
      [ago(3600_000), 1000, 5000, '8937001', '3-1'],
      [ago(1800_000), 1000, 5000 + gigabyte, '8937001', '3-1'],
    ],
  )
  const body = { data_limit: 5 * gigabyte, billing_day: 15 }
  const { status, meta } = await client.call(updateSim, { params: { id: own, ...place }, body })
  expect(status).toBe(200)
  const { data } = await client.call(listSims, { params: { id: own } })
  expect(data).toMatchObject([
    {
      modem: 1,
      modem_id: '3-1',
      sim_id: 1,
      iccid: '8937001',
      data_limit: 5 * gigabyte,
      billing_day: 15,
      used: gigabyte,
      left: 4 * gigabyte,
      reached_on: null,
    },
  ])
  const { rows } = await sql<{ action: string; before: unknown; after: Record<string, unknown> }>`
    SELECT action, before, after FROM audit WHERE action = 'monitoring.update_sim'`.execute(world.db)
  expect(rows).toMatchObject([{ before: { billing_day: 1 }, after: { data_limit: '5 GB', billing_day: 15 } }])
  expect((await client.call(undoChange, { params: { id: Number(meta.undo) } })).status).toBe(200)
  const [sim] = (await client.call(listSims, { params: { id: own } })).data
  expect(sim).toMatchObject({ data_limit: null, billing_day: 1, left: null })
})

test.each([
  ['a limit of 0', { data_limit: 0, billing_day: 1 }, 'data_limit'],
  ['a limit beyond 2^53', { data_limit: 2 ** 53, billing_day: 1 }, 'data_limit'],
  ['half a byte', { data_limit: 1.5, billing_day: 1 }, 'data_limit'],
  ['a billing day of 32', { data_limit: null, billing_day: 32 }, 'billing_day'],
  ['a billing day of 0', { data_limit: null, billing_day: 0 }, 'billing_day'],
  ['an unknown time zone', { data_limit: null, billing_day: 1, time_zone: 'Mars/Olympus' }, 'time_zone'],
])('%s is a single clear error, and nothing is changed', async (_name, body, source) => {
  const good = { data_limit: 7 * gigabyte, billing_day: 31 }
  await client.call(updateSim, { params: { id: own, ...place }, body: good })
  const { status, errors } = await client.call(updateSim, { params: { id: own, ...place }, body: body as never })
  expect([status, errors.map((error) => error.source)]).toEqual([422, [source]])
  expect((await client.call(listSims, { params: { id: own } })).data[0]).toMatchObject(good)
})

test.each([
  ['ten years', { start_date: formatTime(ago(3653 * dayMs)) }],
  ['a range that ends before it starts', { start_date: range.end_date, end_date: range.start_date }],
])('%s is a single clear error of each call with a range', async (_name, change) => {
  const params = { id: own }
  const query = { ...range, ...change }
  const parameters = 'signal'
  const answers = [
    await client.call(getDataUsage, { params, query }),
    await client.call(getTraffic, { params, query }),
    await client.call(getHistory, { params, query: { ...query, parameters } }),
    await client.call(exportHistory, { params, query: { ...query, parameters } }),
  ]
  for (const { status, errors } of answers)
    expect([status, errors.map((error) => error.source)]).toEqual([422, ['end_date']])
})

test('no mobile data is an empty answer, and zero bytes are an entry; the first week is whole', async () => {
  const params = { id: await makeDevice(world, company) }
  expect((await client.call(getDataUsage, { params, query: range })).data).toEqual([])
  await write(
    params.id,
    ['sim1_sent', 'sim1_received'],
    [
      [monday, 100, 100],
      [new Date(monday.getTime() + 3600_000), 100, 100],
      [new Date(monday.getTime() + 2 * dayMs), 150, 170],
    ],
  )
  const read = async (query: { period?: 'week'; start_date?: string }) =>
    (await client.call(getDataUsage, { params, query: { ...range, ...query } })).data.map(({ date, modems }) => [
      date,
      modems[0]?.sims[0]?.total,
    ])
  const first = formatTime(monday).slice(0, 10)
  const third = formatTime(new Date(monday.getTime() + 2 * dayMs)).slice(0, 10)
  expect(await read({})).toEqual([
    [first, 0],
    [third, 120],
  ])
  const start_date = formatTime(new Date(monday.getTime() + 3 * dayMs))
  expect(await read({ period: 'week', start_date })).toEqual([[first, 120]])
  const csv = await client.call(exportDataUsage, { params, query: range })
  expect(csv.text.trim().split('\r\n').slice(1)).toEqual([`${first},1,1,0,0,0`, `${third},1,1,50,70,120`])
})

test('a SIM that reaches 80 % and 100 % of its limit emits an event for each, once in a billing period', async () => {
  const device = await makeDevice(world, company)
  const params = { id: device, ...place }
  const sent: NewEvent[] = []
  const emit = async (_tx: unknown, ...events: readonly NewEvent[]) => void sent.push(...events)
  const check = async () => {
    await sql`UPDATE sims SET due_at = ${now} WHERE id IN (SELECT sim_id FROM sim_slots WHERE device_id = ${device})`.execute(
      world.db,
    )
    await checkSims(world.db, emit as never, now)
  }
  const used = (bytes: number, minutes: number) => write(device, ['sim1_sent'], [[ago(minutes * 60_000), bytes]])
  await used(0, 60)
  await used(790, 50)
  await client.call(updateSim, { params, body: { data_limit: 1000, billing_day: 31 } })
  await check()
  expect(sent).toEqual([])
  await used(800, 40)
  await check()
  await check()
  await used(1200, 30)
  await check()
  await check()
  const shares = sent.map((event) => event.type === 'device.data_limit' && [event.data.share, event.data.used])
  expect(shares).toEqual([
    [80, 800],
    [100, 1200],
  ])
  const logs = await client.call(listDeviceLogs, { query: { device_id: String(device) } as never })
  expect(logs.data.map(({ log }) => log)).toContain('SIM 1 has used 100 % of its data limit: 1.2 KB of 1000 B')
  const filter = { attention: 'data_limit', id: String(device) } as const
  const listed = async () => (await client.call(listDevices, { query: filter as never })).data.length
  expect(await listed()).toBe(1)
  const { data } = await client.call(deviceStatistics, { query: { charts: 'attention,data_limit' } })
  expect(data).toMatchObject({ attention: { data_limit: 1 }, data_limit: { over: 1 } })
  // A changed limit counts as not reached yet.
  await client.call(updateSim, { params, body: { data_limit: 1200, billing_day: 31 } })
  await check()
  expect(sent).toHaveLength(3)
  await client.call(updateSim, { params, body: { data_limit: 1_000_000, billing_day: 31 } })
  await check()
  expect(await listed()).toBe(0)
  await used(1_200_000, 20)
  await check()
  expect(await listed()).toBe(1)
  await client.call(updateSim, { params, body: { data_limit: null, billing_day: 31 } })
  expect(await listed()).toBe(0)
})

test('a SIM that is due to exceed its limit within its billing period needs attention before it does', async () => {
  const device = await makeDevice(world, company)
  const start = ago(2 * dayMs)
  // The period started ten days ago; the SIM was reported from two days ago on.
  const billing_day = Math.min(28, ago(10 * dayMs).getUTCDate())
  await write(
    device,
    ['sim2_sent'],
    [
      [start, 0],
      [ago(60_000), 700],
    ],
  )
  await client.call(updateSim, {
    params: { id: device, modem: 1, sim_id: 2 } as never,
    body: { data_limit: 1000, billing_day },
  })
  await sql`UPDATE sims SET due_at = ${now} WHERE id IN (SELECT sim_id FROM sim_slots WHERE device_id = ${device})`.execute(
    world.db,
  )
  await checkSims(world.db, (async () => undefined) as never, now)
  const query = { data_limit: 'over', id: String(device) } as never
  expect((await client.call(listDevices, { query })).data.map(({ id }) => id)).toEqual([device])
})

test('a modem that calls itself a formula is text in the file', async () => {
  const device = await makeDevice(world, company)
  await write(device, ['sim1_sent', 'modem_id'], [[monday, 100, '=HYPERLINK("http://evil.test")']])
  const csv = await client.call(exportDataUsage, { params: { id: device }, query: range })
  expect(csv.text).toContain(`"'=HYPERLINK(""http://evil.test"")"`)
  expect(formulasIn(csv.text, ',')).toEqual([])
})

test('a SIM of another company does not exist, and a role that only reads sets no limit', async () => {
  const body = { data_limit: 1000, billing_day: 1 }
  expect((await client.call(updateSim, { params: { id: foreign, ...place }, body })).status).toBe(404)
  expect((await client.call(listSims, { params: { id: foreign } })).status).toBe(404)
  expect((await client.call(getTraffic, { params: { id: foreign } })).status).toBe(404)
  expect((await guest.call(updateSim, { params: { id: own, ...place }, body })).status).toBe(403)
  expect((await guest.call(listSims, { params: { id: own } })).status).toBe(200)
})

test('what the server transferred is added up by day and kind', async () => {
  const add = createTrafficStore(world.db)
  const day = new Date(Math.floor(now.getTime() / dayMs) * dayMs)
  await add([
    { deviceId: own, day, kind: 'link', up: 100, down: 50 },
    { deviceId: own, day, kind: 'tunnel', up: 7, down: 3 },
    // A device that was deleted meanwhile.
    { deviceId: 999_999, day, kind: 'link', up: 1, down: 1 },
  ])
  await add([{ deviceId: own, day, kind: 'link', up: 1, down: 2 }])
  const { data } = await client.call(getTraffic, { params: { id: own }, query: range })
  expect(data).toEqual([
    {
      date: formatTime(day).slice(0, 10),
      link: { up: 101, down: 52 },
      tunnel: { up: 7, down: 3 },
      file: { up: 0, down: 0 },
    },
  ])
})

test('a past moment has every value, only times of reports are offered, and a place is hidden without its permission', async () => {
  const device = await makeDevice(world, company)
  await write(
    device,
    ['signal', 'operator', 'latitude', 'longitude'],
    [
      [ago(2 * dayMs), -70, 'Telia', 54.5, 25.5],
      [ago(2 * dayMs - 60_000), -71, '=1+1', 54.6, 25.6],
    ],
  )
  const params = { id: device }
  const dates = await client.call(getReportDates, { params, query: { time_zone: 'UTC' } })
  const date = formatTime(ago(2 * dayMs)).slice(0, 10)
  expect(dates.data).toContain(date)
  const times = await client.call(getTimesOfDate, { params, query: { date } })
  expect(times.data[0]).toBe(formatTime(ago(2 * dayMs)))
  const query = { datetime: times.data[0] ?? '' }
  const moment = await client.call(getMoment, { params, query })
  expect(moment.data).toEqual({
    created_at: formatTime(ago(2 * dayMs)),
    values: { signal: -70, operator: 'Telia', latitude: 54.5, longitude: 25.5 },
  })
  const csv = await client.call(exportHistory, { params, query: { ...range, parameters: 'signal,operator' } })
  expect(csv.text.trim().split('\r\n').slice(1)).toEqual([
    `${formatTime(ago(2 * dayMs))},signal,-70`,
    `${formatTime(ago(2 * dayMs))},operator,Telia`,
    `${formatTime(ago(2 * dayMs - 60_000))},signal,-71`,
    `${formatTime(ago(2 * dayMs - 60_000))},operator,'=1+1`,
  ])
})
