import type { QueryOf } from '@longreach/contract/endpoint'
import { defaultRoles, permissionsOfRole } from '@longreach/contract/permissions'
import type { listRoles } from '@longreach/contract/roles/endpoints'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { every, filterConditions, madeBetween } from '../../db/filters.ts'
import { inScope, type Scope } from '../../db/scope.ts'
import { containing } from '../../db/search.ts'
import { notFound } from '../../endpoint/problem.ts'

/** Brings the default roles in the database to what the contract says; run at every start. */
export async function syncDefaultRoles(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const role of defaultRoles) {
      const { id, name, title, description } = role
      await tx
        .insertInto('roles')
        .values({ id, name, title, description })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ name, title, description }))
        .execute()
      const permissions = permissionsOfRole(role)
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

/** Default roles belong to nobody and are seen by everybody. */
function roles(db: Db, scope: Scope) {
  return db
    .selectFrom('roles as r')
    .leftJoin('companies as c', 'c.id', 'r.company_id')
    .where((or) => or.or([or('r.company_id', 'is', null), inScope(scope, 'r')]))
}

const columns = [
  'r.id',
  'r.name',
  'r.title',
  'r.description',
  'r.company_id',
  'c.name as company_name',
  'r.created_at',
  'r.updated_at',
  sql<number>`(SELECT count(*) FROM role_permissions p WHERE p.role_id = r.id)`.as('permissions_count'),
] as const

export async function findRole(db: Db, scope: Scope, id: number) {
  return roles(db, scope).select(columns).where('r.id', '=', id).executeTakeFirst()
}

/** What a filter names has to be there where it stands for rows that are changed. */
export async function requireRoles(db: Db, scope: Scope, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const found = await roles(db, scope).select('r.id').where('r.id', 'in', wanted).execute()
  if (found.length < wanted.length) throw notFound('filter.role_id')
}

type Wanted = Partial<QueryOf<typeof listRoles>> & { id?: number[] }

/** A list's rows in its order. */
function listed(db: Db, scope: Scope, query: Wanted) {
  const conditions = [
    ...filterConditions(query, { id: 'r.id', company_id: 'r.company_id' }),
    ...madeBetween(query, 'r.created_at'),
    ...(query.type ? [sql<boolean>`(r.company_id IS NULL) = ${query.type === 'default'}`] : []),
    ...(query.q ? [sql<boolean>`lower(r.title) LIKE ${containing(query.q)}`] : []),
  ]
  const sort = query.sort ?? 'title'
  const rows = roles(db, scope).where(every(conditions))
  const ordered = rows
    .orderBy(sql`r.${sql.raw(sort.replace('-', ''))} COLLATE "C"`, sort.startsWith('-') ? 'desc' : 'asc')
    .orderBy('r.id')
  return { rows, ordered }
}

export const findRoleIds = async (db: Db, scope: Scope, query: Wanted, most: number) =>
  (await listed(db, scope, query).ordered.select('r.id').limit(most).execute()).map(({ id }) => id)

export async function findRoles(db: Db, scope: Scope, query: Wanted & { limit: number; offset: number }) {
  const { rows, ordered } = listed(db, scope, query)
  const page = await ordered.select(columns).limit(query.limit).offset(query.offset).execute()
  const { total } = await rows.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { page, total }
}

/** Names of the permissions a role holds; undefined when the role is out of reach. */
export async function findRolePermissions(db: Db, scope: Scope, id: number): Promise<string[] | undefined> {
  const role = await roles(db, scope).select('r.id').where('r.id', '=', id).executeTakeFirst()
  if (!role) return undefined
  const rows = await db.selectFrom('role_permissions').select('permission').where('role_id', '=', id).execute()
  return rows.map((row) => row.permission)
}
