import * as z from 'zod/mini'
import { empty, endpoint } from '../endpoint.ts'
import { formSchema } from '../forms/schema.ts'
import { registerForm, setUpForm } from './forms.ts'
import { linkToken } from './link-token.ts'

/** If an invitation creates a company, `company_name` defaults to the name in the invitation. */
export const registrationSchema = formSchema(registerForm, { token: linkToken() })

export const setUp = endpoint({
  name: 'account.set_up',
  method: 'POST',
  path: '/account/set-up',
  summary: 'Create the first administrator of a new installation, with the token of the printed link',
  permission: 'public',
  status: 201,
  body: formSchema(setUpForm, { token: linkToken() }),
  response: empty,
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
