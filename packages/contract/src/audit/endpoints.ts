import * as z from 'zod/mini'
import { empty, endpoint } from '../endpoint.ts'
import { exportOf, fieldsOf } from '../export.ts'
import { companyContext, createdBetween, withNot } from '../filter.ts'
import { companyId, id, idText } from '../ids.ts'
import { intText, listMeta, listQuery } from '../page.ts'
import { time } from '../time-schemas.ts'

/** A piece of a sentence. With a kind it names an object; with an id, one that the reader may open. */
const part = z.object({ text: z.string(), kind: z.optional(z.string()), id: z.optional(z.int()) })

/** A changed field. Lists have `added` and `removed`. */
const change = z.object({
  field: z.string(),
  label: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  added: z.optional(z.array(z.string())),
  removed: z.optional(z.array(z.string())),
})

/** Origin of a change: a browser, a program with an access token, a device, or the server itself. */
export const auditSources = ['browser', 'token', 'device', 'server'] as const

export const auditSchema = z.object({
  id: z.int(),
  created_at: time(),
  user_id: z.nullable(id('user')),
  /** The real user while impersonating. */
  actor_id: z.nullable(id('user')),
  username: z.nullable(z.string()),
  /** Name of the real user; null without impersonation. */
  actor_name: z.nullable(z.string()),
  company_id: companyId(),
  /** Null if the company does not exist any more. */
  company_name: z.nullable(z.string()),
  /** Name of the endpoint, e.g. `devices.update`. */
  action: z.string(),
  /** The change in words, with the names of that time. */
  sentence: z.string(),
  /** The sentence in pieces. */
  parts: z.array(part),
  changes: z.array(change),
  target: z.nullable(z.string()),
  target_id: z.nullable(z.int()),
  before: z.any(),
  after: z.any(),
  ip: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
  request_id: z.nullable(z.string()),
  source: z.enum(auditSources),
  /** For `audit.undo`, while the reader can undo the change. */
  undo_id: z.nullable(id('undo')),
})

export type AuditLine = z.infer<typeof auditSchema>
export type AuditPart = z.infer<typeof part>
export type AuditChange = z.infer<typeof change>

/** `action` of an entry that is not a change: a sign-in with a wrong password. */
export const refusedSignIn = 'account.sign_in_refused'

/** `action` of an entry that is not a change: a session that ended because an outdated cookie of it was used. */
export const reusedCookie = 'account.session_cookie_reused'

const routine = () => z.optional(z.enum(['hide', 'only']))

export const auditKinds = ['change', 'refused_sign_in'] as const

const query = listQuery(['created_at'], {
  ...withNot({
    user_id: z.optional(idText('user')),
    company_id: z.optional(idText('company')),
    action: z.optional(z.string().check(z.maxLength(100))),
    target: z.optional(z.string().check(z.maxLength(40))),
  }),
  /** Changes, or refused sign-ins. */
  kind: z.optional(z.enum(auditKinds)),
  /** Sign-ins and sign-outs: none of them, or nothing else. */
  sign_ins: routine(),
  /** Settings that users stored for themselves. */
  preferences: routine(),
  target_id: z.optional(intText(0)),
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
  meta: z.extend(listMeta, { hidden: z.optional(z.int()) }),
})

export const exportAudit = exportOf(listAudit, {
  name: 'audit.export',
  summary: 'Download the changes of a list as CSV',
  file: 'audit',
  columns: fieldsOf(z.omit(auditSchema, { parts: true, undo_id: true })),
})

/** Requires the permission of the change, and its objects must be in reach. */
export const undoChange = endpoint({
  name: 'audit.undo',
  method: 'POST',
  path: '/audit/undo/{id}',
  summary: 'Undo a change of the last day, once; refused (409) if the same was changed after it',
  permission: 'signed-in',
  browserOnly: true,
  params: z.object({ id: idText('undo') }),
  response: empty,
})
