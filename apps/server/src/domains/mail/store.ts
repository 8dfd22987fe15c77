import type { MailState } from '@longreach/contract/mail/constants'
import { listMailLogs } from '@longreach/contract/mail/endpoints'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { createdBetween } from '../../db/filters.ts'
import { defineList } from '../../db/list.ts'
import { inContextHistory, systemScope } from '../../db/scope.ts'

interface MailRow {
  id: number
  email: string
  template: string
  subject: string
  state: string
  attempts: number
  response: string | null
  sealed: Buffer | null
  company_id: number
  company_name: string
  created_at: Date
  ended_at: Date | null
  suppressed: boolean
}

export const mailList = defineList({
  endpoint: listMailLogs,
  from: () => sql`mails m JOIN companies c ON c.id = m.company_id`,
  reach: (scope) => inContextHistory(scope, 'm'),
  columns: () => sql<MailRow>`
    m.id, m.email, m.template, m.subject, m.state, m.attempts, m.response, m.sealed, m.company_id, c.name AS company_name,
    m.created_at, m.ended_at, EXISTS (SELECT 1 FROM suppressed_emails s WHERE s.email_key = m.email_key) AS suppressed`,
  id: 'm.id',
  sorts: { email: 'm.email_key', created_at: 'm.created_at' },
  defaultSort: '-created_at',
  filters: {
    state: 'm.state',
    template: 'm.template',
    company_id: 'm.company_id',
    ...createdBetween('m.created_at'),
  },
  search: { email: sql`m.email_key`, subject: sql`lower(m.subject)` },
})

export const { page: findMailLogs, ids: findMailIds } = mailList

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

/** Records an attempt; any state other than queued is final, and the content is dropped. */
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

/** False if mails to the address were not suppressed. */
export async function unsuppress(db: Db, email: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('suppressed_emails')
    .where('email_key', '=', email.toLowerCase())
    .executeTakeFirst()
  return numDeletedRows > 0n
}
