import * as z from 'zod/mini'
import { chosen } from '../choice.ts'
import { empty, endpoint } from '../endpoint.ts'
import { exportOf } from '../export.ts'
import { companyContext, createdBetween, withNot, wordListText } from '../filter.ts'
import { companyIdText, id, idListText, idText } from '../ids.ts'
import { listMeta, listQuery } from '../page.ts'
import {
  invitationSchema,
  invitationStates,
  mostResent,
  newCompanyInvitationSchema,
  newInvitationSchema,
} from './invitation-schemas.ts'

/** True if this installation has a mail server; otherwise links are in the mail log. */
const sends = z.boolean()
const made = z.object({ id: id('invitation'), email: z.string() })

const filters = {
  ...withNot({
    company_id: z.optional(companyIdText()),
    /** Name of the role, e.g. `end_user`. */
    role: z.optional(z.string().check(z.maxLength(100))),
    role_id: z.optional(idListText('role')),
    state: z.optional(wordListText(invitationStates)),
  }),
  ...createdBetween,
  ...companyContext,
}
/** Ids that succeeded. */
const done = z.array(z.object({ id: id('invitation') }))

export const listInvitations = endpoint({
  name: 'users.invitations',
  method: 'GET',
  path: '/users/invitations',
  summary: 'List pending invitations',
  permission: 'view_user_invitations',
  query: listQuery(['created_at', 'email', 'expires_at'], {
    id: z.optional(idListText('invitation')),
    ...filters,
  }),
  response: z.array(z.partial(invitationSchema)),
  meta: z.extend(listMeta, { sends }),
})

export const exportInvitations = exportOf(listInvitations, {
  name: 'users.export_invitations',
  summary: 'Download the invitations of a list as CSV',
  file: 'invitations',
  columns: ['id', 'email', 'state', 'role', 'role_title', 'company_name', 'bounce_status', 'expires_at', 'created_at'],
})

export const listInviteRoles = endpoint({
  name: 'users.invite_roles',
  method: 'GET',
  path: '/users/invite/roles',
  summary: 'List the roles the caller may assign in a company; without one, those for every company',
  permission: 'invite_users',
  query: z.object({ company_id: z.optional(companyIdText()) }),
  response: z.array(
    z.object({
      id: id('role'),
      name: z.string(),
      title: z.string(),
      /** True for a role of the company's own. */
      custom: z.boolean(),
    }),
  ),
  meta: z.object({ sends }),
})

/** All or none: the errors name every address that cannot be invited. */
export const inviteUser = endpoint({
  name: 'users.invite',
  method: 'POST',
  path: '/users/invite',
  summary: 'Invite one or several addresses into a company; company 0 is for support and for system administrators',
  permission: 'invite_users',
  status: 201,
  body: newInvitationSchema,
  response: z.array(made),
  meta: z.object({ sends }),
})

export const inviteCompany = endpoint({
  name: 'users.invite_company',
  method: 'POST',
  path: '/distributors/invitations',
  summary: 'Invite the first administrator of a company that is created on acceptance',
  permission: 'super_admin',
  status: 201,
  body: newCompanyInvitationSchema,
  response: made,
  meta: z.object({ sends }),
})

export const resendInvitations = endpoint({
  name: 'users.resend_invitations',
  method: 'POST',
  path: '/users/invitations/resend',
  summary:
    'Send invitations again, named or by the filter of a list, with new links and the whole time; the old links stop working',
  permission: 'invite_users',
  body: chosen('id', 'invitation', filters, {}, mostResent),
  response: done,
})

export const deleteInvitations = endpoint({
  name: 'users.delete_invitations',
  method: 'DELETE',
  path: '/users/invitations',
  summary: 'Remove invitations, named or by the filter of a list; their links stop working',
  permission: 'delete_user_invitations',
  body: chosen('id', 'invitation', filters),
  response: done,
})

export const deleteInvitation = endpoint({
  name: 'users.delete_invitation',
  method: 'DELETE',
  path: '/users/invitations/{id}',
  summary: 'Remove one invitation',
  permission: 'delete_user_invitations',
  params: z.object({ id: idText('invitation') }),
  response: empty,
})
