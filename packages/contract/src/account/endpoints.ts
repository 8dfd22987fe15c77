import * as z from 'zod/mini'
import { empty, endpoint } from '../endpoint.ts'
import { sessionUserSchema } from './schemas.ts'

export const login = endpoint({
  name: 'account.login',
  method: 'POST',
  allowedWhenFull: true,
  path: '/account/login',
  summary: 'Sign in; sets the session cookie',
  permission: 'public',
  body: z.object({
    /** Username or e-mail address. */
    username: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    password: z.string().check(z.minLength(1), z.maxLength(200)),
  }),
  response: empty,
})

export const getSessionUser = endpoint({
  name: 'account.user',
  method: 'GET',
  path: '/user',
  summary: 'Get the signed-in user',
  permission: 'signed-in',
  response: sessionUserSchema,
})

export const refreshToken = endpoint({
  name: 'account.refresh',
  method: 'POST',
  allowedWhenFull: true,
  path: '/account/token/refresh',
  summary: 'Extend the session; the old cookie stays valid until 30 seconds after the first use of the new one',
  permission: 'signed-in',
  browserOnly: true,
  unverified: true,
  response: z.object({ exp: z.int() }),
})

export const revokeToken = endpoint({
  name: 'account.revoke',
  method: 'POST',
  allowedWhenFull: true,
  path: '/account/token/revoke',
  summary: 'End the session and its sockets',
  permission: 'public',
  query: z.object({
    client_id: z.optional(z.string().check(z.maxLength(200))),
    redirect_uri: z.optional(z.string().check(z.maxLength(2000))),
  }),
  response: z.object({ location: z.nullable(z.string()) }),
})
