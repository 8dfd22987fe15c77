import * as z from 'zod/mini'
import { companyId, id } from '../ids.ts'

export const roleSchema = z.object({
  id: id('role'),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  /** null for a default role. */
  company_id: z.nullable(companyId()),
  company_name: z.nullable(z.string()),
  permissions_count: z.int(),
})

export type Role = z.infer<typeof roleSchema>

export const permissionSchema = z.object({
  id: z.int(),
  name: z.string(),
  title: z.string(),
  category: z.string(),
})
