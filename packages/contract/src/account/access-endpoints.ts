import * as z from 'zod/mini'
import { empty, endpoint } from '../endpoint.ts'
import { formSchema } from '../forms/schema.ts'
import { id, idText } from '../ids.ts'
import { time } from '../time-schemas.ts'
import { changePasswordForm, confirmPasswordForm, newTokenForm } from './forms.ts'

const when = {
  created_at: time(),
  expires_at: time(),
  /** Accurate to the minute. */
  last_used_at: time(),
  /** Address of the last use; null before the first one. */
  last_ip: z.nullable(z.string()),
}

export const signInSchema = z.object({
  id: id('session'),
  /** User agent of the browser. */
  user_agent: z.nullable(z.string()),
  /** True for the session of this call. */
  current: z.boolean(),
  ...when,
})

export const accessTokenSchema = z.object({
  id: id('session'),
  name: z.string(),
  scopes: z.array(z.string()),
  ...when,
  last_used_at: z.nullable(time()),
})

export const listSessions = endpoint({
  name: 'account.sessions',
  method: 'GET',
  path: '/account/sessions',
  summary: 'List the browsers in which the user is signed in, most recently used first',
  permission: 'signed-in',
  browserOnly: true,
  response: z.array(signInSchema),
})

export const endSession = endpoint({
  name: 'account.end_session',
  method: 'DELETE',
  path: '/account/sessions/{id}',
  summary: "End one of the user's own sessions, with its sockets and remote sessions",
  permission: 'signed-in',
  browserOnly: true,
  params: z.object({ id: idText('session') }),
  response: empty,
})

export const endOtherSessions = endpoint({
  name: 'account.end_other_sessions',
  method: 'DELETE',
  path: '/account/sessions',
  summary: "End all of the user's own sessions except this one; access tokens stay",
  permission: 'signed-in',
  browserOnly: true,
  response: z.object({ ended: z.int() }),
})

export const listTokens = endpoint({
  name: 'account.tokens',
  method: 'GET',
  path: '/account/tokens',
  summary: "List the user's own access tokens; a token itself is shown only when it is created",
  permission: 'signed-in',
  browserOnly: true,
  response: z.array(accessTokenSchema),
})

export const createToken = endpoint({
  name: 'account.create_token',
  method: 'POST',
  path: '/account/tokens',
  summary: "Create a personal access token for programs; it has its owner's permissions within its scopes",
  permission: 'signed-in',
  browserOnly: true,
  stepUp: 'password',
  status: 201,
  body: formSchema(newTokenForm),
  response: z.object({ id: id('session'), token: z.string(), expires_at: time() }),
})

export const deleteToken = endpoint({
  name: 'account.delete_token',
  method: 'DELETE',
  path: '/account/tokens/{id}',
  summary: "Revoke one of the user's own access tokens",
  permission: 'signed-in',
  browserOnly: true,
  params: z.object({ id: idText('session') }),
  response: empty,
})

export const confirmPassword = endpoint({
  name: 'account.confirm_password',
  method: 'POST',
  allowedWhenFull: true,
  path: '/password-confirmation',
  summary: 'Confirm the password; calls that require it (423) are allowed for 15 minutes',
  permission: 'signed-in',
  browserOnly: true,
  body: formSchema(confirmPasswordForm),
  response: empty,
})

export const changePassword = endpoint({
  name: 'account.change_password',
  method: 'PUT',
  path: '/account/password',
  summary: 'Change the password; ends every other session and every access token',
  permission: 'signed-in',
  browserOnly: true,
  body: formSchema(changePasswordForm),
  response: empty,
})
