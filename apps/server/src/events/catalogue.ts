import { targetStates } from '@longreach/contract/actions/constants'
import { finishedStates } from '@longreach/contract/campaigns/constants'
import { limitShares } from '@longreach/contract/monitoring/usage-constants'
import * as z from 'zod/mini'

/**
 * All events between modules. `order` names the subject of an event: events with the same `<order>_id` are delivered in
 * the order in which they were emitted. Emit an event while the row of its subject is locked: only then is that the
 * order of the changes.
 */
const id = () => z.int().check(z.minimum(0))
const optionalId = () => z.nullable(id())

const device = { device_id: id(), company_id: id() }
const company = { company_id: id() }
const user = { user_id: id(), company_id: id() }
const campaign = { campaign_id: id(), company_id: id(), name: z.string(), user_id: optionalId() }
const role = { role_id: id(), company_id: optionalId() }
const invitation = { invitation_id: id(), company_id: id() }
const session = { session_id: id(), user_id: id() }
const remoteSession = { remote_session_id: id(), device_id: id(), user_id: optionalId() }

const observed = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('report'),
    at: z.string(),
    values: z.record(z.string(), z.nullable(z.union([z.number(), z.string()]))),
  }),
  z.object({ kind: z.literal('online'), at: z.string(), rebooted: z.boolean() }),
  z.object({ kind: z.literal('offline'), at: z.string(), reason: z.string(), cause: z.nullable(z.string()) }),
])

export const eventTypes = {
  /** Added by a user, or by the device itself with an enrolment key. */
  'device.created': {
    order: 'device',
    data: z.object({ ...device, name: z.string(), user_id: optionalId(), enrolment_key_id: optionalId() }),
  },
  /** A key of the device was accepted; `replaced` if it replaced another one. */
  'device.enrolled': { order: 'device', data: z.object({ ...device, replaced: z.boolean(), address: z.string() }) },
  /** Connected after it was offline, or again after a restart. */
  'device.online': { order: 'device', data: z.object({ ...device, rebooted: z.boolean() }) },
  /** Two machines connect with its key, in turns; said once a day. */
  'device.shared': { order: 'device', data: z.object({ ...device, machines: z.array(z.string()) }) },
  'device.offline': { order: 'device', data: z.object({ ...device, reason: z.string() }) },
  /** `company_id` is the new company. */
  'device.moved': { order: 'device', data: z.object({ ...device, from_company_id: id() }) },
  'device.renamed': { order: 'device', data: z.object({ ...device, from: z.string(), to: z.string() }) },
  /** Its tags have changed; deleting a tag is a single event, `tag.deleted`. */
  'device.tagged': { order: 'device', data: z.object(device) },
  /** Its configuration is no longer the intended one, is so again, or was accepted. */
  'device.config_state': { order: 'device', data: z.object(device) },
  'device.deleted': { order: 'device', data: z.object({ ...device, name: z.string(), serial: z.string() }) },
  /** A SIM has used this percentage of its data limit; once in a billing period, whose first day is `period`. */
  'device.data_limit': {
    order: 'device',
    data: z.object({
      ...device,
      modem: z.int(),
      sim: z.int(),
      share: z.literal(limitShares),
      used: z.int(),
      limit: z.int(),
      period: z.string(),
    }),
  },
  /** An observation of a device with alert rules: watched values of a report, a connection or a disconnection. */
  'alert.observed': { order: 'device', data: z.object({ device_id: id(), seen: observed }) },
  /** `user_id` gets a notification, unless it is null. */
  'alert.fired': {
    order: 'device',
    data: z.object({ ...device, alert_id: id(), rule_id: id(), user_id: optionalId(), message: z.string() }),
  },
  'action.ended': {
    order: 'device',
    data: z.object({
      ...device,
      action_id: id(),
      target_id: id(),
      kind: z.string(),
      state: z.enum(targetStates),
      message: z.string(),
      user_id: optionalId(),
    }),
  },
  /** A campaign stopped by itself. */
  'campaign.halted': { order: 'campaign', data: z.object({ ...campaign, reason: z.string() }) },
  /** Everything in it has ended. */
  'campaign.ended': {
    order: 'campaign',
    data: z.object({ ...campaign, state: z.enum(finishedStates), done: id(), failed: id() }),
  },
  'tag.deleted': { order: 'tag', data: z.object({ tag_id: id(), company_id: id() }) },
  'company.created': { order: 'company', data: z.object(company) },
  'company.changed': { order: 'company', data: z.object(company) },
  'company.moved': { order: 'company', data: z.object({ ...company, from_parent_id: optionalId() }) },
  'company.deleted': { order: 'company', data: z.object({ ...company, name: z.string() }) },
  /** Registered by invitation; `new_company` if a company was created with the account. */
  'user.registered': {
    order: 'user',
    data: z.object({ ...user, invited_by: optionalId(), new_company: z.nullable(z.string()) }),
  },
  'user.changed': { order: 'user', data: z.object(user) },
  'user.moved': { order: 'user', data: z.object({ ...user, from_company_id: id() }) },
  'user.deleted': { order: 'user', data: z.object({ ...user, username: z.string() }) },
  'role.created': { order: 'role', data: z.object(role) },
  'role.changed': { order: 'role', data: z.object(role) },
  'role.deleted': { order: 'role', data: z.object(role) },
  'invitation.created': { order: 'invitation', data: z.object(invitation) },
  'invitation.deleted': { order: 'invitation', data: z.object(invitation) },
  /** Signed in; signed out, or signed out by another user. A session that expires ends without an event. */
  'session.started': { order: 'session', data: z.object(session) },
  'session.ended': { order: 'session', data: z.object(session) },
  /** Ended because an outdated cookie of it was used again; with the browser and address of that use. */
  'session.cookie_reused': {
    order: 'session',
    data: z.object({
      ...session,
      /** Browser of the sign-in. */
      user_agent: z.nullable(z.string()),
      reused_from: z.string(),
      reused_with: z.string(),
    }),
  },
  'remote_session.started': { order: 'remote_session', data: z.object(remoteSession) },
  'remote_session.ended': { order: 'remote_session', data: z.object({ ...remoteSession, reason: z.string() }) },
} as const

type Types = typeof eventTypes
export type EventType = keyof Types
export type EventData<T extends EventType> = z.infer<Types[T]['data']>

export type NewEvent = { [T in EventType]: { type: T; data: EventData<T> } }[EventType]

/** The key of the order, such as `device:12`. */
export function subjectOf({ type, data }: NewEvent): string {
  const { order } = eventTypes[type]
  return `${order}:${(data as Record<string, unknown>)[`${order}_id`]}`
}
