import { getSessionUser } from '@longreach/contract/account/endpoints'
import { listAudit } from '@longreach/contract/audit/endpoints'
import {
  getCompany,
  listCompanies,
  listCompanyTree,
  moveCompany,
  updateCompanyFlags,
} from '@longreach/contract/companies/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../test/client.ts'
import { makeCompany, makeDevice, makeUser, type Place, startWorld, type World } from '../../test/world.ts'

let world: World
let root: TestClient
let [top, branch, leaf, other] = [] as unknown as [Place, Place, Place, Place]
const as: Record<string, TestClient> = {}

beforeAll(async () => {
  world = await startWorld()
  root = await world.as('root')
  top = await makeCompany(world, 'Top Ltd')
  branch = await makeCompany(world, 'Branch', top)
  leaf = await makeCompany(world, 'Leaf', branch)
  other = await makeCompany(world, 'Other')
  const people = [
    ['admin', top, 2],
    ['branchadmin', branch, 2],
    ['leafuser', leaf, 3],
    ['client', top, 3],
    ['helper', { company_id: 0, l1_id: null, l2_id: null }, 5],
  ] as const
  for (const [name, place, role] of people) {
    await makeUser(world, name, place, role)
    as[name] = await world.as(name)
  }
  for (const place of [top, branch, branch, leaf]) await makeDevice(world, place)
})

afterAll(async () => world?.stop())

const client = (name: string) => as[name] as TestClient
async function tree(who: TestClient, query: Record<string, unknown> = {}) {
  const { data, meta } = await who.call(listCompanyTree, { query: { limit: 100, ...query } as never })
  return { names: data.map(({ name }) => name), data, total: meta.total }
}

test('the tree starts at the top of what the caller sees: at the first level, or at the own company', async () => {
  expect((await tree(root)).names).toEqual(['Other', 'Top Ltd'])
  expect((await tree(client('helper'))).names).toEqual(['Other', 'Top Ltd'])
  for (const [name, root] of [
    ['admin', 'Top Ltd'],
    ['branchadmin', 'Branch'],
    ['leafuser', 'Leaf'],
  ] as const) {
    const { data, total } = await tree(client(name))
    expect([data.map(({ name }) => name), data[0]?.parent_id, total]).toEqual([[root], null, 1])
  }
})

test('children are listed by parent, with their counts and the depth of their subtrees', async () => {
  const { data } = await tree(client('admin'))
  expect(data[0]).toMatchObject({
    level: 1,
    devices_count: 1,
    users_count: 2,
    subsidiaries_count: 1,
    levels_below: 2,
    matched: true,
  })
  const below = await tree(client('admin'), { parent_id: top.company_id })
  expect(below.data).toMatchObject([
    { name: 'Branch', parent_id: top.company_id, devices_count: 2, subsidiaries_count: 1, levels_below: 1 },
  ])
  expect((await tree(client('admin'), { parent_id: leaf.company_id })).data).toEqual([])
  expect((await tree(client('admin'), { parent_id: other.company_id })).data).toEqual([])
})

test('a user limited to the own company sees no children of it, nor that there are any', async () => {
  const { data } = await tree(client('client'))
  expect(data).toMatchObject([{ name: 'Top Ltd', subsidiaries_count: 0 }])
  expect((await tree(client('client'), { parent_id: top.company_id })).data).toEqual([])
  expect((await tree(client('client'), { q: 'leaf' })).data).toEqual([])
  const { data: one } = await client('client').call(getCompany, { params: { id: top.company_id } })
  expect(one).toMatchObject({ subsidiaries_count: 0, below: { companies: 0, devices: 0, users: 0 } })
})

test('a search returns matches with their ancestors, as far as the caller sees; it counts matches alone', async () => {
  const found = await tree(root, { q: 'LEAF' })
  expect(found.data.map(({ name, matched }) => [name, matched])).toEqual([
    ['Branch', false],
    ['Leaf', true],
    ['Top Ltd', false],
  ])
  expect(found.total).toBe(1)
  expect((await tree(client('branchadmin'), { q: 'leaf' })).names).toEqual(['Branch', 'Leaf'])
  expect(await tree(client('branchadmin'), { q: 'top' })).toMatchObject({ names: [], total: 0 })
  expect((await tree(root, { q: '%' })).names).toEqual([])
})

