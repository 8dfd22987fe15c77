import * as z from 'zod/mini'
import { companyId, id } from '../ids.ts'
import { time } from '../time.ts'

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
