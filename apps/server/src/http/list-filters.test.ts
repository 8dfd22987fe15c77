import { listAudit } from '@longreach/contract/audit/endpoints'
import { listCompanies } from '@longreach/contract/companies/endpoints'
import { listDevices } from '@longreach/contract/devices/endpoints'
import type { AnyEndpoint } from '@longreach/contract/endpoint'
import { listMailLogs } from '@longreach/contract/mail/endpoints'
import { listRemoteAccess } from '@longreach/contract/remote/endpoints'
import { listRoles } from '@longreach/contract/roles/endpoints'
import { listTags } from '@longreach/contract/tags/endpoints'
import { listMoveLogs, listUsers } from '@longreach/contract/users/endpoints'
import { listInvitations } from '@longreach/contract/users/invitation-endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../test/client.ts'
import { makeRemoteAccess } from '../test/remote.ts'
import { makeCompany, makeDevice, makeTag, makeUser, type Place, startWorld, type World } from '../test/world.ts'

let world: World
let top: Place
let below: Place
let root: TestClient
let device: number

beforeAll(async () => {
  world = await startWorld()
  top = await makeCompany(world, 'Top')
  below = await makeCompany(world, 'Below', top)
  device = await makeDevice(world, below)
  await makeDevice(world, below)
  await makeUser(world, 'admin', top, 2)
  await makeUser(world, 'client', top, 3)
  await makeUser(world, 'guest', below, 4)
  const used = await makeTag(world, below, { name: 'used' })
  await makeTag(world, top, { name: 'unused' })
  await world.db.insertInto('device_tags').values({ device_id: device, tag_id: used }).execute()
  root = await world.as('root')
})

afterAll(async () => world?.stop())

const query = (values: object) => ({ query: { limit: 100, ...values } as never })
const usersOf = async (values: object) =>
  (await root.call(listUsers, query({ q: 'example.test', ...values }))).data
    .map(({ email }) => email?.split('@')[0])
    .sort()
const companiesOf = async (values: object) =>
  (await root.call(listCompanies, query(values))).data.map(({ name }) => name).sort()
const tagsOf = async (values: object) => (await root.call(listTags, query(values))).data.map(({ name }) => name).sort()

test('users are narrowed by several roles, by all but a role or a company, and by who never signed in', async () => {
  expect(await usersOf({ role_id: '2,3' })).toEqual(['admin', 'client'])
  expect(await usersOf({ 'ne:role_id': '2,3' })).toEqual(['guest', 'root'])
  expect(await usersOf({ role: 'end_user' })).toEqual(['client'])
  expect(await usersOf({ 'ne:company_id': top.company_id })).toEqual(['guest', 'root'])
  expect(await usersOf({ last_login_at: 'not_null' })).toEqual(['root'])
  expect(await usersOf({ last_login_at: 'is_null' })).toEqual(['admin', 'client', 'guest'])
})

test('rows are narrowed by when they were made, with one end or both', async () => {
  await world.db
    .updateTable('users')
    .set({ created_at: new Date('2020-05-05T12:00:00Z') })
    .where('email', '=', 'guest@example.test')
    .execute()
  const day = { start_date: '2020-05-05 00:00:00', end_date: '2020-05-05 23:59:59' }
  expect(await usersOf(day)).toEqual(['guest'])
  expect(await usersOf({ end_date: '2020-05-05 11:59:59' })).toEqual([])
  expect(await usersOf({ start_date: '2020-05-05 12:00:01' })).toEqual(['admin', 'client', 'root'])
  expect((await root.call(listUsers, query({ start_date: 'yesterday' }))).errors[0]?.source).toBe('start_date')
})

