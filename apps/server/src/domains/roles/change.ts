import { text } from '@longreach/contract/i18n'
import { permissions as catalogue, type PermissionName } from '@longreach/contract/permissions'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inScope, type Placement, type Scope, systemScope } from '../../db/scope.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import { findSessionById, type Session } from '../../endpoint/session.ts'
import { findRolePermissions } from './store.ts'

export interface LockedRole extends Placement {
  id: number
  title: string
  description: string
}

const byId = new Map(catalogue.map((permission) => [permission.id, permission]))
const titleOf = (name: PermissionName) => catalogue.find((permission) => permission.name === name)?.title ?? name

/**
 * The permissions with these ids. Throws unless the caller has all of them: users cannot grant permissions that they
 * lack.
 */
export function grantable({ permissions }: Pick<Session, 'permissions'>, ids: readonly number[]): PermissionName[] {
  const source = 'permission_id'
  return [...new Set(ids)].map((id) => {
    const permission = byId.get(id)
    if (!permission)
      throw new Problem('VALIDATION_FAILED', { source, message: text('roles.unknown_permission', { id }) })
    if (permission.name === 'super_admin') {
      throw new Problem('VALIDATION_FAILED', {
        source,
        message: text('roles.not_super_admin'),
      })
    }
    if (!permissions.has(permission.name)) {
      throw new Problem('FORBIDDEN', {
        source,
        message: text('roles.permission_missing', { permission: permission.title }),
      })
    }
    return permission.name
  })
}

/** The companies in which a role is created, locked so that its title stays unique in each. */
export async function lockCompanies(db: Db, scope: Scope, ids: readonly number[]): Promise<Placement[]> {
  const requested = [...new Set(ids)]
  const found = await db
    .selectFrom('companies as c')
    .select(['c.id', 'c.l1_id', 'c.l2_id'])
    .where('c.id', 'in', requested)
    .where('c.level', '>', 0)
    .where(inScope(scope, 'c'))
    .orderBy('c.id')
    .forNoKeyUpdate()
    .execute()
  const missing = requested.find((id) => !found.some((company) => company.id === id))
  if (missing !== undefined) throw notFound('company_id')
  return found.map(({ id, l1_id, l2_id }) => ({ company_id: id, l1_id, l2_id }))
}

/** Titles are unique within a company, ignoring case. */
export async function checkTitle(db: Db, companyId: number, title: string, own?: number): Promise<void> {
  const { rows } = await sql`
    SELECT 1 FROM roles r
    WHERE r.company_id = ${companyId} AND lower(r.title) = lower(${title}) AND r.id IS DISTINCT FROM ${own ?? null}
      AND ${systemScope('row resolved in scope before')}`.execute(db)
  if (rows.length > 0) {
    throw new Problem('CONFLICT', { source: 'title', message: text('roles.title_taken') })
  }
}

/**
 * Custom roles in reach, by id, locked for a change with their companies: companies first, in the same order as all
 * changes of roles and their holders. Default roles cannot be changed.
 */
export async function lockRoles(db: Db, scope: Scope, ids: readonly number[]): Promise<LockedRole[]> {
  const requested = [...new Set(ids)]
  const seen = await db
    .selectFrom('roles as r')
    .select('r.company_id')
    .where('r.id', 'in', requested)
    .where(inScope(scope, 'r'))
    .execute()
  const companies = seen.flatMap(({ company_id }) => company_id ?? [])
  if (companies.length > 0) await lockCompanies(db, scope, companies)
  const locked = await db
    .selectFrom('roles as r')
    .select(['r.id', 'r.title', 'r.description', 'r.company_id', 'r.l1_id', 'r.l2_id'])
    .where('r.id', 'in', requested)
    .where('r.company_id', 'is not', null)
    .where(inScope(scope, 'r'))
    .orderBy('r.id')
    .forUpdate()
    .execute()
  const missing = requested.find((id) => !locked.some((role) => role.id === id))
  if (missing === undefined) return locked as LockedRole[]
  if (await findRolePermissions(db, scope, missing)) {
    throw new Problem('FORBIDDEN', { message: text('roles.default_fixed') })
  }
  throw notFound()
}

/**
 * Locks the objects of a call with `lock`, and the company, and then reads the session again: a permission removed
 * while the call waited no longer counts.
 */
export async function lockFor<Locked>(
  db: Db,
  session: Session,
  permission: PermissionName,
  lock: (scope: Scope) => Promise<Locked>,
): Promise<{ actor: Session; locked: Locked }> {
  await lock(session.scope)
  const actor = await findSessionById(db, session.id)
  if (!actor?.permissions.has(permission)) throw new Problem('FORBIDDEN')
  return { actor, locked: await lock(actor.scope) }
}

/** A user with fewer permissions than a role must neither change nor assign it, nor change its holders. */
export async function checkReach(
  db: Db,
  { permissions }: Pick<Session, 'permissions'>,
  role: Pick<LockedRole, 'id' | 'title'>,
): Promise<readonly string[]> {
  const rows = await db.selectFrom('role_permissions').select('permission').where('role_id', '=', role.id).execute()
  const granted = rows.map((row) => row.permission)
  const beyond = granted.find((name) => !permissions.has(name as PermissionName))
  if (beyond !== undefined) {
    const message = text('roles.beyond_yours', { role: role.title, permission: titleOf(beyond as PermissionName) })
    throw new Problem('FORBIDDEN', { message })
  }
  return granted
}

const nameOf = (title: string) =>
  `custom_${title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')}`

export async function insertRole(
  db: Db,
  place: Placement,
  role: { title: string; description: string; permissions: readonly PermissionName[] },
): Promise<number> {
  const { title, description, permissions } = role
  const { id } = await db
    .insertInto('roles')
    .values({ ...place, name: nameOf(title), title, description })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertPermissions(db, id, permissions)
  return id
}

async function insertPermissions(db: Db, id: number, permissions: readonly PermissionName[]): Promise<void> {
  await db
    .insertInto('role_permissions')
    .values(permissions.map((permission) => ({ role_id: id, permission })))
    .execute()
}

export async function changeRole(
  db: Db,
  id: number,
  change: { title: string; description: string; permissions: readonly PermissionName[] | undefined },
): Promise<void> {
  const { title, description, permissions } = change
  await sql`
    UPDATE roles r SET title = ${title}, description = ${description}, name = ${nameOf(title)}, updated_at = now()
    WHERE id = ${id} AND ${systemScope('row resolved in scope before')}`.execute(db)
  if (!permissions) return
  await db.deleteFrom('role_permissions').where('role_id', '=', id).execute()
  await insertPermissions(db, id, permissions)
}

export async function removeRole(db: Db, role: LockedRole): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM users u
    WHERE role_id = ${role.id} AND ${systemScope('row resolved in scope before')}`.execute(db)
  const count = rows[0]?.count ?? 0
  if (count > 0) {
    const message = text('roles.has_users', { role: role.title, count })
    throw new Problem('CONFLICT', { message })
  }
  const invited = await sql<{ count: number }>`
    SELECT count(*) AS count FROM invitations i
    WHERE role_id = ${role.id} AND expires_at > now() AND ${systemScope('row resolved in scope before')}`.execute(db)
  const open = invited.rows[0]?.count ?? 0
  if (open > 0) {
    const message = text('roles.has_invitations', { role: role.title, count: open })
    throw new Problem('CONFLICT', { message })
  }
  await sql`DELETE FROM roles r WHERE id = ${role.id} AND ${systemScope('row resolved in scope before')}`.execute(db)
}
