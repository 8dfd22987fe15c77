import { undoChange } from '@longreach/contract/audit/endpoints'
import { moveDevices } from '@longreach/contract/devices/move-endpoints'
import { exportFleetSims, listFleetSims, setSimLimits } from '@longreach/contract/monitoring/sim-endpoints'
import { listSims, updateSim } from '@longreach/contract/monitoring/usage-endpoints'
import type { FleetSim } from '@longreach/contract/monitoring/usage-schemas'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import { testWriter, writeSamples } from '../../../test/domains/monitoring.ts'
import { makeSim } from '../../../test/sims.ts'
import { makeCompany, makeDevice, makeUser, type Place, startWorld, type World } from '../../../test/world.ts'
import { checkSims } from './sim-checks.ts'
import { tidySims } from './sim-moves.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const gigabyte = 1024 ** 3
const now = new Date(Math.floor(Date.now() / 1000) * 1000)
const ago = (ms: number) => new Date(now.getTime() - ms)
/** A billing day after which the current period started days ago. */
const billing_day = Math.min(28, ago(10 * dayMs).getUTCDate())

let world: World
let client: TestClient
let guest: TestClient
let other: TestClient
let parent: Place
let company: Place
let sister: Place

beforeAll(async () => {
  world = await startWorld()
  parent = await makeCompany(world, 'Parent')
  company = await makeCompany(world, 'One', parent)
  sister = await makeCompany(world, 'Sister', parent)
  await makeUser(world, 'admin', parent, 2)
  await makeUser(world, 'guest', company, 4)
  await makeUser(world, 'sister', sister, 2)
  client = await world.as('admin')
  guest = await world.as('guest')
  other = await world.as('sister')
})
afterAll(() => world.stop())

let boots = 0
/** Reports of a device, each with the SIM in slot 1 and what that slot has counted. */
const report = (device: number, ...samples: (readonly [minutesAgo: number, iccid: string | null, bytes: number])[]) =>
  writeSamples(
    testWriter(world, () => now),
    device,
    now,
    ['iccid', 'sim_slot', 'sim1_sent'],
    samples.map(([minutes, iccid, bytes]) => [ago(minutes * minuteMs), iccid, 1, bytes] as const),
    ++boots * 1000,
  )

const check = async () => {
  await sql`UPDATE sims SET due_at = ${now}`.execute(world.db)
  await checkSims(world.db, (async () => undefined) as never, now)
}

const list = async (query: object, as = client) =>
  (await as.call(listFleetSims, { query: { limit: 100, ...query } as never })).data as FleetSim[]
const byIccid = async (iccid: string, as = client) => (await list({ q: iccid, 'search-fields': 'iccid' }, as))[0]

let last = 0
const iccidOf = () => `8937011${String(++last).padStart(12, '0')}`
const device = (place = company, values = {}) => makeDevice(world, place, values)

test('a limit belongs to the SIM: it follows to another device, where its modem and slot name it, with what it has used', async () => {
  const [from, to] = [await device(), await device()]
  const iccid = iccidOf()
  await report(from, [300, iccid, 0], [200, iccid, 1000])
  const params = { id: from, modem: 1, sim_id: 1 } as never
  expect((await client.call(updateSim, { params, body: { data_limit: 5000, billing_day } })).status).toBe(200)
  await report(to, [100, iccid, 20], [50, iccid, 320])
  const next = iccidOf()
  await report(from, [40, next, 1000], [30, next, 1700])
  const body = { filter: { device_id: [from] }, billing_day }
  await client.call(setSimLimits, { body: body as never })
  const sims = async (id: number) =>
    (await client.call(listSims, { params: { id } })).data.map((one) => [one.iccid, one.data_limit, one.used])
  expect(await sims(to)).toEqual([[iccid, 5000, 1300]])
  expect(await sims(from)).toEqual([[next, null, 700]])
  await check()
  expect(await byIccid(iccid)).toMatchObject({ device_id: to, data_limit: 5000, used: 1300, other_devices: [] })
  const change = { params: { id: to, modem: 1, sim_id: 1 } as never, body: { data_limit: 9000, billing_day: 2 } }
  await client.call(updateSim, change)
  expect(await byIccid(iccid)).toMatchObject({ data_limit: 9000, billing_day: 2 })
})

