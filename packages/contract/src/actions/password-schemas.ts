import * as z from 'zod/mini'
import { companyId, id } from '../ids.ts'
import { time } from '../time-schemas.ts'
import { passwordStates } from './constants.ts'

/** A batch of passwords; its id is that of the action. */
export const passwordListSchema = z.object({
  id: id('action'),
  company_id: z.nullable(companyId()),
  company_name: z.nullable(z.string()),
  username: z.nullable(z.string()),
  /** By the server; else entered by the user, to be shown. */
  generated: z.boolean(),
  /** Its devices the caller sees, and those that have their password. */
  total: z.int(),
  completed: z.int(),
  /** True until the passwords were downloaded or have expired. */
  available: z.boolean(),
  expires_at: time(),
  downloaded_at: z.nullable(time()),
  created_at: time(),
  /** When the first device got its password, or the last one did. */
  updated_at: time(),
  /** When the passwords were wiped. */
  deleted_at: z.nullable(time()),
})
export type PasswordList = z.infer<typeof passwordListSchema>

export const passwordTargetSchema = z.object({
  id: id('device'),
  name: z.string(),
  serial: z.string(),
  mac: z.nullable(z.string()),
  description: z.nullable(z.string()),
  status: z.enum(passwordStates),
  message: z.string(),
  created_at: time(),
})
export type PasswordTarget = z.infer<typeof passwordTargetSchema>
