import { endpoints } from '@longreach/contract/index'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyLatest } from '../../domains/devices/latest.ts'
import { type Program, startProgram } from '../../test/program.ts'
import { makeRemoteAccess, makeRemoteSession } from '../../test/remote.ts'
import { makeCompany, makeDevice, makeUser, startWorld, type World } from '../../test/world.ts'
import { dataOf } from '../response-schema.ts'
import { documentedTypes, documentSchema, inDocumentedTypes } from './documented-types.ts'

let world: World
let program: Program
let device: number
let access: number

beforeAll(async () => {
  world = await startWorld()
  const company = await makeCompany(world, 'Harbour')
  await makeUser(world, 'admin', company, 2)
  program = await startProgram(world, 'admin')
  device = await makeDevice(world, company)
  const values = {
    ...{ signal: -71, rscp: -85, ecio: -7.5, temperature: 36.54, fix_status: '1', accuracy: 4.6 },
    ...{ latitude: 54.7, longitude: 25.3, rscp_2: -90 },
  }
  await applyLatest(world.db, [{ device_id: device, ts: new Date(), values }])
  access = await makeRemoteAccess(world, company, device)
  await makeRemoteSession(world, company, { device, access }, { expires_at: new Date('2040-01-01T00:00:00Z') })
})

afterAll(async () => world?.stop())

type Row = Record<string, unknown>

async function read(path: string): Promise<Row> {
  const answer = await program.fetch(`/api${path}`)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const { data } = (await answer.json()) as { data: Row | Row[] }
  return Array.isArray(data) ? (data[0] as Row) : data
}

test.each(['/devices', '/devices?limit=10000', '/devices/ID'])(
  'programs read the documented types of a device from %s, browsers those of the console',
  async (path) => {
    const asked = path.replace('ID', String(device))
    expect(await read(asked)).toMatchObject({
      ...{ signal: -71, rscp: '-85', rscp_2: '-90', ecio: '-7.5', ecio_2: null, temperature: 365 },
      ...{ fix_status: 1, accuracy: 5, sent: null, router_uptime: null },
    })
    if (path.includes('limit')) return
    const { data } = (await (await (await world.as('admin')).fetch(`/api${asked}`)).json()) as { data: Row | Row[] }
    expect([data].flat()[0]).toMatchObject({ rscp: -85, ecio: -7.5, fix_status: '1', accuracy: 4.6 })
  },
)

test('chosen fields are in the documented types, too', async () => {
  expect(await read('/devices?fields=ecio,signal')).toEqual({ id: device, ecio: '-7.5', signal: -71 })
})

test('an open session ends at its planned time, in seconds or as text', async () => {
  const logs = '/devices/connect/logs?start_date=2020-01-01 00:00:00&end_date=2050-01-01 00:00:00'
  expect(await read(`/devices/connect/${access}/sessions`)).toMatchObject({ end_time: 2_208_988_800, active: true })
  expect(await read(logs)).toMatchObject({ end_time: '2040-01-01 00:00:00' })
  expect(await read(`${logs}&fields=end_time`)).toMatchObject({ end_time: '2040-01-01 00:00:00' })
  const browser = (await (await (await world.as('admin')).fetch(`/api${logs}`)).json()) as { data: Row[] }
  expect(browser.data[0]).toMatchObject({ end_time: null })
})

test('whole numbers are in every branch of the tree of companies', async () => {
  const branch = (...sub_companies: object[]) => ({ devices: { online: 1.5, offline: 2.4 }, sub_companies })
  const devices = { online: 2, offline: 2 }
  const tree = inDocumentedTypes(
    { companies: [branch(branch(branch(branch())), branch())] },
    documentedTypes['statistics.online_tree'] ?? {},
  )
  const leaf = { devices, sub_companies: [] }
  const inner = { devices, sub_companies: [{ devices, sub_companies: [leaf] }] }
  expect(tree).toEqual({ companies: [{ devices, sub_companies: [inner, leaf] }] })
})

test('text of a device that is no number is null, not an error', () => {
  const types = { '': { operator_number: 'whole' } } as const
  const values = ['24602', 'LT BITE', '', null, '1e400', 7.4]
  expect(
    inDocumentedTypes(
      values.map((operator_number) => ({ operator_number })),
      types,
    ),
  ).toEqual([24602, null, null, null, null, 7].map((operator_number) => ({ operator_number })))
})

test('every documented field is one of its call', () => {
  for (const [name, documented] of Object.entries(documentedTypes)) {
    const endpoint = endpoints.find((one) => one.name === name)
    if (!endpoint) throw new Error(`No call is named ${name}`)
    const before = JSON.stringify(dataOf(endpoint))
    const schema = dataOf(endpoint)
    documentSchema(schema, documented)
    const namesIn = (json: string) => [...json.matchAll(/"(\w+)":\{/g)].map(([, field]) => field)
    expect(namesIn(JSON.stringify(schema))).toEqual(namesIn(before))
    expect(JSON.stringify(schema)).not.toBe(before)
  }
})
