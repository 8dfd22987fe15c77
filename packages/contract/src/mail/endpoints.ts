import * as z from 'zod/mini'
import { emailAddress } from '../email.ts'
import { empty, endpoint } from '../endpoint.ts'
import { listMeta, listQuery } from '../page.ts'
import { mailStates } from './constants.ts'
import { mailLogSchema } from './schemas.ts'

export const listMailLogs = endpoint({
  name: 'mail.logs',
  method: 'GET',
  path: '/system/mail-logs',
  summary: 'List mails, newest first; links are told only while no mail server is set',
  permission: 'view_mail_logs',
  query: listQuery(['created_at', 'email'], { state: z.optional(z.enum(mailStates)) }),
  response: z.array(mailLogSchema),
  meta: z.extend(listMeta, {
    /** True when this installation has a mail server. */
    sends: z.boolean(),
  }),
})

export const deleteSuppressedEmail = endpoint({
  name: 'mail.delete_suppressed',
  method: 'DELETE',
  path: '/suppressed-emails/{email}',
  summary: 'Let an address that bounced get mails again',
  permission: 'delete_suppressed_emails',
  params: z.object({ email: emailAddress() }),
  response: empty,
})