test('companies and tags are narrowed by how many devices they have, companies by level', async () => {
  expect(await companiesOf({ device_count_min: 1 })).toEqual(['Below'])
  expect(await companiesOf({ device_count_max: 0 })).toEqual(['Top'])
  expect(await companiesOf({ level: '1,3' })).toEqual(['Top'])
  expect(await companiesOf({ 'ne:level': '1' })).toEqual(['Below'])
  expect(await companiesOf({ 'ne:parent_id': top.company_id })).toEqual(['Top'])
  expect(await tagsOf({ device_count_min: 1, device_count_max: 1 })).toEqual(['used'])
  expect(await tagsOf({ 'ne:company_id': below.company_id })).toEqual(['unused'])
  for (const wrong of [{ level: '4' }, { device_count_min: -1 }, { device_count_max: 'many' }])
    expect((await root.call(listCompanies, query(wrong))).status).toBe(422)
})

test('a role without a company is among those that are not of a given one', async () => {
  const role = { name: 'own', title: 'Own' }
  await world.db
    .insertInto('roles')
    .values({ ...top, ...role })
    .execute()
  const titles = async (values: object) => (await root.call(listRoles, query(values))).data.map(({ title }) => title)
  expect(await titles({ company_id: top.company_id })).toEqual(['Own'])
  expect(await titles({ 'ne:company_id': top.company_id })).toHaveLength(6)
})

test('mails and invitations are narrowed by several states and by all but some', async () => {
  for (const state of ['sent', 'failed', 'queued'])
    await world.db
      .insertInto('mails')
      .values({ ...top, email: `${state}@x.test`, template: 'invitation', subject: state, state })
      .execute()
  const mails = async (values: object) =>
    (await root.call(listMailLogs, query({ q: 'x.test', ...values }))).data.map(({ subject }) => subject).sort()
  expect(await mails({ state: 'sent,failed' })).toEqual(['failed', 'sent'])
  expect(await mails({ 'ne:state': 'sent' })).toEqual(['failed', 'queued'])
  expect(await mails({ 'ne:template': 'invitation' })).toEqual([])
  expect((await root.call(listMailLogs, query({ state: 'lost' }))).status).toBe(422)
  const invited = (email: string, days: number) => ({
    ...top,
    role_id: 4,
    email,
    token_hash: Buffer.from(email.padEnd(32)),
    expires_at: new Date(Date.now() + days * 86_400_000),
  })
  await world.db
    .insertInto('invitations')
    .values([invited('old@x.test', -1), invited('new@x.test', 1)])
    .execute()
  const invitations = async (values: object) =>
    (await root.call(listInvitations, query(values))).data.map(({ email }) => email)
  expect(await invitations({ state: 'expired,bounced' })).toEqual(['old@x.test'])
  expect(await invitations({ 'ne:state': 'expired' })).toEqual(['new@x.test'])
  expect(await invitations({ 'ne:role_id': '4' })).toEqual([])
})

