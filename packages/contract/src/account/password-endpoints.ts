import * as z from 'zod/mini'
import { empty, endpoint } from '../endpoint.ts'
import { formSchema } from '../forms/schema.ts'
import { forgotPasswordForm, resetPasswordForm } from './forms.ts'
import { linkToken } from './link-token.ts'

export const forgotPassword = endpoint({
  name: 'account.forgot_password',
  method: 'POST',
  path: '/account/password/forgot',
  summary: 'Mail a link for a new password; the response is the same whether or not the account exists',
  permission: 'public',
  body: formSchema(forgotPasswordForm),
  response: z.object({
    /** False if this installation has no mail server: an administrator passes the link on. */
    sends: z.boolean(),
  }),
})

export const resetPassword = endpoint({
  name: 'account.reset_password',
  method: 'POST',
  path: '/account/password/reset',
  summary: 'Set a new password with the token of the mailed link; ends all sessions of the user',
  permission: 'public',
  body: formSchema(resetPasswordForm, { token: linkToken() }),
  response: empty,
})
