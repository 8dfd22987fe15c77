import type { Brand } from '@longreach/contract/brand/schemas'
import type { Db } from '../../db/client.ts'
import type { Placement } from '../../db/scope.ts'
import { job } from '../../jobs/job.ts'
import type { Queue } from '../../jobs/queue.ts'
import type { Seal } from '../../seal.ts'
import { render } from './render.ts'
import { type MailData, type TemplateName, write } from './templates.ts'

/** Delays double from one second; the last attempt is some seven hours after the first. */
export const sendTries = 15
export const sendMail = job<{ id: number }>({ name: 'mail.send', retry: sendTries - 1, parallel: 5 })

export interface Mail<Name extends TemplateName> {
  to: string
  template: Name
  data: MailData[Name]
  /** The company the mail is about. */
  company: Placement
}

export interface Mailer {
  /** True if the installation has a mail server. */
  readonly sends: boolean
  /** Queues a mail in the caller's transaction; without a mail server it is only recorded. Returns its id. */
  mail<Name extends TemplateName>(db: Db, mail: Mail<Name>): Promise<number>
}

export interface MailerDeps {
  seal: Seal
  queue: Queue
  brand: Brand
  sends: boolean
}

export function createMailer({ seal, queue, brand, sends }: MailerDeps): Mailer {
  return {
    sends,
    async mail(db, { to, template, data, company }) {
      const { company_id, l1_id, l2_id } = company
      const { id } = await db
        .insertInto('mails')
        .values({
          company_id,
          l1_id,
          l2_id,
          email: to,
          template,
          subject: render(write(template, brand, data), brand).subject,
          sealed: seal.seal(JSON.stringify(data)),
          state: sends ? 'queued' : 'unsent',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (sends) await queue.send(db, sendMail, { id })
      return id
    },
  }
}
