import * as z from 'zod/mini'
import { emailAddress } from '../email-schema.ts'
import { formSchema } from '../forms/schema.ts'
import { companyId, id } from '../ids.ts'
import { time } from '../time-schemas.ts'
import { inviteCompanyForm, mostAddresses } from './forms.ts'

/** Days for which an invitation is valid; sending it again restarts them. */
export const invitationDays = 7

/** Most invitations sent again in one call: each is a mail, and mails per user and hour are limited. */
export const mostResent = 100

/**
 * Default roles that the holder of a default role may assign (spec §6); a user with a company's own role assigns like
 * an administrator.
 */
const givenByAdministrators = ['admin', 'end_user', 'readonly_admin', 'read_only'] as const
export const inviteRoles: Readonly<Record<string, readonly string[]>> = {
  super_admin: [...givenByAdministrators, 'support'],
  admin: givenByAdministrators,
  custom: givenByAdministrators,
}

export const invitationStates = ['pending', 'expired', 'bounced'] as const
export type InvitationState = (typeof invitationStates)[number]

export const invitationSchema = z.object({
  id: id('invitation'),
  email: z.string(),
  role_id: id('role'),
  role: z.string(),
  role_title: z.string(),
  company_id: companyId(),
  /** Null while the company has not been created and has no name yet. */
  company_name: z.nullable(z.string()),
  /** True if accepting creates a company of the first level. */
  makes_company: z.boolean(),
  /** `bounced`: the mail was not delivered. */
  state: z.enum(invitationStates),
  /** The mail server's answer to a mail that was not delivered. */
  bounce_status: z.nullable(z.string()),
  expires_at: time(),
  created_at: time(),
})
export type Invitation = z.infer<typeof invitationSchema>

const typedAddress = () => z.pipe(z.string().check(z.trim()), emailAddress())

/** The role defaults to end_user. `role` is the name of a role; `role_id` takes precedence. */
export const newInvitationSchema = z.object({
  company_id: companyId(),
  email: z.union([z.array(typedAddress()).check(z.minLength(1), z.maxLength(mostAddresses)), typedAddress()]),
  role_id: z.optional(id('role')),
  role: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
})

export const newCompanyInvitationSchema = formSchema(inviteCompanyForm)
