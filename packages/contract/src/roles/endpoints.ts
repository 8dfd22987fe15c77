import * as z from 'zod/mini'
import { empty, endpoint } from '../endpoint.ts'
import { exportOf, fieldsOf } from '../export.ts'
import { createdBetween, withNot } from '../filter.ts'
import { id, idText } from '../ids.ts'
import { listMeta, listQuery } from '../page.ts'
import { newRoleSchema, permissionSchema, roleChangeSchema, rolePermissionsSchema, roleSchema } from './schemas.ts'

const one = z.object({ id: idText('role') })

export const listRoles = endpoint({
  name: 'roles.list',
  method: 'GET',
  path: '/roles',
  summary: 'List the default roles and the custom roles in reach',
  permission: 'view_roles',
  query: listQuery(['name', 'title'], {
    type: z.optional(z.enum(['default', 'custom'])),
    ...withNot({ company_id: z.optional(idText('company')) }),
    ...createdBetween,
  }),
  response: z.array(z.partial(roleSchema)),
  meta: listMeta,
})

export const exportRoles = exportOf(listRoles, {
  name: 'roles.export',
  summary: 'Download the roles of a list as CSV',
  file: 'roles',
  columns: fieldsOf(roleSchema),
})

export const listPermissions = endpoint({
  name: 'roles.permissions',
  method: 'GET',
  path: '/roles/permissions',
  summary: 'List all permissions',
  permission: 'view_permissions',
  response: z.array(permissionSchema),
})

export const getRolePermissions = endpoint({
  name: 'roles.get_permissions',
  method: 'GET',
  path: '/roles/{id}/permissions',
  summary: 'List the permissions of one role',
  permission: 'view_permissions',
  params: one,
  response: z.array(permissionSchema),
})

export const getRole = endpoint({
  name: 'roles.get',
  method: 'GET',
  path: '/roles/{id}',
  summary: 'Get one role',
  permission: 'view_roles',
  params: one,
  response: roleSchema,
})

export const createRole = endpoint({
  name: 'roles.create',
  method: 'POST',
  path: '/roles',
  summary: 'Create a role in one or several companies, with permissions the caller has',
  permission: 'create_roles',
  status: 201,
  body: newRoleSchema,
  response: z.array(z.object({ id: id('role') })),
})

export const updateRole = endpoint({
  name: 'roles.update',
  method: 'PUT',
  path: '/roles/{id}',
  summary: 'Edit a role; the permissions of its users change immediately',
  permission: 'update_roles',
  undoable: true,
  params: one,
  body: roleChangeSchema,
  response: empty,
})

export const overwriteRolePermissions = endpoint({
  name: 'roles.overwrite_permissions',
  method: 'PUT',
  path: '/roles/permissions',
  summary: 'Replace the permissions of several roles by the same ones',
  permission: 'update_roles',
  body: rolePermissionsSchema,
  response: empty,
})

export const deleteRole = endpoint({
  name: 'roles.delete',
  method: 'DELETE',
  path: '/roles/{id}',
  summary: 'Delete a role without users',
  permission: 'delete_roles',
  params: one,
  response: empty,
})
