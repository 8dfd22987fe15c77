import { type PermissionCategory, type PermissionName, permissions } from '../permissions.ts'

/** The first word of a permission, and the scope's word for it. */
const verbs: Record<string, string> = {
  view: 'read',
  export: 'read',
  download: 'read',
  create: 'write',
  update: 'write',
  manage: 'write',
  assign: 'write',
  upload: 'write',
  authorize: 'write',
  buy: 'write',
  connect: 'write',
  invite: 'write',
  remove: 'delete',
  delete: 'delete',
  move: 'move',
  execute: 'execute',
  cancel: 'execute',
  generate: 'execute',
  apply: 'execute',
  activate: 'execute',
  impersonate: 'execute',
}

/** Permissions for which the public API has another word. */
const named: Partial<Record<PermissionName, string>> = {
  execute_device_command: 'command:execute',
  execute_device_actions: 'device_actions:write',
  cancel_device_actions: 'device_actions:write',
  view_pending_device_actions: 'device_actions:read',
  view_wireless_information: 'wireless:read',
  admin_view_notice: 'notice:read',
  super_admin: 'system:admin',
}

/**
 * The access token scope for a permission, e.g. `devices:read`; null for seeing subsidiaries, which affects what a user
 * sees and not what they may do.
 */
export function scopeOfPermission(permission: PermissionName): string | null {
  if (permission === 'hierarchy_access') return null
  const own = named[permission]
  if (own) return own
  const [first = '', ...rest] = permission.split('_')
  const verb = verbs[first]
  if (!verb) throw new Error(`No scope is named for the permission ${permission}`)
  return `${rest.join('_')}:${verb}`
}

export interface TokenScope {
  name: string
  category: PermissionCategory
  permissions: readonly PermissionName[]
}

/** All scopes in the order of the permission catalogue. */
export const tokenScopes: readonly TokenScope[] = listScopes()

function listScopes(): TokenScope[] {
  const scopes = new Map<string, { name: string; category: PermissionCategory; permissions: PermissionName[] }>()
  for (const { name: permission, category } of permissions) {
    const name = scopeOfPermission(permission)
    if (name === null) continue
    const scope = scopes.get(name) ?? { name, category, permissions: [] }
    scope.permissions.push(permission)
    scopes.set(name, scope)
  }
  return [...scopes.values()]
}