test('entries, moves and changes leave out a device, a company or a person', async () => {
  await makeRemoteAccess(world, below, device, { name: 'kept', protocol: 'ssh' })
  const entries = async (values: object) =>
    (await root.call(listRemoteAccess, query(values))).data.map(({ name }) => name)
  expect(await entries({ protocol: 'ssh,https' })).toEqual(['kept'])
  expect(await entries({ 'ne:device_id': device })).toEqual([])
  const { id } = await world.db
    .insertInto('user_moves')
    .values({ user_id: 1, username: 'moved', moved_by_id: 1, moved_by: 'root' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db
    .insertInto('user_move_places')
    .values({ move_id: id, side: 'to', ...below, company_name: 'Below' })
    .execute()
  const moves = async (values: object) => (await root.call(listMoveLogs, query(values))).data.length
  expect([
    await moves({ 'ne:company_id': below.company_id }),
    await moves({ 'ne:company_id': top.company_id }),
  ]).toEqual([0, 1])
  await world.db
    .insertInto('audit')
    .values([
      { ...top, action: 'a', user_id: 7 },
      { ...top, action: 'b' },
    ])
    .execute()
  const changes = async (values: object) =>
    (await root.call(listAudit, query({ company_id: top.company_id, ...values }))).data.map(({ action }) => action)
  expect(await changes({ 'ne:user_id': 7 })).toEqual(['b'])
  expect(await changes({ 'ne:action': 'b' })).toEqual(['a'])
})

test('words are looked for in the named fields, those a list does not have left out, with none in all', async () => {
  const names = async (list: AnyEndpoint, values: object) =>
    ((await root.call(list, query(values))).data as { id: number }[]).map(({ id }) => id)
  const one = await makeDevice(world, top, { name: 'Findme', serial: '5550001111', mac: '00:1E:42:AB:CD:EF' })
  const other = await makeDevice(world, top, { name: '5550001111 too' })
  const sorted = async (values: object) => (await names(listDevices, values)).sort((a, b) => a - b)
  expect(await sorted({ q: '5550001111' })).toEqual([one, other])
  expect(await sorted({ q: '5550001111', 'search-fields': 'name,email' })).toEqual([other])
  expect(await sorted({ q: '5550001111', 'search-fields': 'serial' })).toEqual([one])
  expect(await sorted({ q: '001e42abcdef', 'search-fields': 'name,mac' })).toEqual([one])
  expect(await sorted({ q: '5550001111', 'search-fields': 'colour' })).toEqual([one, other])

  const user = await makeUser(world, 'searched', top, 3)
  await world.db.updateTable('users').set({ email: 'elsewhere@example.test' }).where('id', '=', user).execute()
  expect(await names(listUsers, { q: 'searched' })).toEqual([user])
  expect(await names(listUsers, { q: 'elsewhere', 'search-fields': 'name' })).toEqual([])
  expect(await names(listUsers, { q: 'elsewhere', 'search-fields': 'name,email' })).toEqual([user])

  const entry = await makeRemoteAccess(world, top, one, { name: 'Panel' })
  expect(await names(listRemoteAccess, { q: 'findme' })).toEqual([entry])
  expect(await names(listRemoteAccess, { q: 'findme', 'search-fields': 'name,email' })).toEqual([])
  for (const list of [listTags, listCompanies])
    expect(await names(list, { q: 'nothing-has-this', 'search-fields': 'name,email' })).toEqual([])
  expect((await root.call(listDevices, query({ q: 'x', 'search-fields': 'name;' }))).status).toBe(422)
})

test('devices are found by serials, IMEIs, a name and names of tags', async () => {
  const imei = '358709051234567'
  const values = { name: 'Crane A', serial: '1234509876', imei }
  const found = await makeDevice(world, below, values)
  const hidden = await makeTag(world, top, { name: 'Secret' })
  const shown = await makeTag(world, below, { name: 'Cranes' })
  for (const tag_id of [hidden, shown])
    await world.db.insertInto('device_tags').values({ device_id: found, tag_id }).execute()
  const guest = await world.as('guest')
  const idsOf = async (values: object, client = root) =>
    (await client.call(listDevices, query(values))).data.map(({ id }) => id)
  expect(await idsOf({ serial: '1234509876,0000000000' })).toEqual([found])
  expect(await idsOf({ serial: '12345' })).toEqual([])
  expect(await idsOf({ imei })).toEqual([found])
  expect(await idsOf({ name: 'crane a' })).toEqual([found])
  expect(await idsOf({ name: 'crane' })).toEqual([])
  expect(new Set(await idsOf({ tags: 'cranes,used' }))).toEqual(new Set([found, device]))
  expect([await idsOf({ tags: 'secret' }), await idsOf({ tags: 'secret' }, guest)]).toEqual([[found], []])
  await world.db.deleteFrom('role_permissions').where('role_id', '=', 4).where('permission', '=', 'view_tags').execute()
  const refused = await guest.call(listDevices, query({ tags: 'cranes' }))
  expect([refused.status, refused.errors[0]?.source]).toEqual([403, 'tags'])
})

test("companies are sorted by RMS's names of their columns", async () => {
  const sorted = async (sort: string) =>
    (await root.call(listCompanies, query({ sort, fields: 'name' }))).data.map(({ name }) => name)
  expect(await sorted('-company_name')).toEqual(await sorted('-name'))
  expect(await sorted('-crated_at')).toEqual(await sorted('-created_at'))
})
