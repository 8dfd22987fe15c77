import '../texts.ts'
import type { Role } from '@longreach/contract/roles/schemas'
import i18next from 'i18next'
import { textOf } from '../../../i18n/i18n.ts'
import { lazy } from '../../../ui/lazy.ts'
import { windows } from '../../../windows/store.ts'

const RoleWindow = lazy(() => import('../role-window.tsx').then((file) => ({ default: file.RoleWindow })))
const PermissionsWindow = lazy(() =>
  import('../permissions-window.tsx').then((file) => ({ default: file.PermissionsWindow })),
)

/** Opens the permissions of a role; used wherever its title is shown. */
export function openRolePermissions({ id, title }: Pick<Role, 'id' | 'title'>): void {
  windows.open({ id: `role-permissions-${id}`, title, width: 560, content: <PermissionsWindow id={id} /> })
}

export function openOwnPermissions({ id }: { id: number }): void {
  const title = textOf('roles:account')
  windows.open({ id: 'user-permissions', title, width: 560, content: <PermissionsWindow id={id} /> })
}

const CompareRolesWindow = lazy(() =>
  import('../compare-roles-window.tsx').then((file) => ({ default: file.CompareRolesWindow })),
)

export function openCompareRoles({ id, title }: Pick<Role, 'id' | 'title'>): void {
  windows.open({
    id: 'roles-compare',
    title: i18next.t('roles:compare.title'),
    width: 720,
    help: 'users.roles',
    content: <CompareRolesWindow role={{ id, title }} />,
  })
}

/** Creates a role with the permissions of another, as far as the user can give them. */
export function openCopyOfRole(role: Role): void {
  windows.open({
    id: `role-copy-${role.id}`,
    title: i18next.t('roles:add'),
    width: 680,
    help: 'users.roles',
    content: <RoleWindow copyOf={role} />,
  })
}

/** Opens a role with its permissions, editable for users who may; with null, creates a role. */
export function openRole(role: Role | null): void {
  windows.open({
    id: role ? `role-${role.id}` : 'role-new',
    title: role?.title ?? i18next.t('roles:add'),
    width: 680,
    help: 'users.roles',
    content: <RoleWindow role={role} />,
  })
}
