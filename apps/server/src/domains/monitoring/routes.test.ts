import {
  getHistory,
  getInformation,
  getInformationHistory,
  getLocationHistory,
  getParameterHistory,
  getReportTimes,
} from '@longreach/contract/monitoring/endpoints'
import { getDataUsage } from '@longreach/contract/monitoring/usage-endpoints'
import { formatTime } from '@longreach/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../test/client.ts'
import { testWriter, writeSamples } from '../../test/domains/monitoring.ts'
import { makeCompany, makeDevice, makeUser, startWorld, type World } from '../../test/world.ts'

const now = new Date(Math.floor(Date.now() / 1000) * 1000)
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const range = { start_date: formatTime(ago(3600)), end_date: formatTime(new Date(now.getTime() + 1000)) }

let world: World
let client: TestClient
let own: number
let foreign: number

beforeAll(async () => {
  world = await startWorld()
  const company = await makeCompany(world, 'One')
  const other = await makeCompany(world, 'Other')
  await makeUser(world, 'admin', company, 2)
  own = await makeDevice(world, company)
  foreign = await makeDevice(world, other)
  client = await world.as('admin')
  const writer = testWriter(world, () => now)
  const names = ['signal', 'operator', 'temperature', 'received', 'latitude', 'longitude', 'din1']
  for (const deviceId of [own, foreign]) {
    await writeSamples(writer, deviceId, now, names, [
      [ago(1800), -70, 'Telia', 36, 1000, 54.7, 25.3, 0],
      [ago(900), -72, 'Telia', 36.5, 5000, 54.8, 25.4, 1],
      [ago(60), -75, 'BITE', 37, 9000, null, null, 1],
    ])
  }
})
afterAll(() => world.stop())

const params = () => ({ id: own })

test('history answers numbers in columns and texts by their changes', async () => {
  const query = { ...range, parameters: 'signal,operator' }
  const { status, data } = await client.call(getHistory, { params: params(), query })
  expect(status).toBe(200)
  expect(data.bucket_s).toBe(0)
  expect(data.times).toEqual([1800, 900, 60].map((seconds) => ago(seconds).getTime() / 1000))
  expect(data.series).toEqual({
    signal: { min: [-70, -72, -75], avg: [-70, -72, -75], max: [-70, -72, -75], last: [-70, -72, -75] },
  })
  expect(data.changes.operator?.values).toEqual(['Telia', 'BITE'])
})

test('the calls of the public API answer in its shapes and units', async () => {
  const dynamic = await client.call(getInformation, { params: { ...params(), type: 'dynamic' }, query: range })
  expect(dynamic.data[0]).toMatchObject({ signal: -70, temperature: 360, operator: 'Telia', sim1_sent: null })
  expect(dynamic.data[0]?.created_at).toBe(formatTime(ago(1800)))
  const io = await client.call(getInformation, { params: { ...params(), type: 'io' }, query: range })
  expect(io.data.map((row) => row.digital_input)).toEqual([0, 1, 1])
  const track = await client.call(getLocationHistory, { params: params(), query: range })
  expect(track.data.map(({ latitude, altitude }) => [latitude, altitude])).toEqual([
    [54.7, null],
    [54.8, null],
  ])
  const usage = await client.call(getDataUsage, { params: params(), query: range })
  expect(
    usage.data
      .flatMap(({ modems }) => modems.flatMap(({ sims }) => sims))
      .reduce((sum, sim) => sum + sim.data.rx + sim.data.tx, 0),
  ).toBe(8000)
  const query = { datetime: formatTime(ago(600)) }
  const moment = await client.call(getInformationHistory, { params: params(), query })
  expect(moment.data).toMatchObject([{ device_id: own, signal: -72, temperature: 365, firmware: null }])
  const one = await client.call(getParameterHistory, { params: params(), query: { ...query, parameter: 'operator' } })
  expect(one.meta.total).toBe(one.data.length)
  expect(one.data.at(-1)).toHaveProperty('operator')
  const times = await client.call(getReportTimes, { params: params() })
  expect(times.data.flatMap(({ times: list }) => list)).toHaveLength(3)
})

test('a device of another company has no history', async () => {
  const query = { ...range, parameters: 'signal' }
  expect((await client.call(getHistory, { params: { id: foreign }, query })).status).toBe(404)
  expect((await client.call(getReportTimes, { params: { id: foreign } })).status).toBe(404)
})

test.each([
  ['a range that ends before it starts', { start_date: range.end_date, end_date: range.start_date }, 'end_date'],
  ['a time in another form', { start_date: '2026-03-10T00:00:00Z' }, 'start_date'],
  ['a parameter the catalogue does not know', { parameters: 'signal,frobnication' }, 'parameters'],
  ['a parameter named twice', { parameters: 'signal,signal' }, 'parameters'],
  ['too many points', { points: 100_000 }, 'points'],
])('%s is a single clear error', async (_name, change, source) => {
  const query = { ...range, parameters: 'signal', ...change }
  const { status, errors } = await client.call(getHistory, { params: params(), query })
  expect([status, errors.map((error) => error.source)]).toEqual([422, [source]])
})
