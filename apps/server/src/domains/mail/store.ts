import type { QueryOf } from '@longreach/contract/endpoint'
import type { MailState } from '@longreach/contract/mail/constants'
import type { listMailLogs } from '@longreach/contract/mail/endpoints'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { every, filterConditions, madeBetween } from '../../db/filters.ts'
import { inHistory, type Scope, systemScope } from '../../db/scope.ts'
import { containing } from '../../db/search.ts'

type Wanted = Partial<QueryOf<typeof listMailLogs>> & { id?: number[] }

/** A list's rows in its order. */
function listed(db: Db, scope: Scope, query: Wanted) {
  const pattern = query.q && containing(query.q)
  const conditions = [
    ...filterConditions(query, {
      id: 'm.id',
      state: 'm.state',
      template: 'm.template',
      company_id: 'm.company_id',
    }),
    ...madeBetween(query, 'm.created_at'),
    ...(pattern ? [sql<boolean>`(m.email_key LIKE ${pattern} OR lower(m.subject) LIKE ${pattern})`] : []),
  ]
  const sort = query.sort ?? '-created_at'
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const rows = db
    .selectFrom('mails as m')
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .where(inHistory(scope, 'm'))
    .where(every(conditions))
  const ordered = rows
    .orderBy(sort.endsWith('email') ? 'm.email_key' : 'm.created_at', direction)
    .orderBy('m.id', direction)
  return { rows, ordered }
}

export const findMailIds = async (db: Db, scope: Scope, query: Wanted, most: number) =>
  (await listed(db, scope, query).ordered.select('m.id').limit(most).execute()).map(({ id }) => id)

export async function findMailLogs(db: Db, scope: Scope, query: Wanted & { limit: number; offset: number }) {
  const { rows, ordered } = listed(db, scope, query)
  const page = await ordered
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
