import * as z from 'zod/mini'
import { companyName } from '../companies/schemas.ts'
import { empty, endpoint } from '../endpoint.ts'
import { text } from '../i18n.ts'
import { oneLine } from '../text.ts'
import { linkToken, newPassword } from './password.ts'

/** Without an @: a username cannot be another user's address. */
const username = () =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(3, text('forms.too_short', { count: 3 })),
      z.maxLength(50),
      z.regex(/^[A-Za-z0-9._-]+$/, text('forms.username')),
    )
const personName = () => z.string().check(z.trim(), z.maxLength(100), oneLine())

export const registrationSchema = z.object({
  token: linkToken(),
  username: username(),
  first_name: z.optional(personName()),
  last_name: z.optional(personName()),
  /** For an invitation that creates a company; the name of the invitation if omitted. */
  company_name: z.optional(companyName),
  password: newPassword(),
})

/** A POST, so that the token is in no URL. */
export const readInvitation = endpoint({
  name: 'account.invitation',
  method: 'POST',
  path: '/account/invitation',
  summary: 'Get the invitation of a link',
  permission: 'public',
  body: z.object({ token: linkToken() }),
  response: z.object({
    email: z.string(),
    company_name: z.nullable(z.string()),
    makes_company: z.boolean(),
    role_title: z.string(),
  }),
})

export const register = endpoint({
  name: 'account.register',
  method: 'POST',
  path: '/account/register',
  summary: 'Create the account of an invitation, with the token of its link; a mail to verify the address follows',
  permission: 'public',
  status: 201,
  body: registrationSchema,
  response: z.object({
    /** False if this installation has no mail server: an administrator passes the link on. */
    sends: z.boolean(),
  }),
})

export const verifyEmail = endpoint({
  name: 'account.verify_email',
  method: 'POST',
  path: '/account/email/verify',
  summary: 'Verify an address with the token of the link that was mailed to it',
  permission: 'public',
  body: z.object({ token: linkToken() }),
  response: empty,
})
