import { listAudit } from '@longreach/contract/audit/endpoints'
import { getCompany, listCompanies, listCompanyTree, moveCompany } from '@longreach/contract/companies/endpoints'
import { deleteDevices, deviceStatistics, listDevices } from '@longreach/contract/devices/endpoints'
import { assignTags } from '@longreach/contract/devices/tag-endpoints'
import type { Endpoint } from '@longreach/contract/endpoint'
import { endpoints } from '@longreach/contract/index'
import { listRemoteAccess } from '@longreach/contract/remote/endpoints'
import { listTags } from '@longreach/contract/tags/endpoints'
import { listUsers } from '@longreach/contract/users/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../test/client.ts'
import { makeRemoteAccess } from '../../test/remote.ts'
import { makeCompany, makeDevice, makeTag, makeUser, type Place, startWorld, type World } from '../../test/world.ts'
import { foldCounts } from '../devices/counts.ts'

let world: World
let admin: TestClient
let [top, branch, leaf, side, other] = [] as unknown as [Place, Place, Place, Place, Place]

beforeAll(async () => {
  world = await startWorld()
  top = await makeCompany(world, 'Top')
  branch = await makeCompany(world, 'Branch', top)
  leaf = await makeCompany(world, 'Leaf', branch)
  side = await makeCompany(world, 'Side', top)
  other = await makeCompany(world, 'Other')
  await makeUser(world, 'topadmin', top, 2)
  await makeUser(world, 'branchuser', branch, 3)
  await makeUser(world, 'leafuser', leaf, 3)
  await makeUser(world, 'sideuser', side, 3)
  const devices = [
    [top, 'Top 1', 1],
    [branch, 'Branch 1', 1],
    [branch, 'Branch 2', 0],
    [leaf, 'Leaf 1', 0],
    [side, 'Side 1', 1],
    [other, 'Other 1', 0],
  ] as const
  for (const [place, name, status] of devices) {
    const device = await makeDevice(world, place, { name, status })
    await makeRemoteAccess(world, place, device)
    await makeTag(world, place)
  }
  admin = await world.as('topadmin')
})

afterAll(async () => world?.stop())

async function companiesOf(list: Endpoint, query: object): Promise<string[]> {
  const { status, data } = await admin.call(list, { query: { limit: 100, ...query } as never })
  expect(status).toBe(200)
  return [...new Set((data as { company_name: string }[]).map((row) => row.company_name))].sort()
}

const names = async (query: object) =>
  (await admin.call(listDevices, { query: query as never })).data.map(({ name }) => name)

test('a list is limited to a company with its subsidiaries, or to the company alone', async () => {
  const within = { within: branch.company_id }
  const only = { only: branch.company_id }
  for (const list of [listDevices, listUsers, listTags, listRemoteAccess]) {
    expect(await companiesOf(list, within)).toEqual(['Branch', 'Leaf'])
    expect(await companiesOf(list, only)).toEqual(['Branch'])
    expect(await companiesOf(list, { within: leaf.company_id })).toEqual(['Leaf'])
  }
  const companies = async (query: object) =>
    (await admin.call(listCompanies, { query: query as never })).data.map(({ name }) => name)
  expect(await companies(within)).toEqual(['Branch', 'Leaf'])
  expect(await companies({ within: top.company_id })).toEqual(['Branch', 'Leaf', 'Side', 'Top'])
  expect(await names({ ...within, status: 'offline' })).toEqual(['Branch 2', 'Leaf 1'])
  expect(await names({ ...within, company_id: side.company_id })).toEqual([])
})

test('totals, statistics and the download are those of the same rows, folded or not', async () => {
  for (const round of ['appended', 'folded']) {
    const { meta } = await admin.call(listDevices, { query: { within: branch.company_id, limit: 1 } })
    expect([round, meta.total]).toEqual([round, 3])
    const counts = async (query: object) =>
      (await admin.call(deviceStatistics, { query: { charts: 'status', ...query } })).data.status
    expect(await counts({ within: branch.company_id })).toEqual({ offline: 2, online: 1 })
    expect(await counts({ only: branch.company_id })).toEqual({ offline: 1, online: 1 })
    const root = await world.as('root')
    const all = await root.call(deviceStatistics, { query: { charts: 'status', within: branch.company_id } })
    expect(all.data.status).toEqual({ offline: 2, online: 1 })
    await foldCounts(world.db)
  }
  const file = await admin.fetch(`/api/devices/export/csv?fields=name&sort=name&within=${branch.company_id}`)
  expect((await file.text()).trim().split('\r\n').slice(1)).toEqual(['Branch 1', 'Branch 2', 'Leaf 1'])
})

