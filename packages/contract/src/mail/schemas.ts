import * as z from 'zod/mini'
import { companyId } from '../ids.ts'
import { time } from '../time-schemas.ts'
import { mailStates } from './constants.ts'

export const mailLogSchema = z.object({
  id: z.int(),
  email: z.string(),
  template: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  attempts: z.int(),
  /** The last answer of the mail server, or the connection error. */
  response: z.nullable(z.string()),
  /** The link in the mail; only shown while this installation has no mail server. */
  link: z.nullable(z.string()),
  /** True while the address is suppressed. */
  suppressed: z.boolean(),
  company_id: companyId(),
  company_name: z.string(),
  created_at: time(),
  ended_at: z.nullable(time()),
})

export type MailLog = z.infer<typeof mailLogSchema>
