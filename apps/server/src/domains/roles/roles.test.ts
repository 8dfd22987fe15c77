import { endpoints } from '@longreach/contract'
import { createCompany, listCompanies, updateCompany } from '@longreach/contract/companies/endpoints'
import { deleteDevices, listDevices, updateDevice } from '@longreach/contract/devices/endpoints'
import { defaultRoles, permissions, permissionsOfRole } from '@longreach/contract/permissions'
import { getRolePermissions, listPermissions, listRoles } from '@longreach/contract/roles/endpoints'
import { deleteUser, listUsers } from '@longreach/contract/users/endpoints'
import { inviteUser } from '@longreach/contract/users/invitation-endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../test/client.ts'
import { makeCompany, makeDevice, makeUser, startWorld, type World } from '../../test/world.ts'

let world: World

beforeAll(async () => {
  world = await startWorld()
  await makeUser(world, 'admin', await makeCompany(world, 'Harbour'), 2)
})

afterAll(async () => world?.stop())

test('S6.1 S6.5 S6.10 S6.14 S6.17: the default roles have the ids and titles of the specification', async () => {
  const admin = await world.as('admin')
  const { data } = await admin.call(listRoles, { query: { limit: 100, type: 'default' } })
  const titles = Object.fromEntries(data.map((role) => [role.id, [role.name, role.title]]))
  expect(titles).toEqual({
    1: ['super_admin', 'System Administrator'],
    2: ['admin', 'Administrator'],
    3: ['end_user', 'End Client'],
    4: ['read_only', 'Guest'],
    5: ['support', 'Support'],
    6: ['readonly_admin', 'Advanced Guest'],
  })
  const { data: granted } = await admin.call(getRolePermissions, { params: { id: 4 } })
  expect(granted.map((permission) => permission.name)).toEqual(permissionsOfRole(defaultRoles[3]!))
  const { data: all } = await admin.call(listPermissions)
  expect(all.length).toBe(permissions.length)
  // Permissions that a call requires have a sentence that says what they allow; the others are for later parts.
  const asked = new Set<string>(endpoints.flatMap(({ permission }) => permission))
  for (const { name, description } of all)
    if (asked.has(name)) expect(description, name).toMatch(/^[A-Z][^_]+\.$/)
    else if (!['hierarchy_access', 'super_admin'].includes(name)) expect(description, name).toBeNull()
})

