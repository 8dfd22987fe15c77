import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idText } from '../ids.ts'
import { listMeta, listQuery } from '../page.ts'
import { permissionSchema, roleSchema } from './schemas.ts'

export const listRoles = endpoint({
  name: 'roles.list',
  method: 'GET',
  path: '/roles',
  summary: 'List the default roles and the custom roles in reach',
  permission: 'view_roles',
  query: listQuery(['name', 'title'], {
    type: z.optional(z.enum(['default', 'custom'])),
    company_id: z.optional(idText('company')),
  }),
  response: z.array(z.partial(roleSchema)),
  meta: listMeta,
})

export const listPermissions = endpoint({
  name: 'roles.permissions',
  method: 'GET',
  path: '/roles/permissions',
  summary: 'List every permission there is',
  permission: 'view_permissions',
  response: z.array(permissionSchema),
})

export const getRolePermissions = endpoint({
  name: 'roles.get_permissions',
  method: 'GET',
  path: '/roles/{id}/permissions',
  summary: 'List the permissions of one role',
  permission: 'view_permissions',
  params: z.object({ id: idText('role') }),
  response: z.array(permissionSchema),
})
