import type { QueryOf } from '@longreach/contract/endpoint'
import type { MailState } from '@longreach/contract/mail/constants'
import type { listMailLogs } from '@longreach/contract/mail/endpoints'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inScope, type Scope, systemScope } from '../../db/scope.ts'
import { containing } from '../../db/search.ts'

export async function findMailLogs(db: Db, scope: Scope, query: QueryOf<typeof listMailLogs>) {
  let rows = db.selectFrom('mails as m').innerJoin('companies as c', 'c.id', 'm.company_id').where(inScope(scope, 'm'))
  if (query.q) {
    const pattern = containing(query.q)
    rows = rows.where((or) => or.or([or('m.email_key', 'like', pattern), or(sql`lower(m.subject)`, 'like', pattern)]))
  }
  if (query.state) rows = rows.where('m.state', '=', query.state)
  const sort = query.sort ?? '-created_at'
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const page = await rows
    .select([
      'm.id',
      'm.email',
      'm.template',
      'm.subject',
      'm.state',
      'm.attempts',
      'm.response',
      'm.sealed',
      'm.company_id',
      'c.name as company_name',
      'm.created_at',
      'm.ended_at',
      sql<boolean>`EXISTS (SELECT 1 FROM suppressed_emails s WHERE s.email_key = m.email_key)`.as('suppressed'),
    ])
    .orderBy(sort.endsWith('email') ? 'm.email_key' : 'm.created_at', direction)
    .orderBy('m.id', direction)
    .limit(query.limit)
    .offset(query.offset)
    .execute()
  const { total } = await rows.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { page, total }
}

/** A mail that still has to be sent. */
export async function findQueuedMail(db: Db, id: number) {
  return db
    .selectFrom('mails as m')
    .select(['m.id', 'm.email', 'm.template', 'm.sealed', 'm.attempts', 'm.created_at'])
    .where(systemScope('background job'))
    .where('m.id', '=', id)
    .where('m.state', '=', 'queued')
    .executeTakeFirst()
}

/** Notes an attempt; a state other than queued is the end, after which nobody needs what the mail said. */
export async function noteAttempt(
  db: Db,
  id: number,
  attempt: { state: MailState; attempts: number; response: string },
): Promise<void> {
  const ended = attempt.state !== 'queued'
  await db
    .updateTable('mails as m')
    .set({ ...attempt, ...(ended ? { sealed: null, ended_at: sql<Date>`now()` } : {}) })
    .where(systemScope('background job'))
    .where('m.id', '=', id)
    .execute()
}

export async function isSuppressed(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('suppressed_emails')
    .select('email_key')
    .where('email_key', '=', email.toLowerCase())
    .executeTakeFirst()
  return row !== undefined
}

export async function suppress(db: Db, email: string, reason: string): Promise<void> {
  await db
    .insertInto('suppressed_emails')
    .values({ email_key: email.toLowerCase(), reason })
    .onConflict((conflict) => conflict.column('email_key').doUpdateSet({ reason, created_at: sql<Date>`now()` }))
    .execute()
}

/** False when mails to the address were not held back. */
export async function unsuppress(db: Db, email: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('suppressed_emails')
    .where('email_key', '=', email.toLowerCase())
    .executeTakeFirst()
  return numDeletedRows > 0n
}
