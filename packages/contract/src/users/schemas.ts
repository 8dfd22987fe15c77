import * as z from 'zod/mini'
import { formSchema } from '../forms/schema.ts'
import { companyId, id } from '../ids.ts'
import { time } from '../time-schemas.ts'
import { editUserRoleForm } from './forms.ts'

export const userSchema = z.object({
  id: id('user'),
  username: z.string(),
  email: z.string(),
  role_id: id('role'),
  role: z.string(),
  role_title: z.string(),
  company_id: companyId(),
  company_name: z.string(),
  last_login_at: z.nullable(time()),
  created_at: time(),
  updated_at: time(),
})

export type User = z.infer<typeof userSchema>

export const userChangeSchema = formSchema(editUserRoleForm)

/** The name of a company out of reach is omitted. */
export const moveLogSchema = z.object({
  id: z.int(),
  user_id: z.int(),
  user: z.string(),
  from_company_id: z.nullable(z.int()),
  from_company: z.nullable(z.string()),
  to_company_id: z.nullable(z.int()),
  to_company: z.nullable(z.string()),
  moved_by: z.string(),
  created_at: time(),
})

export type MoveLog = z.infer<typeof moveLogSchema>
