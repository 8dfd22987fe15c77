import { listInvitations } from '@longreach/contract/users/invitation-endpoints'
import { invitationDays } from '@longreach/contract/users/invitation-schemas'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { createdBetween } from '../../../db/filters.ts'
import { defineList } from '../../../db/list.ts'
import { inContext, inScope, type Placement, type Scope, systemScope } from '../../../db/scope.ts'
import { sha256 } from '../../../seal.ts'

const bounced = sql<boolean>`coalesce(m.state IN ('bounced', 'suppressed', 'failed'), false)`
const state = sql<string>`
  CASE WHEN ${bounced} THEN 'bounced' WHEN i.expires_at <= now() THEN 'expired' ELSE 'pending' END`
const goodFor = sql<Date>`now() + ${invitationDays} * interval '1 day'`

interface InvitationRow {
  id: number
  email: string
  role_id: number
  role: string
  role_title: string
  company_id: number
  makes_company: boolean
  expires_at: Date
  created_at: Date
  company_name: string | null
  state: string
  bounce_status: string | null
}

export const invitationList = defineList({
  endpoint: listInvitations,
  from: () => sql`
    invitations i JOIN companies c ON c.id = i.company_id JOIN roles r ON r.id = i.role_id
    LEFT JOIN mails m ON m.id = i.mail_id`,
  reach: (scope) => inContext(scope, 'i'),
  columns: () => sql<InvitationRow>`
    i.id, i.email, i.role_id, r.name AS role, r.title AS role_title, i.company_id, i.makes_company, i.expires_at, i.created_at,
    CASE WHEN i.makes_company THEN i.new_company_name ELSE c.name END AS company_name, ${state} AS state,
    CASE WHEN ${bounced} THEN m.response END AS bounce_status`,
  id: 'i.id',
  sorts: { email: 'i.email_key', expires_at: 'i.expires_at', created_at: 'i.created_at' },
  defaultSort: '-created_at',
  filters: {
    company_id: 'i.company_id',
    role: 'r.name',
    role_id: 'i.role_id',
    state: (states) => sql`${state} = ANY (${states}::text[])`,
    ...createdBetween('i.created_at'),
  },
  search: { email: sql`i.email_key` },
})

export const { page: findInvitations, ids: findInvitationIds } = invitationList

/** Invitations in reach, locked for a change; missing ones are left out. */
export async function lockInvitations(db: Db, scope: Scope, ids: readonly number[]) {
  return db
    .selectFrom('invitations as i')
    .innerJoin('companies as c', 'c.id', 'i.company_id')
    .select([
      'i.id',
      'i.email',
      'i.role_id',
      'i.company_id',
      'i.l1_id',
      'i.l2_id',
      'i.makes_company',
      'i.new_company_name',
      'c.name as company_name',
    ])
    .where('i.id', 'in', [...ids])
    .where(inScope(scope, 'i'))
    .orderBy('i.id')
    .forUpdate('i')
    .execute()
}
export type LockedInvitation = Awaited<ReturnType<typeof lockInvitations>>[number]

export interface NewInvitation extends Placement {
  role_id: number
  email: string
  makes_company: boolean
  new_company_name: string | null
  invited_by: number
}

/** undefined if another user has just invited the address. */
export async function insertInvitation(db: Db, invitation: NewInvitation, token: string): Promise<number | undefined> {
  const row = await db
    .insertInto('invitations')
    .values({ ...invitation, token_hash: sha256(token), expires_at: goodFor })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Replaces the link by another one with its full validity. */
export async function renewInvitation(db: Db, id: number, token: string): Promise<void> {
  await db
    .updateTable('invitations as i')
    .set({ token_hash: sha256(token), expires_at: goodFor })
    .where(systemScope('row resolved in scope before'))
    .where('i.id', '=', id)
    .execute()
}

export async function noteMail(db: Db, id: number, mailId: number): Promise<void> {
  await db
    .updateTable('invitations as i')
    .set({ mail_id: mailId })
    .where(systemScope('row resolved in scope before'))
    .where('i.id', '=', id)
    .execute()
}

export async function removeInvitations(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('invitations as i')
    .where(systemScope('row resolved in scope before'))
    .where('i.id', 'in', [...ids])
    .execute()
}

export async function removeInvitationsOf(db: Db, companyId: number): Promise<void> {
  await db
    .deleteFrom('invitations as i')
    .where(systemScope('row resolved in scope before'))
    .where('i.company_id', '=', companyId)
    .execute()
}

/**
 * The addresses, in lower case, that have an invitation, and those that have an account. Expired invitations do not
 * count.
 */
export async function findTaken(db: Db, keys: readonly string[]) {
  await sql`
    DELETE FROM invitations i
    WHERE ${systemScope('address of an invitation')} AND email_key = ANY (${keys}) AND expires_at <= now()`.execute(db)
  // In this order, one of the two finds an address that is registered meanwhile.
  const invited = await sql<{ key: string }>`
    SELECT email_key AS key FROM invitations i
    WHERE ${systemScope('address of an invitation')} AND email_key = ANY (${keys})`.execute(db)
  const users = await sql<{ key: string }>`
    SELECT unnest(ARRAY[email_key, username_key]) AS key FROM users u
    WHERE ${systemScope('address of an invitation')}
      AND (email_key = ANY (${keys}) OR username_key = ANY (${keys}))`.execute(db)
  const suppressed = await sql<{ key: string }>`
    SELECT email_key AS key FROM suppressed_emails WHERE email_key = ANY (${keys})`.execute(db)
  const setOf = ({ rows }: { rows: { key: string }[] }) => new Set(rows.map(({ key }) => key))
  return { invited: setOf(invited), registered: setOf(users), suppressed: setOf(suppressed) }
}

/** The invitation of a link; undefined if it is wrong, used or expired. */
export async function findInvitationByToken(db: Db, token: string) {
  return db
    .selectFrom('invitations as i')
    .innerJoin('companies as c', 'c.id', 'i.company_id')
    .innerJoin('roles as r', 'r.id', 'i.role_id')
    .select([
      'i.email',
      'i.company_id',
      'i.makes_company',
      'r.title as role_title',
      sql<string | null>`CASE WHEN i.makes_company THEN i.new_company_name ELSE c.name END`.as('company_name'),
    ])
    .where(systemScope('link that was mailed'))
    .where('i.token_hash', '=', sha256(token))
    .where('i.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Uses up the link; undefined if it has just been used. */
export async function takeInvitation(db: Db, token: string) {
  return db
    .deleteFrom('invitations as i')
    .where(systemScope('link that was mailed'))
    .where('i.token_hash', '=', sha256(token))
    .where('i.expires_at', '>', sql<Date>`now()`)
    .returning(['i.email', 'i.role_id', 'i.company_id', 'i.l1_id', 'i.l2_id', 'i.makes_company', 'i.invited_by'])
    .executeTakeFirst()
}

/** Deletes the invitation of an address that has an account now. */
export async function forgetInvitationOf(db: Db, email: string): Promise<void> {
  await db
    .deleteFrom('invitations as i')
    .where(systemScope('address of an invitation'))
    .where('i.email_key', '=', email.toLowerCase())
    .execute()
}
