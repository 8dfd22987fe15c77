import { text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { type Placement, systemScope } from '../../db/scope.ts'
import { Problem } from '../../endpoint/problem.ts'
import { checkName, insertCompany } from '../companies/change.ts'
import { placementOf } from '../companies/place.ts'
import { takeInvitation } from '../users/invitations/store.ts'

export interface Registration {
  username: string
  first_name: string | null
  last_name: string | null
  password_hash: string
  /** Name of the new company, if the invitation creates one. */
  company_name: string | null
}

/** The user who has just registered, and the inviter. */
export interface Registered extends Placement {
  id: number
  username: string
  email: string
  /** Null if the inviter was deleted. */
  invited_by: number | null
  /** Name of the company that was created with the account. */
  new_company: string | null
}

/** Locks an address, so that no other registration or change of address can use it meanwhile. */
export async function lockAddress(db: Db, email: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('address'), hashtext(${email.toLowerCase()}))`.execute(db)
}

/** Locks the company before the invitation into it, in the same order as the deletion of a company. */
async function lockCompany(db: Db, id: number): Promise<void> {
  await sql`SELECT 1 FROM companies c WHERE id = ${id} AND ${systemScope('link that was mailed')} FOR KEY SHARE`.execute(
    db,
  )
}

async function makeCompany(db: Db, name: string): Promise<Placement> {
  // Company names are unique on the first level.
  await sql`SELECT 1 FROM companies c WHERE id = 0 AND ${systemScope('link that was mailed')} FOR NO KEY UPDATE`.execute(
    db,
  )
  await checkName(db, 0, name).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error
    throw new Problem('CONFLICT', { source: 'company_name', message: text('companies.name_taken') })
  })
  return placementOf(await insertCompany(db, { id: 0, level: 0, l1_id: null, l2_id: null }, name))
}

/**
 * Uses up the invitation and creates the account, and the company if the invitation is for one. Null if the invitation
 * was used just now.
 */
export async function acceptInvitation(
  db: Db,
  invitation: { token: string; email: string; company_id: number; makes_company: boolean },
  registration: Registration,
): Promise<Registered | null> {
  const { username, first_name, last_name, password_hash, company_name } = registration
  await lockAddress(db, invitation.email)
  if (!invitation.makes_company) await lockCompany(db, invitation.company_id)
  const taken = await takeInvitation(db, invitation.token)
  if (!taken) return null
  const { email, role_id, makes_company, invited_by, ...place } = taken
  const company = makes_company ? await makeCompany(db, company_name ?? '') : place
  const user = await db
    .insertInto('users')
    .values({ ...company, role_id, email, username, first_name, last_name, password_hash })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'company_id', 'l1_id', 'l2_id'])
    .executeTakeFirst()
  // Only the username can be taken: an invitation is deleted once its address has an account.
  if (!user) throw new Problem('CONFLICT', { source: 'username', message: text('account.username_taken') })
  return { ...user, username, email, invited_by, new_company: makes_company ? company_name : null }
}
