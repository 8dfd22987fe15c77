import * as z from 'zod/mini'
import { companyId } from '../ids.ts'
import { time } from '../time.ts'
import { mailStates } from './constants.ts'

export const mailLogSchema = z.object({
  id: z.int(),
  email: z.string(),
  template: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  attempts: z.int(),
  /** What the mail server, or the way to it, said last. */
  response: z.nullable(z.string()),
  /** Where the mail leads; told only while this installation has no mail server. */
  link: z.nullable(z.string()),
  /** True while the address gets no mails. */
  suppressed: z.boolean(),
  company_id: companyId(),
  company_name: z.string(),
  created_at: time(),
  ended_at: z.nullable(time()),
})

export type MailLog = z.infer<typeof mailLogSchema>
