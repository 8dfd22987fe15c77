import * as z from 'zod/mini'
import { emailAddress } from '../email-schema.ts'
import { empty, endpoint } from '../endpoint.ts'
import { exportOf } from '../export.ts'
import { companyContext, createdBetween, withNot, wordListText } from '../filter.ts'
import { companyIdText } from '../ids.ts'
import { listMeta, listQuery } from '../page.ts'
import { mailStates } from './constants.ts'
import { mailLogSchema } from './schemas.ts'

export const listMailLogs = endpoint({
  name: 'mail.logs',
  method: 'GET',
  path: '/system/mail-logs',
  summary: 'List mails, newest first; links are included only while no mail server is configured',
  permission: 'view_mail_logs',
  query: listQuery(['created_at', 'email'], {
    ...withNot({
      state: z.optional(wordListText(mailStates)),
      /** Kind of mail, e.g. `password_reset`. */
      template: z.optional(z.string().check(z.maxLength(100))),
      company_id: z.optional(companyIdText()),
    }),
    ...createdBetween,
    ...companyContext,
  }),
  response: z.array(mailLogSchema),
  meta: z.extend(listMeta, {
    /** True if this installation has a mail server. */
    sends: z.boolean(),
  }),
})

/** Without links, which are only shown so that a mail can be passed on. */
export const exportMailLogs = exportOf(listMailLogs, {
  name: 'mail.export',
  summary: 'Download the mail log as CSV',
  file: 'mail-logs',
  columns: [
    'id',
    'email',
    'state',
    'template',
    'subject',
    'attempts',
    'response',
    'company_name',
    'created_at',
    'ended_at',
  ],
})

export const deleteSuppressedEmail = endpoint({
  name: 'mail.delete_suppressed',
  method: 'DELETE',
  path: '/suppressed-emails/{email}',
  summary: 'Allow mails to an address that bounced',
  permission: 'delete_suppressed_emails',
  params: z.object({ email: emailAddress() }),
  response: empty,
})