test('children of one parent are paged, and the thousandth is as fast as the first', async () => {
  const wide = await makeCompany(world, 'Wide')
  await sql`
    INSERT INTO companies (name, level, parent_id, l1_id)
    SELECT 'Child ' || lpad(i::text, 4, '0'), 2, ${wide.company_id}::bigint, ${wide.company_id}::bigint
    FROM generate_series(1, 1000) i`.execute(world.db)
  await sql`UPDATE companies SET l2_id = id WHERE parent_id = ${wide.company_id}`.execute(world.db)
  const last = await tree(root, { parent_id: wide.company_id, offset: 900 })
  expect([last.total, last.names.length, last.names[0], last.names.at(-1)]).toEqual([
    1000,
    100,
    'Child 0901',
    'Child 1000',
  ])
})

test('a company is returned with its ancestors in reach and the size of its subtree', async () => {
  const look = async (who: TestClient, place: Place) =>
    (await who.call(getCompany, { params: { id: place.company_id } })).data
  expect(await look(root, leaf)).toMatchObject({
    ancestors: [
      { id: top.company_id, name: 'Top Ltd' },
      { id: branch.company_id, name: 'Branch' },
    ],
    below: { companies: 0, devices: 0, users: 0 },
  })
  expect((await look(client('branchadmin'), leaf)).ancestors).toEqual([{ id: branch.company_id, name: 'Branch' }])
  expect((await look(client('leafuser'), leaf)).ancestors).toEqual([])
  expect(await look(client('admin'), top)).toMatchObject({
    subsidiaries_count: 1,
    below: { companies: 2, devices: 3, users: 2 },
  })
  expect((await client('branchadmin').call(getCompany, { params: { id: top.company_id } })).status).toBe(404)
})

test('flags are set one by one, with the permission, and each change is in the audit log', async () => {
  const id = other.company_id
  const set = (who: TestClient, body: object) => who.call(updateCompanyFlags, { params: { id }, body })
  expect((await set(client('admin'), { show_payment: true })).status).toBe(403)
  expect((await set(client('helper'), { show_payment: true })).status).toBe(403)
  expect((await set(root, { show_payment: 'yes' })).status).toBe(422)
  expect((await set(root, { show_payment: true })).data).toEqual({ show_payment: true, hide_from_tree: false })
  await makeUser(world, 'payer', other, 2)
  const { data: payer } = await (await world.as('payer')).call(getSessionUser)
  expect(payer).toMatchObject({ show_payment: true })
  expect((await set(root, { hide_from_tree: true })).data).toEqual({ show_payment: true, hide_from_tree: true })
  expect((await set(root, { show_payment: false, hide_from_tree: false })).status).toBe(200)
  const { data } = await root.call(listAudit, { query: { action: 'companies.set_flags', target_id: id } })
  expect(data.at(-1)).toMatchObject({
    company_id: id,
    before: { show_payment: false, hide_from_tree: false },
    after: { show_payment: true, hide_from_tree: false },
  })
  expect(data).toHaveLength(3)
})

test('a company hidden from the tree disappears with its subtree for those above; lists and its own users still see it', async () => {
  const id = branch.company_id
  const hide = (hide_from_tree: boolean) => root.call(updateCompanyFlags, { params: { id }, body: { hide_from_tree } })
  await hide(true)
  expect((await tree(client('admin'))).data).toMatchObject([{ name: 'Top Ltd', subsidiaries_count: 0 }])
  expect((await tree(client('admin'), { parent_id: top.company_id })).data).toEqual([])
  expect((await tree(client('admin'), { parent_id: id })).data).toEqual([])
  expect(await tree(client('admin'), { q: 'leaf' })).toMatchObject({ data: [], total: 0 })
  expect((await tree(client('helper'), { parent_id: top.company_id })).data).toEqual([])
  const { data } = await client('admin').call(listCompanies, { query: { q: 'branch' } })
  expect(data.map(({ name }) => name)).toEqual(['Branch'])
  for (const [name, sees] of [
    ['branchadmin', 'Branch'],
    ['leafuser', 'Leaf'],
  ] as const) {
    expect((await tree(client(name))).names).toEqual([sees])
  }
  expect((await tree(client('branchadmin'), { parent_id: id })).names).toEqual(['Leaf'])
  expect((await tree(root, { parent_id: top.company_id })).data).toMatchObject([
    { name: 'Branch', hide_from_tree: true },
  ])
  await hide(false)
})

test('S7.68: a moved company is in the tree at its new place, and lists of companies count the subsidiaries', async () => {
  const moved = await makeCompany(world, 'Moved', top)
  expect((await root.call(moveCompany, { body: { source: moved.company_id, target: branch.company_id } })).status).toBe(
    200,
  )
  expect((await tree(root, { parent_id: branch.company_id })).names).toEqual(['Leaf', 'Moved'])
  const { data } = await root.call(listCompanies, { query: { id: String(branch.company_id) as never } })
  expect(data[0]).toMatchObject({ subsidiaries_count: 2 })
})
