import { expect, test } from 'vitest'
import { permissions } from '../permissions.ts'
import { tokenScopes } from './scopes.ts'

test('every permission but seeing subsidiaries belongs to one scope, and the known names of the public API are there', () => {
  const covered = tokenScopes.flatMap((scope) => scope.permissions)
  expect(covered.toSorted()).toEqual(
    permissions
      .map(({ name }) => name)
      .filter((name) => name !== 'hierarchy_access')
      .toSorted(),
  )
  const names = tokenScopes.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[a-z_]+:(read|write|delete|move|execute|admin)$/)
  expect(names).toEqual(
    expect.arrayContaining([
      'devices:read',
      'devices:write',
      'devices:move',
      'devices:delete',
      'device_logs:read',
      'device_location:read',
      'device_actions:read',
      'device_actions:write',
      'device_remote_access:read',
      'device_remote_access:write',
      'wireless:read',
      'command:execute',
      'users:read',
      'users:write',
      'users:delete',
      'companies:read',
      'companies:write',
      'companies:delete',
      'credits:read',
      'credits:write',
      'monitoring:read',
      'statistics:read',
    ]),
  )
})
