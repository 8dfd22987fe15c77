import * as z from 'zod/mini'
import { companyId, id } from '../ids.ts'
import { time } from '../time.ts'

export const roleSchema = z.object({
  id: id('role'),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  /** null for a default role. */
  company_id: z.nullable(companyId()),
  company_name: z.nullable(z.string()),
  permissions_count: z.int(),
  created_at: time(),
  updated_at: time(),
})

export type Role = z.infer<typeof roleSchema>

export const permissionSchema = z.object({
  id: z.int(),
  name: z.string(),
  title: z.string(),
  category: z.string(),
})

const title = () => z.string().check(z.trim(), z.minLength(2), z.maxLength(100))
const description = () => z.string().check(z.trim(), z.maxLength(255))
/** Ids of the catalogue, `GET /roles/permissions`. */
const permissionIds = () => z.array(z.int().check(z.minimum(1))).check(z.minLength(1), z.maxLength(500))

export const newRoleSchema = z.object({
  title: title(),
  description: z._default(description(), ''),
  /** One role of this title is made in each. */
  company_id: z.array(id('company')).check(z.minLength(1), z.maxLength(100)),
  permission_id: permissionIds(),
})
export type NewRole = z.infer<typeof newRoleSchema>

/** What is left out stays. */
export const roleChangeSchema = z.object({
  title: z.optional(title()),
  description: z.optional(description()),
  permission_id: z.optional(permissionIds()),
})
export type RoleChange = z.infer<typeof roleChangeSchema>

export const rolePermissionsSchema = z.object({
  role_id: z.array(id('role')).check(z.minLength(1), z.maxLength(100)),
  permission_id: permissionIds(),
})
