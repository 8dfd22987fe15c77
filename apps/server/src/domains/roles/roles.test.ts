import { defaultRoles, permissions, permissionsOfRole } from '@longreach/contract/permissions'
import { getRolePermissions, listPermissions, listRoles } from '@longreach/contract/roles/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCompany, makeUser, startWorld, type World } from '../../test/world.ts'

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
  expect((await admin.call(listPermissions)).data.length).toBe(permissions.length)
})

test('S6.15 S6.18: the view-only roles have no permission to change anything', () => {
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
