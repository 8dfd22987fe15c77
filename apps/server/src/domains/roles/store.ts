import { isDeepStrictEqual } from 'node:util'
import { defaultRoles, permissionsOfRole } from '@longreach/contract/permissions'
import { listRoles } from '@longreach/contract/roles/endpoints'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { createdBetween } from '../../db/filters.ts'
import { defineList } from '../../db/list.ts'
import { inScope, type Scope, systemScope } from '../../db/scope.ts'
import { notFound } from '../../endpoint/problem.ts'

interface StoredRole {
  id: number
  name: string
  title: string
  description: string
  permissions: string[]
}

/** Updates the default roles in the database to those of the contract; runs at every start. */
export async function syncDefaultRoles(db: Db): Promise<void> {
  const { rows } = await sql<StoredRole>`
    SELECT r.id, r.name, r.title, r.description, array(
      SELECT p.permission FROM role_permissions p WHERE p.role_id = r.id ORDER BY p.permission COLLATE "C") AS permissions
    FROM roles r WHERE r.company_id IS NULL AND ${systemScope('console of the operator')}`.execute(db)
  const stored = new Map(rows.map((role) => [role.id, role]))
  const declared = defaultRoles.map((role): StoredRole => {
    const { id, name, title, description } = role
    return { id, name, title, description, permissions: permissionsOfRole(role).toSorted() }
  })
  const changed = declared.filter((role) => !isDeepStrictEqual(role, stored.get(role.id)))
  if (changed.length > 0) await storeRoles(db, changed)
}

async function storeRoles(db: Db, roles: readonly StoredRole[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const { id, name, title, description, permissions } of roles) {
      await tx
        .insertInto('roles')
        .values({ id, name, title, description })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ name, title, description }))
        .execute()
      await tx
        .deleteFrom('role_permissions')
        .where('role_id', '=', id)
        .where('permission', 'not in', permissions)
        .execute()
      await tx
        .insertInto('role_permissions')
        .values(permissions.map((permission) => ({ role_id: id, permission })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  })
}

/** Default roles belong to no company and are visible to all. */
function roles(db: Db, scope: Scope) {
  return db
    .selectFrom('roles as r')
    .leftJoin('companies as c', 'c.id', 'r.company_id')
    .where((or) => or.or([or('r.company_id', 'is', null), inScope(scope, 'r')]))
}

interface RoleRow {
  id: number
  name: string
  title: string
  description: string
  company_id: number | null
  company_name: string | null
  created_at: Date
  updated_at: Date
  permissions_count: number
  isDefault: boolean
  canInviteRoles: boolean
}

export const roleList = defineList({
  endpoint: listRoles,
  from: () => sql`roles r LEFT JOIN companies c ON c.id = r.company_id`,
  reach: (scope) => sql<boolean>`(r.company_id IS NULL OR ${inScope(scope, 'r')})`,
  columns: () => sql<RoleRow>`
    r.id, r.name, r.title, r.description, r.company_id, c.name AS company_name, r.created_at, r.updated_at,
    (SELECT count(*) FROM role_permissions p WHERE p.role_id = r.id) AS permissions_count,
    r.company_id IS NULL AS "isDefault",
    EXISTS (SELECT FROM role_permissions p WHERE p.role_id = r.id AND p.permission = 'invite_users') AS "canInviteRoles"`,
  id: 'r.id',
  sorts: { name: sql`r.name COLLATE "C"`, title: sql`r.title COLLATE "C"` },
  defaultSort: 'title',
  tieBreak: 'ascending',
  filters: {
    company_id: 'r.company_id',
    type: (type) => sql`(r.company_id IS NULL) = ${type === 'default'}`,
    ...createdBetween('r.created_at'),
  },
  search: { title: sql`lower(r.title)` },
})

export const { page: findRoles, ids: findRoleIds, find: findRole } = roleList

/** Throws unless all roles that a filter for a change names exist. */
export async function requireRoles(db: Db, scope: Scope, ids: readonly number[]): Promise<void> {
  const requested = [...new Set(ids)]
  if (requested.length === 0) return
  const found = await roles(db, scope).select('r.id').where('r.id', 'in', requested).execute()
  if (found.length < requested.length) throw notFound('filter.role_id')
}

/** Names of the permissions of a role; undefined if the role is out of reach. */
export async function findRolePermissions(db: Db, scope: Scope, id: number): Promise<string[] | undefined> {
  const role = await roles(db, scope).select('r.id').where('r.id', '=', id).executeTakeFirst()
  if (!role) return undefined
  const rows = await db.selectFrom('role_permissions').select('permission').where('role_id', '=', id).execute()
  return rows.map((row) => row.permission)
}
