import type { BodyOf } from '@longreach/contract/endpoint'
import { text } from '@longreach/contract/i18n'
import type { inviteUser } from '@longreach/contract/users/invitation-endpoints'
import { inviteRoles } from '@longreach/contract/users/invitation-schemas'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { inScope, type Placement, type Scope, systemScope } from '../../../db/scope.ts'
import { notFound, Problem } from '../../../endpoint/problem.ts'
import type { Session } from '../../../endpoint/session.ts'
import { findRole } from '../../roles/store.ts'

/** Role of invitations that name none. */
const usualRole = 'end_user'
/** Role that only users of the platform can have. */
const platformRole = 'support'

export interface GivenRole {
  id: number
  name: string
  title: string
  custom: boolean
}

/** Default roles that the caller's own role may assign. */
async function givenDefaults(db: Db, userId: number): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT CASE WHEN r.company_id IS NULL THEN r.name ELSE 'custom' END AS name
    FROM users u JOIN roles r ON r.id = u.role_id
    WHERE u.id = ${userId} AND ${systemScope('session of the request')}`.execute(db)
  return inviteRoles[rows[0]?.name ?? ''] ?? []
}

/**
 * Roles that the caller may assign in a company: from the caller's list or of that company, without permissions that
 * the caller lacks.
 */
export async function findGivenRoles(
  db: Db,
  { userId, permissions }: Pick<Session, 'userId' | 'permissions'>,
  companyId: number | undefined,
): Promise<GivenRole[]> {
  const listed = await givenDefaults(db, userId)
  if (listed.length === 0) return []
  const defaults = listed.filter((name) => (name === platformRole) === (companyId === 0))
  const { rows } = await sql<GivenRole>`
    SELECT r.id, r.name, r.title, r.company_id IS NOT NULL AS custom FROM roles r
    WHERE ${systemScope('row resolved in scope before')}
      AND ((r.company_id IS NULL AND r.name = ANY (${defaults})) OR r.company_id = ${companyId ?? null})
      AND NOT EXISTS (
        SELECT 1 FROM role_permissions p WHERE p.role_id = r.id AND NOT p.permission = ANY (${[...permissions]}))
    ORDER BY custom, CASE WHEN r.company_id IS NULL THEN r.id END, lower(r.title) COLLATE "C", r.id`.execute(db)
  return rows
}

/** The company of an invitation, locked against deletion. */
export async function lockInviteCompany(db: Db, scope: Scope, id: number): Promise<Placement & { name: string }> {
  const row = await db
    .selectFrom('companies as c')
    .select(['c.id as company_id', 'c.l1_id', 'c.l2_id', 'c.name'])
    .where('c.id', '=', id)
    .where(inScope(scope, 'c'))
    .forKeyShare()
    .executeTakeFirst()
  if (!row) throw notFound('company_id')
  return row
}

/** The requested role, or the usual one, locked in its current state; throws if the caller may not assign it. */
export async function lockGivenRole(
  db: Db,
  session: Pick<Session, 'userId' | 'permissions' | 'scope'>,
  { role_id, role }: Pick<BodyOf<typeof inviteUser>, 'role_id' | 'role'>,
  companyId: number,
): Promise<GivenRole> {
  // Waits for a change of the role, and sees its result.
  if (role_id !== undefined) {
    await sql`SELECT 1 FROM roles r WHERE r.id = ${role_id} AND ${systemScope('row resolved in scope before')} FOR SHARE`.execute(
      db,
    )
  }
  const preferred = role ?? (companyId === 0 ? platformRole : usualRole)
  const roles = await findGivenRoles(db, session, companyId)
  const found = roles.find(({ id, name, custom }) =>
    role_id === undefined ? name === preferred && !custom : id === role_id,
  )
  if (found) return found
  const source = role_id === undefined && role !== undefined ? 'role' : 'role_id'
  if (role_id !== undefined && !(await findRole(db, session.scope, role_id))) throw notFound(source)
  throw new Problem('FORBIDDEN', { source, message: text('users.role_not_assignable') })
}