test('what rows refer to stays visible: a tag of the company above is shown, and is still a filter', async () => {
  const tag = await makeTag(world, top)
  const device = await makeDevice(world, leaf, { name: 'Tagged' })
  await admin.call(assignTags, { body: { device_id: [device], tag_id: [tag] } })
  const { data } = await admin.call(listDevices, { query: { within: leaf.company_id, tag_id: String(tag) } })
  expect(data.map(({ name, tags }) => [name, tags?.map(({ id }) => id)])).toEqual([['Tagged', [tag]]])
  await sql`DELETE FROM devices WHERE id = ${device}`.execute(world.db)
})

test('the log of a company that was at another level shows no more than what the caller sees of it', async () => {
  const moved = await makeCompany(world, 'Moved')
  await makeUser(world, 'movedadmin', moved, 2)
  const root = await world.as('root')
  const before = await world.as('movedadmin')
  const { deleteTag } = await import('@longreach/contract/tags/endpoints')
  await before.call(deleteTag, { params: { id: await makeTag(world, moved) } })
  await root.call(moveCompany, { body: { source: moved.company_id, target: top.company_id } })
  const actions = async (who: TestClient) =>
    (await who.call(listAudit, { query: { within: moved.company_id, limit: 100 } })).data.map(({ action }) => action)
  expect(await actions(root)).toContain('tags.delete')
  expect(await actions(admin)).toEqual(['companies.move'])
})

test('a company out of reach has no rows, and a change of its rows is refused', async () => {
  for (const name of ['within', 'only'] as const) {
    expect(await names({ [name]: other.company_id })).toEqual([])
    const refused = await admin.call(deleteDevices, { body: { filter: { [name]: other.company_id } } })
    expect([refused.status, refused.errors[0]?.source]).toEqual([404, `filter.${name}`])
  }
  expect((await admin.call(listDevices, { query: { within: 'x' as never } })).status).toBe(422)
  // For a user limited to their company, naming it changes nothing.
  const user = await world.as('branchuser')
  const { data } = await user.call(listDevices, { query: { within: branch.company_id } })
  expect(data.map(({ name }) => name)).toEqual(['Branch 1', 'Branch 2'])
})

test('a change applies to the rows of the context alone', async () => {
  for (const place of [branch, leaf, side]) await makeDevice(world, place, { name: 'Doomed', model: 'GONE' })
  const remove = (filter: object) => admin.call(deleteDevices, { body: { filter: { model: 'GONE', ...filter } } })
  expect((await remove({ only: branch.company_id })).data).toHaveLength(1)
  expect((await remove({ within: branch.company_id })).data).toHaveLength(1)
  expect(await names({ model: 'GONE' })).toEqual(['Doomed'])
})

test('companies show the health of their own devices and of their subtrees, as far as the caller sees them', async () => {
  const expected = {
    own: { devices: 2, online: 1, offline: 1 },
    all: { devices: 3, online: 1, offline: 2 },
  }
  for (const fold of [false, true]) {
    if (fold) await foldCounts(world.db)
    const below = await admin.call(listCompanyTree, { query: { parent_id: top.company_id } })
    expect(below.data.find(({ name }) => name === 'Branch')?.health).toEqual(expected)
    const found = await admin.call(listCompanyTree, { query: { q: 'leaf' } })
    expect(found.data.find(({ name }) => name === 'Leaf')?.health?.all).toEqual({ devices: 1, online: 0, offline: 1 })
    const { data } = await admin.call(getCompany, { params: { id: branch.company_id } })
    expect(data.health).toEqual(expected)
  }
  // The lists that the counts lead to.
  const { company_id } = branch
  const listed = [await names({ company_id: [company_id] as never }), await names({ within: company_id })]
  expect(listed.map((one) => one.length)).toEqual([expected.own.devices, expected.all.devices])
  const user = await world.as('branchuser')
  const own = await user.call(listCompanyTree)
  expect(own.data[0]?.health).toEqual({ own: expected.own, all: expected.own })
  const empty = await makeCompany(world, 'Empty', top)
  const { data } = await admin.call(getCompany, { params: { id: empty.company_id } })
  expect(data.health.all).toEqual({ devices: 0, online: 0, offline: 0 })
})

test('every list with a filter by company can be limited to a subtree', () => {
  const shapes = endpoints.flatMap(({ name, method, query }) => {
    const shape = (query as { shape?: object } | undefined)?.shape
    return method === 'GET' && shape && 'sort' in shape && 'company_id' in shape ? [{ name, shape }] : []
  })
  const without = shapes
    .filter(({ shape }) => !('within' in shape && 'only' in shape))
    .map(({ name }) => name)
    .sort()
  // Roles belong to all companies, moves concern two, and keys are created for one.
  expect(without).toEqual([
    'devices.list_enrolment_keys',
    'roles.export',
    'roles.list',
    'users.export_move_logs',
    'users.move_logs',
  ])
})
