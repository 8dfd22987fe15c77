import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idListText, idText } from '../ids.ts'
import { listMeta, listQuery } from '../page.ts'
import { userSchema } from './schemas.ts'

export const listUsers = endpoint({
  name: 'users.list',
  method: 'GET',
  path: '/users',
  summary: 'List users',
  permission: 'view_users',
  query: listQuery(['id', 'username', 'email', 'created_at', 'last_login_at'], {
    id: z.optional(idListText('user')),
    company_id: z.optional(idText('company')),
    /** Name of the role, e.g. `end_user`. */
    role: z.optional(z.string().check(z.maxLength(100))),
  }),
  response: z.array(z.partial(userSchema)),
  meta: listMeta,
})

export const getUser = endpoint({
  name: 'users.get',
  method: 'GET',
  path: '/users/{id}',
  summary: 'Get one user',
  permission: 'view_users',
  params: z.object({ id: idText('user') }),
  response: userSchema,
})
