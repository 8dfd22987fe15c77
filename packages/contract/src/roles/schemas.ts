import * as z from 'zod/mini'
import { changeSchema, formSchema } from '../forms/schema.ts'
import { companyId, id } from '../ids.ts'
import { time } from '../time-schemas.ts'
import { editRoleForm, newRoleForm } from './forms.ts'

export const roleSchema = z.object({
  id: id('role'),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  /** null for a default role. */
  company_id: z.nullable(companyId()),
  company_name: z.nullable(z.string()),
  permissions_count: z.int(),
  /** True for a role of the installation, which no user can change. */
  isDefault: z.boolean(),
  /** True if its users can invite others, with a role. */
  canInviteRoles: z.boolean(),
  created_at: time(),
  updated_at: time(),
})

export type Role = z.infer<typeof roleSchema>

export const permissionSchema = z.object({
  id: z.int(),
  name: z.string(),
  title: z.string(),
  /** Sentence about what it permits; null if no part of this release requires it. */
  description: z.nullable(z.string()),
  category: z.string(),
})

/** Ids of the catalogue, `GET /roles/permissions`. */
const permissionIds = () => z.array(z.int().check(z.minimum(1))).check(z.minLength(1), z.maxLength(500))

export const newRoleSchema = formSchema(newRoleForm)
export type NewRole = z.infer<typeof newRoleSchema>

/** Omitted fields stay as they are. */
export const roleChangeSchema = changeSchema(editRoleForm)
export type RoleChange = z.infer<typeof roleChangeSchema>

export const rolePermissionsSchema = z.object({
  role_id: z.array(id('role')).check(z.minLength(1), z.maxLength(100)),
  permission_id: permissionIds(),
})
