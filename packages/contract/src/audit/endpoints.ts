import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { exportOf, fieldsOf } from '../export.ts'
import { companyContext, createdBetween, withNot } from '../filter.ts'
import { companyId, id, idText } from '../ids.ts'
import { listMeta, listQuery } from '../page.ts'
import { time } from '../time.ts'

export const auditSchema = z.object({
  id: z.int(),
  created_at: time(),
  user_id: z.nullable(id('user')),
  /** The real user while impersonating. */
  actor_id: z.nullable(id('user')),
  username: z.nullable(z.string()),
  /** Their name; null without impersonation. */
  actor_name: z.nullable(z.string()),
  company_id: companyId(),
  /** Null if the company does not exist any more. */
  company_name: z.nullable(z.string()),
  /** Name of the endpoint, e.g. `devices.update`. */
  action: z.string(),
  /** Summary of the endpoint; null if it does not exist any more. */
  title: z.nullable(z.string()),
  target: z.nullable(z.string()),
  target_id: z.nullable(z.int()),
  before: z.any(),
  after: z.any(),
  ip: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
})

export type AuditLine = z.infer<typeof auditSchema>

/** `action` of an entry that is no change: a sign-in with a wrong password. */
export const refusedSignIn = 'account.sign_in_refused'

/** `action` of an entry that is no change: a session that ended because an outdated cookie of it was used. */
export const reusedCookie = 'account.session_cookie_reused'

export const auditKinds = ['change', 'refused_sign_in'] as const

const query = listQuery(['created_at'], {
  ...withNot({
    user_id: z.optional(idText('user')),
    company_id: z.optional(idText('company')),
    action: z.optional(z.string().check(z.maxLength(100))),
    target: z.optional(z.string().check(z.maxLength(40))),
  }),
  /** Changes, or sign-ins that were refused. */
  kind: z.optional(z.enum(auditKinds)),
  target_id: z.optional(z.coerce.number<string | number>().check(z.int())),
  ...createdBetween,
  ...companyContext,
})

/** `q` searches names, actions, addresses and the changed values. */
export const listAudit = endpoint({
  name: 'audit.list',
  method: 'GET',
  path: '/audit',
  summary: 'List changes, newest first',
  permission: 'view_audit_log',
  query,
  response: z.array(auditSchema),
  meta: listMeta,
})

export const exportAudit = exportOf(listAudit, {
  name: 'audit.export',
  summary: 'Download the changes of a list as CSV',
  file: 'audit',
  columns: fieldsOf(auditSchema),
})