test('S3.39 S3.40 S3.41 S3.43: a role has a title, a company and a number of permissions, and says whether it is a default one, and whether its users can invite others', async () => {
  const admin = await world.as('admin')
  const { data } = await admin.call(listRoles, { query: { limit: 100 } })
  expect(data.find(({ id }) => id === 4)).toMatchObject({
    name: 'read_only',
    title: 'Guest',
    description: 'Sees only its own company',
    company_id: null,
    company_name: null,
    permissions_count: permissionsOfRole(defaultRoles[3]!).length,
  })
  expect(
    data
      .filter(({ isDefault }) => isDefault)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([1, 2, 3, 4, 5, 6])
  expect(
    data
      .filter(({ canInviteRoles }) => canInviteRoles)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(defaultRoles.filter((role) => permissionsOfRole(role).includes('invite_users')).map(({ id }) => id))
})

test('S7.40: roles are listed with limit, company, type, sort and fields', async () => {
  const admin = await world.as('admin')
  const { data: own } = await admin.call(listUsers, { query: { limit: 1 } })
  const query = { limit: 2, type: 'default', sort: '-title', fields: 'title' } as const
  const { data, meta } = await admin.call(listRoles, { query })
  expect(data).toEqual([
    { id: 1, title: 'System Administrator' },
    { id: 5, title: 'Support' },
  ])
  expect(meta.total).toBe(6)
  const company = { limit: 9, company_id: own[0]?.company_id ?? 0 }
  expect((await admin.call(listRoles, { query: company })).data).toEqual([])
  const unknown = await admin.call(listRoles, { query: { fields: 'title,colour' } })
  expect([unknown.status, unknown.errors[0]?.message]).toEqual([422, 'Unknown field colour'])
})

test('S1.16 S1.17 S6.6 S6.18: an administrator changes companies, users and devices; a guest sees the own company alone, and changes nothing', async () => {
  const top = await makeCompany(world, 'Airport')
  const branch = await makeCompany(world, 'Terminal', top)
  await makeUser(world, 'chief', top, 2)
  await makeUser(world, 'visitor', top, 4)
  const person = await makeUser(world, 'person', branch, 3)
  const device = await makeDevice(world, branch)
  const [chief, visitor] = [await world.as('chief'), await world.as('visitor')]
  const invited = { email: 'invited@example.test', role_id: 3, company_id: branch.company_id }
  const calls = async (client: TestClient) => [
    (await client.call(createCompany, { body: { name: 'Hangar', parent_id: top.company_id } })).status,
    (await client.call(inviteUser, { body: invited as never })).status,
    (await client.call(updateDevice, { params: { id: device }, body: { name: 'Gate' } })).status,
    (await client.call(updateCompany, { params: { id: branch.company_id }, body: { name: 'Pier' } })).status,
    (await client.call(deleteUser, { params: { id: person } })).status,
    (await client.call(deleteDevices, { body: { device_id: [device] } })).status,
  ]
  expect((await visitor.call(listDevices)).data).toEqual([])
  expect((await visitor.call(listCompanies)).data.map(({ name }) => name)).toEqual(['Airport'])
  expect(await calls(visitor)).toEqual([403, 403, 403, 403, 403, 403])
  expect((await chief.call(listDevices)).data.map(({ id }) => id)).toEqual([device])
  expect((await chief.call(listCompanies)).data.map(({ name }) => name)).toEqual(['Airport', 'Terminal'])
  expect(await calls(chief)).toEqual([201, 201, 200, 200, 200, 200])
})

test('S6.83: each role has the permissions of the catalogue, a guest fewer than all others', async () => {
  const admin = await world.as('admin')
  const granted = async (id: number) =>
    (await admin.call(getRolePermissions, { params: { id } })).data.map(({ name }) => name)
  for (const role of defaultRoles) expect(await granted(role.id), role.name).toEqual(permissionsOfRole(role))
  const [administrator, client, guest, advanced] = [
    await granted(2),
    await granted(3),
    await granted(4),
    await granted(6),
  ]
  expect(administrator).toEqual(expect.arrayContaining([...client, ...advanced]))
  expect(advanced).toEqual(expect.arrayContaining(guest))
  expect(client).toEqual(expect.arrayContaining(guest))
  for (const permission of ['create_companies', 'hierarchy_access', 'move_devices'])
    expect(client).not.toContain(permission)
})

test('S6.15: the view-only roles have no permission to change anything', () => {
  for (const role of defaultRoles.filter(({ name }) => name === 'read_only' || name === 'readonly_admin')) {
    const changing = permissionsOfRole(role).filter((name) => !/^(view|export)_|^hierarchy_access$/.test(name))
    expect(changing).toEqual([])
  }
})

test('S6.11 S6.12 S6.13 S6.16: who reaches subsidiaries, and what an end client lacks', () => {
  const reaching = defaultRoles
    .filter((role) => permissionsOfRole(role).includes('hierarchy_access'))
    .map(({ name }) => name)
  expect(reaching.sort()).toEqual(['admin', 'readonly_admin', 'super_admin', 'support'])
  const client = permissionsOfRole(defaultRoles[2]!)
  expect(client).not.toContain('create_companies')
  expect(client).not.toContain('move_credits')
})

test('S6.53: super_admin has all permissions, and no other role the one of that name', () => {
  expect(permissionsOfRole(defaultRoles[0]!).length).toBe(permissions.length)
  expect(defaultRoles.filter((role) => permissionsOfRole(role).includes('super_admin')).length).toBe(1)
})

test('administrators change devices, users and companies, with their subsidiaries', () => {
  const admin = permissionsOfRole(defaultRoles[1]!)
  for (const what of ['devices', 'users', 'companies'])
    expect(admin).toEqual(expect.arrayContaining([`view_${what}`, `update_${what}`, `delete_${what}`, `move_${what}`]))
  expect(admin).toEqual(
    expect.arrayContaining(['create_devices', 'invite_users', 'create_companies', 'hierarchy_access']),
  )
})

test('S6.19: support sees all companies and neither changes users nor invites them', () => {
  const support = defaultRoles.find(({ id }) => id === 5)!
  expect([support.name, support.title]).toEqual(['support', 'Support'])
  const permitted = permissionsOfRole(support)
  expect(permitted).toEqual(
    expect.arrayContaining(['hierarchy_access', 'view_devices', 'view_users', 'view_companies']),
  )
  expect(permitted).not.toContain('invite_users')
  expect(permitted).not.toContain('update_users')
})
