import type { AnyEndpoint } from '@longreach/contract/endpoint'
import { type TextKey, text } from '@longreach/contract/i18n'
import { categoryTitle, type Permission, type PermissionName, permissions } from '@longreach/contract/permissions'
import {
  createRole,
  deleteRole,
  exportRoles,
  getRole,
  getRolePermissions,
  listPermissions,
  listRoles,
  overwriteRolePermissions,
  updateRole,
} from '@longreach/contract/roles/endpoints'
import { formatTime } from '@longreach/contract/time'
import { byIds, exportRoute } from '../../endpoint/csv-export.ts'
import { notFound } from '../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../endpoint/route.ts'
import { createRoleChange, type RoleDeps } from './apply-change.ts'
import {
  checkReach,
  checkTitle,
  grantable,
  insertRole,
  type LockedRole,
  lockCompanies,
  lockFor,
  lockRoles,
  removeRole,
} from './change.ts'
import { findRole, findRoleIds, findRolePermissions, findRoles } from './store.ts'
import { roleEdited } from './undo.ts'

const presentRole = <Row extends { created_at: Date; updated_at: Date }>(row: Row) => ({
  ...row,
  created_at: formatTime(row.created_at),
  updated_at: formatTime(row.updated_at),
})

async function holdRole({ db, session }: Pick<Call, 'db' | 'session'>, permission: PermissionName, id: number) {
  const { actor, locked } = await lockFor(db, session, permission, (scope) => lockRoles(db, scope, [id]))
  return { actor, role: locked[0] as LockedRole }
}

const sameNames = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((name) => other.includes(name))

interface RouteDeps extends RoleDeps {
  endpoints: readonly AnyEndpoint[]
}

/** Permissions that affect what a user sees in any call. */
const always: readonly PermissionName[] = ['hierarchy_access', 'super_admin']

/** Permissions that calls require. */
const askedBy = (endpoints: readonly AnyEndpoint[]) =>
  new Set<string>([...always, ...endpoints.flatMap(({ permission }) => permission)])

type About = Extract<TextKey, `roles.about_${string}`>

const presentPermission = (asked: ReadonlySet<string>) => (permission: Permission) => ({
  ...permission,
  category: categoryTitle(permission.category),
  description: asked.has(permission.name) ? text(`roles.about_${permission.name}` as About) : null,
})

export function roleRoutes({ bus, endpoints, changing }: RouteDeps): Route[] {
  const present = presentPermission(askedBy(endpoints))
  const change = createRoleChange({ bus, changing })
  return [
    route(listRoles, async ({ db, scope, query }) => {
      const { page, total } = await findRoles(db, scope, query)
      return { data: page.map(presentRole), meta: { total } }
    }),
    exportRoute(exportRoles, ({ db, scope, query }) =>
      byIds(
        (most) => findRoleIds(db, scope, query, most),
        async (id) => (await findRoles(db, scope, { id, limit: id.length, offset: 0 })).page.map(presentRole),
      ),
    ),
    route(listPermissions, async () => ({ data: permissions.map(present) })),
    route(getRolePermissions, async ({ db, scope, params }) => {
      const granted = await findRolePermissions(db, scope, params.id)
      if (!granted) throw notFound()
      return { data: permissions.filter((permission) => granted.includes(permission.name)).map(present) }
    }),
    route(getRole, async ({ db, scope, params }) => {
      const role = await findRole(db, scope, params.id)
      if (!role) throw notFound()
      return { data: presentRole(role) }
    }),
    route(createRole, async ({ db, session, body, audit, emit }) => {
      const { title, description = '' } = body
      const { actor, locked } = await lockFor(db, session, 'create_roles', (scope) =>
        lockCompanies(db, scope, body.company_id),
      )
      const given = grantable(actor, body.permission_id)
      const data = []
      for (const company of locked) {
        await checkTitle(db, company.company_id, title)
        const id = await insertRole(db, company, { title, description, permissions: given })
        audit({ target: 'role', targetId: id, company, after: { title, description, permissions: given } })
        emit({ type: 'role.created', data: { role_id: id, company_id: company.company_id } })
        data.push({ id })
      }
      return { data }
    }),
    route(updateRole, async (call) => {
      const { db, params, body, audit } = call
      const { actor, role } = await holdRole(call, 'update_roles', params.id)
      const before = await checkReach(db, actor, role)
      const given = body.permission_id && grantable(actor, body.permission_id)
      const { title = role.title, description = role.description } = body
      if (body.title !== undefined) await checkTitle(db, role.company_id, title, role.id)
      await change(call, role, { title, description, permissions: given })
      audit({
        target: 'role',
        targetId: role.id,
        company: role,
        before: { title: role.title, description: role.description, permissions: before },
        after: { title, description, ...(given ? { permissions: given } : {}) },
      })
      if (!given || sameNames(given, before)) {
        const was = { title: role.title, description: role.description }
        call.undoable(roleEdited({ id: role.id, before: was, after: { title, description } }))
      }
      return { data: {} }
    }),
    route(overwriteRolePermissions, async (call) => {
      const { db, session, body, audit } = call
      const { actor, locked } = await lockFor(db, session, 'update_roles', (scope) =>
        lockRoles(db, scope, body.role_id),
      )
      const given = grantable(actor, body.permission_id)
      for (const role of locked) {
        const before = await checkReach(db, actor, role)
        await change(call, role, { title: role.title, description: role.description, permissions: given })
        const detail = { before: { permissions: before }, after: { permissions: given } }
        audit({ target: 'role', targetId: role.id, name: role.title, company: role, ...detail })
      }
      return { data: {} }
    }),
    route(deleteRole, async (call) => {
      const { db, params, audit, emit } = call
      const { actor, role } = await holdRole(call, 'delete_roles', params.id)
      const before = await checkReach(db, actor, role)
      await removeRole(db, role)
      audit({
        target: 'role',
        targetId: role.id,
        company: role,
        before: { title: role.title, description: role.description, permissions: before },
      })
      emit({ type: 'role.deleted', data: { role_id: role.id, company_id: role.company_id } })
      return { data: {} }
    }),
  ]
}