test('the limit of a slot whose SIM is unknown becomes that of the SIM once it is reported', async () => {
  const id = await device()
  const body = { data_limit: 7000, billing_day: 9 }
  await client.call(updateSim, { params: { id, modem: 1, sim_id: 1 } as never, body })
  expect(await list({ device_id: id })).toMatchObject([{ iccid: null, device_id: id, ...body }])
  const iccid = iccidOf()
  await report(id, [20, iccid, 0])
  expect(await list({ device_id: id })).toMatchObject([{ iccid, device_id: id, ...body }])
})

test('a SIM that two devices report at once names both; one that was moved today names only its device', async () => {
  const [copied, moved] = [iccidOf(), iccidOf()]
  const [a, b] = [await device(company, { name: 'Copy A' }), await device(company, { name: 'Copy B' })]
  await report(a, [60, copied, 0])
  await report(b, [50, copied, 0])
  await report(a, [40, copied, 0])
  const found = await byIccid(copied)
  expect([found?.device_name, found?.other_devices]).toEqual(['Copy A', [{ id: b, name: 'Copy B' }]])
  await report(await device(), [60, moved, 0])
  await report(await device(), [20, moved, 0])
  expect((await byIccid(moved))?.other_devices).toEqual([])
  expect((await list({ state: 'several' })).map(({ iccid }) => iccid)).toEqual([copied])
})

test('a device that reports another ICCID each time adds only so many SIMs', async () => {
  const id = await device()
  await report(id, ...Array.from({ length: 3 }, (_, n) => [50 - n, iccidOf(), 0] as const))
  const stays = Array.from({ length: 60 }, () => ({
    ...{ sim_id: 0, device_id: id, modem: 1, slot: 1, counts_to: now },
  }))
  const [{ id: sim_id }] = (await list({ device_id: id })) as [FleetSim]
  await world.db
    .insertInto('sim_stays')
    .values(stays.map((stay) => ({ ...stay, sim_id })))
    .execute()
  const refused = iccidOf()
  await report(id, [5, refused, 0])
  expect(await byIccid(refused)).toBeUndefined()
})

test('each company sees its own SIMs: of one that moved to the device of another, only what it used there', async () => {
  const iccid = iccidOf()
  const [here, there] = [await device(company), await device(sister)]
  await report(here, [300, iccid, 0], [200, iccid, 500])
  await client.call(updateSim, {
    params: { id: here, modem: 1, sim_id: 1 } as never,
    body: { data_limit: 900, billing_day },
  })
  await report(there, [100, iccid, 0], [50, iccid, 70])
  await other.call(setSimLimits, { body: { filter: { device_id: [there] }, billing_day } as never })
  await check()
  expect(await byIccid(iccid, other)).toMatchObject({
    company_id: sister.company_id,
    device_id: there,
    used: 70,
    data_limit: null,
  })
  expect(await byIccid(iccid, guest)).toMatchObject({
    company_id: company.company_id,
    device_id: here,
    used: 500,
    data_limit: 900,
  })
  expect(await list({ q: iccid })).toHaveLength(2)
  expect(await list({ q: iccid.replace(/(.{4})/g, '$1 ') })).toHaveLength(2)
  const [own] = await list({ q: iccid }, guest)
  const body = { id: [own?.id ?? 0], data_limit: 1 }
  expect((await other.call(setSimLimits, { body })).status).toBe(404)
  expect((await guest.call(setSimLimits, { body })).status).toBe(403)
})

test('a device that moves to another company takes its SIM along, with the limit', async () => {
  const iccid = iccidOf()
  const id = await device(company)
  await report(id, [300, iccid, 0], [200, iccid, 500])
  await client.call(updateSim, {
    params: { id, modem: 1, sim_id: 1 } as never,
    body: { data_limit: 900, billing_day: 4 },
  })
  const moved = await client.call(moveDevices, { body: { device_id: [id], company_id: sister.company_id } })
  expect(moved.status).toBe(200)
  expect(await byIccid(iccid, guest)).toBeUndefined()
  expect(await byIccid(iccid, other)).toMatchObject({ device_id: id, data_limit: 900, billing_day: 4 })
  await client.call(undoChange, { params: { id: Number(moved.meta.undo) } })
  expect(await byIccid(iccid, guest)).toMatchObject({ device_id: id, data_limit: 900 })
  expect(await byIccid(iccid, other)).toBeUndefined()
})

