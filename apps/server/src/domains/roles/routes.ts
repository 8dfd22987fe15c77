import { permissions } from '@longreach/contract/permissions'
import {
  createRole,
  deleteRole,
  getRole,
  getRolePermissions,
  listPermissions,
  listRoles,
  overwriteRolePermissions,
  updateRole,
} from '@longreach/contract/roles/endpoints'
import { formatTime } from '@longreach/contract/time'
import { notFound } from '../../http/problem.ts'
import { type Route, route } from '../../http/route.ts'
import {
  changeRole,
  checkReach,
  checkTitle,
  grantable,
  insertRole,
  lockCompanies,
  lockRole,
  removeRole,
} from './change.ts'
import { findRole, findRolePermissions, findRoles } from './store.ts'

const present = <Row extends { created_at: Date; updated_at: Date }>(row: Row) => ({
  ...row,
  created_at: formatTime(row.created_at),
  updated_at: formatTime(row.updated_at),
})

export function roleRoutes(): Route[] {
  return [
    route(listRoles, async ({ db, scope, query }) => {
      const { page, total } = await findRoles(db, scope, query)
      return { data: page.map(present), meta: { total } }
    }),
    route(listPermissions, async () => ({ data: [...permissions] })),
    route(getRolePermissions, async ({ db, scope, params }) => {
      const held = await findRolePermissions(db, scope, params.id)
      if (!held) throw notFound()
      return { data: permissions.filter((permission) => held.includes(permission.name)) }
    }),
    route(getRole, async ({ db, scope, params }) => {
      const role = await findRole(db, scope, params.id)
      if (!role) throw notFound()
      return { data: present(role) }
    }),
    route(createRole, async ({ db, session, scope, body, audit }) => {
      const { title, description } = body
      const given = grantable(session, body.permission_id)
      const data = []
      for (const company of await lockCompanies(db, scope, body.company_id)) {
        await checkTitle(db, company.company_id, title)
        const id = await insertRole(db, company, { title, description, permissions: given })
        audit({ target: 'role', targetId: id, company, after: { title, description, permissions: given } })
        data.push({ id })
      }
      return { data }
    }),
    route(updateRole, async ({ db, session, scope, params, body, audit }) => {
      const role = await lockRole(db, scope, params.id)
      const before = await checkReach(db, session, role)
      const given = body.permission_id && grantable(session, body.permission_id)
      const { title = role.title, description = role.description } = body
      if (body.title !== undefined) {
        await lockCompanies(db, scope, [role.company_id])
        await checkTitle(db, role.company_id, title, role.id)
      }
      await changeRole(db, role.id, { title, description, permissions: given })
      audit({
        target: 'role',
        targetId: role.id,
        company: role,
        before: { title: role.title, description: role.description, permissions: before },
        after: { title, description, ...(given ? { permissions: given } : {}) },
      })
      return { data: {} }
    }),
    route(overwriteRolePermissions, async ({ db, session, scope, body, audit }) => {
      const given = grantable(session, body.permission_id)
      for (const id of [...new Set(body.role_id)].sort((a, b) => a - b)) {
        const role = await lockRole(db, scope, id)
        const before = await checkReach(db, session, role)
        await changeRole(db, id, { title: role.title, description: role.description, permissions: given })
        const change = { before: { permissions: before }, after: { permissions: given } }
        audit({ target: 'role', targetId: id, company: role, ...change })
      }
      return { data: {} }
    }),
    route(deleteRole, async ({ db, session, scope, params, audit }) => {
      const role = await lockRole(db, scope, params.id)
      const before = await checkReach(db, session, role)
      await removeRole(db, role)
      audit({
        target: 'role',
        targetId: role.id,
        company: role,
        before: { title: role.title, description: role.description, permissions: before },
      })
      return { data: {} }
    }),
  ]
}
