import { permissions } from '@longreach/contract/permissions'
import { getRolePermissions, listPermissions, listRoles } from '@longreach/contract/roles/endpoints'
import { notFound } from '../../http/problem.ts'
import { type Route, route } from '../../http/route.ts'
import { findRolePermissions, findRoles } from './store.ts'

export function roleRoutes(): Route[] {
  return [
    route(listRoles, async ({ db, scope, query }) => {
      const { page, total } = await findRoles(db, scope, query)
      return { data: page, meta: { total } }
    }),
    route(listPermissions, async () => ({ data: [...permissions] })),
    route(getRolePermissions, async ({ db, scope, params }) => {
      const held = await findRolePermissions(db, scope, params.id)
      if (!held) throw notFound()
      return { data: permissions.filter((permission) => held.includes(permission.name)) }
    }),
  ]
}
