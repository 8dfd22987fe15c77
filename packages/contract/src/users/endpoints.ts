import * as z from 'zod/mini'
import { chosen } from '../choice.ts'
import { empty, endpoint } from '../endpoint.ts'
import { exportOf, fieldsOf } from '../export.ts'
import { companyContext, createdBetween, emptiness, searchIn, withNot } from '../filter.ts'
import { formFields, formSchema } from '../forms/schema.ts'
import { id, idListText, idText } from '../ids.ts'
import { listMeta, listQuery } from '../page.ts'
import { deleteUserForm, moveUsersForm } from './forms.ts'
import { moveLogSchema, userChangeSchema, userSchema } from './schemas.ts'

const one = z.object({ id: idText('user') })
/** Ids that succeeded; failed ones are in the errors, with the id as `source`. */
const done = z.array(z.object({ id: id('user') }))

const filters = {
  ...withNot({
    company_id: z.optional(idText('company')),
    /** Name of the role, e.g. `end_user`. */
    role: z.optional(z.string().check(z.maxLength(100))),
    /** Any of the roles. */
    role_id: z.optional(idListText('role')),
  }),
  /** Users who never signed in, or who did. */
  last_login_at: z.optional(z.enum(emptiness)),
  ...createdBetween,
  ...companyContext,
}

export const listUsers = endpoint({
  name: 'users.list',
  method: 'GET',
  path: '/users',
  summary: 'List users',
  permission: 'view_users',
  query: listQuery(['id', 'username', 'email', 'created_at', 'last_login_at'], {
    id: z.optional(idListText('user')),
    ...searchIn(['name', 'username', 'email']),
    ...filters,
  }),
  response: z.array(z.partial(userSchema)),
  meta: listMeta,
})

export const exportUsers = exportOf(listUsers, {
  name: 'users.export',
  summary: 'Download the users of a list as CSV',
  file: 'users',
  columns: ['id', 'username', 'email', 'role', 'role_title', 'company_name', 'last_login_at', 'created_at'],
})

export const getUser = endpoint({
  name: 'users.get',
  method: 'GET',
  path: '/users/{id}',
  summary: 'Get one user',
  permission: 'view_users',
  params: one,
  response: userSchema,
})

export const updateUser = endpoint({
  name: 'users.update',
  method: 'PUT',
  path: '/users/{id}',
  summary: 'Assign another role to a user; their permissions change immediately',
  permission: 'update_users',
  params: one,
  body: userChangeSchema,
  response: empty,
})

export const updateUsers = endpoint({
  name: 'users.update_many',
  method: 'PUT',
  path: '/users',
  summary: 'Assign another role to users, named or by the filter of a list',
  permission: 'update_users',
  body: chosen('user_id', 'user', filters, { role_id: id('role') }),
  response: done,
})

export const moveUsers = endpoint({
  name: 'users.move',
  method: 'POST',
  path: '/users/move',
  summary: 'Move users, named or by the filter of a list, to another company; their sessions end',
  permission: 'move_users',
  undoable: true,
  body: chosen('user_id', 'user', filters, formFields(moveUsersForm)),
  response: done,
})

export const listMoveLogs = endpoint({
  name: 'users.move_logs',
  method: 'GET',
  path: '/users/move-logs',
  summary: 'List moves of users between companies, newest first',
  permission: 'view_user_move_logs',
  query: listQuery(['created_at', 'user'], {
    ...withNot({ company_id: z.optional(idText('company')) }),
    ...createdBetween,
  }),
  response: z.array(moveLogSchema),
  meta: listMeta,
})

export const exportMoveLogs = exportOf(listMoveLogs, {
  name: 'users.export_move_logs',
  summary: 'Download the moves of users as CSV',
  file: 'user-moves',
  columns: fieldsOf(moveLogSchema),
})

export const deleteUser = endpoint({
  name: 'users.delete',
  method: 'DELETE',
  path: '/users/{id}',
  summary: 'Delete a user; their sessions end',
  permission: 'delete_users',
  params: one,
  response: empty,
})

export const deleteUsers = endpoint({
  name: 'users.delete_many',
  method: 'DELETE',
  path: '/users',
  summary: 'Delete users, named or by the filter of a list; their sessions end',
  permission: 'delete_users',
  body: chosen('user_id', 'user', filters),
  response: done,
})

/** Unlike the other calls, also deletes the last administrator of a company, so that it can be closed. */
export const deleteAnyUser = endpoint({
  name: 'users.delete_any',
  method: 'DELETE',
  path: '/admin/users/{id}',
  summary: 'Delete a user of any company',
  permission: 'super_admin',
  params: one,
  response: empty,
})

export const deleteUserByEmail = endpoint({
  name: 'users.delete_by_email',
  method: 'DELETE',
  path: '/admin/users',
  summary: 'Delete a user of any company by e-mail address',
  permission: 'super_admin',
  body: formSchema(deleteUserForm),
  response: empty,
})