test('limits are set and removed for many SIMs at once, with a sentence each and undo', async () => {
  const ids = [await makeSim(world, company), await makeSim(world, company, { data_limit: 5000, billing_day: 7 })]
  const set = await client.call(setSimLimits, { body: { id: [...ids, 999_999], data_limit: 3 * gigabyte } })
  expect([set.status, set.data.length, set.errors.map(({ source }) => source)]).toEqual([207, 2, ['999999']])
  const values = async () =>
    (await list({ id: ids.join(), sort: 'iccid' })).map((one) => [one.data_limit, one.billing_day])
  expect(await values()).toEqual([
    [3 * gigabyte, 1],
    [3 * gigabyte, 7],
  ])
  await client.call(undoChange, { params: { id: Number(set.meta.undo) } })
  expect(await values()).toEqual([
    [null, 1],
    [5000, 7],
  ])
  await client.call(setSimLimits, { body: { id: ids, data_limit: null } })
  expect(await values()).toEqual([
    [null, 1],
    [null, 7],
  ])
  await client.call(setSimLimits, { body: { filter: { company_id: company.company_id }, billing_day: 31 } })
  expect(new Set((await list({ company_id: company.company_id })).map((one) => one.billing_day))).toEqual(new Set([31]))
  expect((await client.call(setSimLimits, { body: { id: ids } })).status).toBe(422)
})

test.each([
  ['0', 0],
  ['a negative number', -1],
  ['more than is exact', 2 ** 53],
  ['a text', '5 GB'],
])('a limit of %s is an error of its field', async (_name, data_limit) => {
  const body = { id: [await makeSim(world, company)], data_limit } as never
  const { status, errors } = await client.call(setSimLimits, { body })
  expect([status, errors.map(({ source }) => source)]).toEqual([422, ['data_limit']])
})

test('SIMs are found by state: over the limit or due to be, without a limit, unused, in no device', async () => {
  const place = await makeCompany(world, 'States', parent)
  const used = async (bytes: number, data_limit: number | null, days = 4) => {
    const id = await device(place)
    const iccid = iccidOf()
    const start = days * 24 * 60
    await report(id, [start, iccid, 0], [start - 60, iccid, bytes / 2], [1, iccid, bytes])
    await client.call(updateSim, { params: { id, modem: 1, sim_id: 1 } as never, body: { data_limit, billing_day } })
    return iccid
  }
  const over = await used(1000, 900)
  const will = await used(1000, 1100)
  const within = await used(1000, 1_000_000)
  const free = await used(1000, null)
  const idle = await used(0, 5000)
  const spare = iccidOf()
  const gone = await device(place)
  await report(gone, [30, spare, 0])
  await report(gone, [20, iccidOf(), 0])
  await check()
  const found = async (state: string) => (await list({ state, company_id: place.company_id })).map(({ iccid }) => iccid)
  expect((await found('over')).sort()).toEqual([over, will].sort())
  expect(await found('no_limit')).toContain(free)
  expect(await found('no_limit')).not.toContain(within)
  expect(await found('unused')).toContain(idle)
  expect(await found('unused')).not.toContain(free)
  expect(await found('not_inserted')).toEqual([spare])
  const sorted = await list({ company_id: place.company_id })
  expect(sorted.slice(0, 3).map(({ iccid }) => iccid)).toEqual([over, will, within])
  expect(sorted[1]).toMatchObject({ will_exceed: true, reaches_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
  const csv = await client.call(exportFleetSims, {
    query: { state: 'not_inserted', fields: 'iccid,device_name' } as never,
  })
  expect(csv.text).toContain(spare)
})

test('a SIM in no device keeps its limit, which can be removed; without one it is forgotten', async () => {
  const id = await makeSim(world, company, { data_limit: 5000, created_at: ago(3 * dayMs) })
  await sql`DELETE FROM sim_slots WHERE sim_id = ${id}`.execute(world.db)
  await tidySims(world.db)
  expect(await list({ id })).toMatchObject([{ device_id: null, data_limit: 5000 }])
  await client.call(setSimLimits, { body: { id: [id], data_limit: null } })
  await tidySims(world.db)
  expect(await list({ id })).toEqual([])
})
