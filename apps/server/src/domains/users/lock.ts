import { text } from '@longreach/contract/i18n'
import type { PermissionName } from '@longreach/contract/permissions'
import { fitsCompany } from '@longreach/contract/roles/fits'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inScope, type Placement, type Scope, systemScope } from '../../db/scope.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import { findSessionById, type Session } from '../../endpoint/session.ts'
import { checkReach } from '../roles/change.ts'

export interface LockedUser extends Placement {
  id: number
  username: string
  email: string
  role_id: number
  role_title: string
  role_company_id: number | null
  company_name: string
}

export interface LockedCompany extends Placement {
  name: string
}

interface Locked {
  /** The caller, read again after the locks. */
  actor: Session
  users: LockedUser[]
  target: LockedCompany | undefined
}

const mayNot = () => new Problem('FORBIDDEN')

/** Locks companies against concurrent changes of their users or roles, always in the same order. */
async function lockPlaces(db: Db, ids: readonly number[]): Promise<Map<number, LockedCompany>> {
  const { rows } = await sql<LockedCompany>`
    SELECT c.id AS company_id, c.l1_id, c.l2_id, c.name FROM companies c
    WHERE c.id = ANY (${[...new Set(ids)]}::bigint[]) AND ${systemScope('row resolved in scope before')}
    ORDER BY c.id FOR NO KEY UPDATE`.execute(db)
  return new Map(rows.map((row) => [row.company_id, row]))
}

const usersIn = (db: Db, scope: Scope, ids: readonly number[]) =>
  db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.id', 'u.company_id')
    .innerJoin('roles as r', 'r.id', 'u.role_id')
    .where('u.id', 'in', [...ids])
    .where(inScope(scope, 'u'))
    .orderBy('u.id')

async function targetInReach(db: Db, { scope, permissions }: Session, id: number): Promise<void> {
  if (id === 0 && !permissions.has('super_admin')) {
    const message = text('users.platform_forbidden')
    throw new Problem('FORBIDDEN', { source: 'company_id', message })
  }
  const { rows } = await sql`SELECT 1 FROM companies c WHERE c.id = ${id} AND ${inScope(scope, 'c')}`.execute(db)
  if (rows.length === 0) throw notFound('company_id')
}

/**
 * Users in reach, locked with their companies until the end of the transaction. The caller is read again after that: if
 * two users remove each other's permissions at the same moment, the second one has none any more.
 */
export async function lockUsers(
  db: Db,
  session: Session,
  permission: PermissionName,
  ids: readonly number[],
  targetId?: number,
): Promise<Locked> {
  if (targetId !== undefined) await targetInReach(db, session, targetId)
  const seen = await usersIn(db, session.scope, ids).select('u.company_id').execute()
  const places = await lockPlaces(db, [
    ...seen.map(({ company_id }) => company_id),
    ...(targetId === undefined ? [] : [targetId]),
  ])
  const actor = await findSessionById(db, session.id)
  if (!actor?.permissions.has(permission)) throw mayNot()
  if (targetId !== undefined) await targetInReach(db, actor, targetId)
  const users = await usersIn(db, actor.scope, ids)
    .select([
      'u.id',
      'u.username',
      'u.email',
      'u.role_id',
      'u.company_id',
      'u.l1_id',
      'u.l2_id',
      'r.title as role_title',
      'r.company_id as role_company_id',
      'c.name as company_name',
    ])
    .forUpdate('u')
    .execute()
  if (users.some(({ company_id }) => !places.has(company_id))) {
    throw new Problem('CONFLICT', { message: text('users.being_moved') })
  }
  return { actor, users, target: targetId === undefined ? undefined : places.get(targetId) }
}

/**
 * Throws for the caller, for users of the platform unless the caller is a system administrator, and for users with more
 * permissions than the caller.
 */
export async function checkPerson(db: Db, actor: Session, user: LockedUser): Promise<void> {
  if (user.id === actor.userId || user.id === actor.actorId) {
    throw new Problem('FORBIDDEN', { message: text('users.not_yourself') })
  }
  if (user.company_id === 0 && !actor.permissions.has('super_admin')) throw mayNot()
  await checkReach(db, actor, { id: user.role_id, title: user.role_title })
}

/** A role that the caller can assign to a user of the company, locked so that it stays. */
export async function lockGivenRole(
  db: Db,
  actor: Session,
  id: number,
): Promise<{ id: number; title: string; company_id: number | null }> {
  const role = await db
    .selectFrom('roles as r')
    .select(['r.id', 'r.title', 'r.company_id'])
    .where('r.id', '=', id)
    .where((or) => or.or([or('r.company_id', 'is', null), inScope(actor.scope, 'r')]))
    .forKeyShare()
    .executeTakeFirst()
  if (!role) throw notFound('role_id')
  await checkReach(db, actor, role)
  return role
}

/** Throws if the company does not have the role. */
export function checkFits(
  role: { id: number; title: string; company_id: number | null },
  company: { company_id: number; name: string },
): void {
  if (fitsCompany(role, company.company_id)) return
  const message = text('users.role_not_there', { role: role.title, company: company.name })
  throw new Problem('VALIDATION_FAILED', { source: 'role_id', message })
}
