import * as z from 'zod/mini'
import { companyId, id } from '../ids.ts'
import { time } from '../time-schemas.ts'

/** The session user of spec §3. */
export const sessionUserSchema = z.object({
  id: id('user'),
  username: z.string(),
  email: z.string(),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
  mfa_type: z.nullable(z.enum(['email', 'teltonika_id', 'totp'])),
  tos_accepted: z.boolean(),
  email_verified: z.boolean(),
  last_login_at: z.nullable(time()),
  company: z.object({
    id: companyId(),
    name: z.string(),
    parent_id: z.nullable(companyId()),
    level: z.int(),
    show_payment: z.boolean(),
  }),
  company_id: companyId(),
  company_name: z.string(),
  role: z.object({ id: id('role'), name: z.string(), title: z.string() }),
  role_id: id('role'),
  role_title: z.string(),
  permissions: z.array(z.string()),
  /** End of the session, in seconds since 1970. */
  exp: z.int(),
  token: z.object({
    sub: z.string(),
    iat: z.int(),
    exp: z.int(),
    /** The real user while impersonating (RFC 8693). */
    act: z.optional(z.object({ sub: z.string() })),
  }),
  impersonation_access_limit: z.nullable(time()),
  isImpersonating: z.boolean(),
  show_payment: z.boolean(),
  show_payment_control: z.boolean(),
  country_iso_code: z.nullable(z.string()),
})

export type SessionUser = z.infer<typeof sessionUserSchema>
