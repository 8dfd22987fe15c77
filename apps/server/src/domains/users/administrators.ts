import { text } from '@longreach/contract/i18n'
import type { PermissionName } from '@longreach/contract/permissions'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { Problem } from '../../endpoint/problem.ts'
import type { RoleChanging } from '../roles/hooks.ts'

/**
 * An administrator of a company may invite, change and delete its users, whatever the title of the role; one of the
 * platform administers the whole system.
 */
const administers = (companyId: number): PermissionName[] =>
  companyId === 0 ? ['super_admin'] : ['invite_users', 'update_users', 'delete_users']

/** True if a user with these permissions administers their company. */
export const administersCompanies = (permissions: ReadonlySet<string>): boolean =>
  permissions.has('super_admin') || administers(1).every((permission) => permissions.has(permission))

const rolesThat = (required: readonly PermissionName[]) => sql`
  SELECT p.role_id FROM role_permissions p WHERE p.permission = ANY (${[...required]}::text[])
  GROUP BY p.role_id HAVING count(*) = ${required.length}`

/** Ids of the users who administer the company; the caller has locked the company's row. */
export async function administratorsOf(db: Db, companyId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT u.id FROM users u
    WHERE u.company_id = ${companyId} AND u.role_id IN (${rolesThat(administers(companyId))})
      AND ${systemScope('row resolved in scope before')}`.execute(db)
  return rows.map(({ id }) => id)
}

interface Person {
  id: number
  username: string
  company_id: number
  company_name: string
}

/**
 * Throws if a change would leave a company without an administrator; `role` is the user's new role, unless they leave.
 */
export async function checkLastAdministrator(db: Db, user: Person, role?: number): Promise<void> {
  const administrators = await administratorsOf(db, user.company_id)
  if (administrators.length !== 1 || administrators[0] !== user.id) return
  if (role !== undefined) {
    const { rows } = await sql`
      SELECT 1 FROM (${rolesThat(administers(user.company_id))}) r WHERE r.role_id = ${role}`.execute(db)
    if (rows.length > 0) return
  }
  const { username, company_name } = user
  const message = text('users.last_administrator', { username, company: company_name })
  throw new Problem('CONFLICT', { message })
}

/** Throws if the change of a role would leave its company without an administrator. */
export const keepAdministrator: RoleChanging = async (db, role) => {
  const before = await administratorsOf(db, role.company_id)
  return async () => {
    if (before.length > 0 && (await administratorsOf(db, role.company_id)).length === 0) {
      const message = text('users.no_administrator_left')
      throw new Problem('CONFLICT', { message, source: 'permission_id' })
    }
    const { rows } = await sql<{ id: number }>`
    SELECT u.id FROM users u WHERE u.role_id = ${role.id} AND ${systemScope('row resolved in scope before')}`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  }
}
