import * as z from 'zod/mini'
import { companyId, id } from '../ids.ts'
import { time } from '../time.ts'

export const companySchema = z.object({
  id: companyId(),
  name: z.string(),
  /** 1 to 3; only level 3 has no children. */
  level: z.int(),
  /** 0 is the platform owner. */
  parent_id: z.nullable(companyId()),
  parent_name: z.nullable(z.string()),
  users_count: z.int(),
  devices_count: z.int(),
  created_at: time(),
})

export type Company = z.infer<typeof companySchema>

/** How deep the tree is: a company of the last level has no subsidiaries. */
export const companyLevels = 3

export const companyName = z.string().check(z.trim(), z.minLength(3), z.maxLength(200))

/** Parent 0 makes a company of the first level. */
export const newCompanySchema = z.object({ name: companyName, parent_id: companyId() })

export const companyChangeSchema = z.object({ name: companyName })

export const companyMoveSchema = z.object({ source: id('company'), target: companyId() })
