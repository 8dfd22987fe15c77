import type { Brand } from '@longreach/contract/brand/schemas'
import { text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { type Job, job } from '../../jobs/job.ts'
import type { Seal } from '../../seal.ts'
import { sendMail, sendTries } from './mailer.ts'
import { render } from './render.ts'
import { findQueuedMail, isSuppressed, noteAttempt, suppress } from './store.ts'
import { type MailData, type TemplateName, write } from './templates.ts'
import type { Transport } from './transport.ts'

export interface MailJobDeps {
  db: Db
  seal: Seal
  brand: Brand
  /** undefined without a mail server. */
  transport: Transport | undefined
}

/** Most days for which the content of a mail is kept: the validity of its longest-lived link. */
const contentDays = 7

async function deliver({ db, seal, brand, transport }: MailJobDeps, id: number): Promise<void> {
  const mail = await findQueuedMail(db, id)
  if (!mail?.sealed) return
  if (await isSuppressed(db, mail.email)) {
    return noteAttempt(db, id, { state: 'suppressed', attempts: mail.attempts, response: text('mail.bounced_before') })
  }
  if (!transport) throw new Error('SMTP_URL is not set on this node')
  const template = mail.template as TemplateName
  const data = JSON.parse(seal.open(mail.sealed)) as MailData[typeof template]
  const content = render(write(template, brand, data), brand)
  // The same for each attempt, so that a mailbox can detect duplicates.
  const messageId = `${id}.${mail.created_at.getTime()}`
  const outcome = await transport.send({ id: messageId, to: mail.email, ...content })
  const attempts = mail.attempts + 1
  const { response } = outcome
  if (outcome.kind === 'sent') return noteAttempt(db, id, { state: 'sent', attempts, response })
  if (outcome.kind === 'refused') {
    return db.transaction().execute(async (tx) => {
      if (outcome.address) await suppress(tx, mail.email, response)
      await noteAttempt(tx, id, { state: 'bounced', attempts, response })
    })
  }
  const last = attempts >= sendTries
  await noteAttempt(db, id, { state: last ? 'failed' : 'queued', attempts, response })
  if (!last) throw new Error(response)
}

async function removeContents(db: Db): Promise<void> {
  await sql`
    UPDATE mails m SET sealed = NULL, ended_at = coalesce(ended_at, now()),
      state = CASE state WHEN 'queued' THEN 'failed' ELSE state END
    WHERE ${systemScope('background job')} AND sealed IS NOT NULL
      AND created_at < now() - ${contentDays} * interval '1 day'`.execute(db)
}

export function mailJobs(deps: MailJobDeps): Job[] {
  return [
    sendMail.handle(({ id }) => deliver(deps, id)),
    job({ name: 'mail.remove-contents', every: '41 * * * *' }).handle(() => removeContents(deps.db)),
  ]
}
