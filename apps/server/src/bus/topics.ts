import { configStates, offlineReasons } from '@longreach/contract/devices/constants'
import type { DeviceState, EnrolmentProgress, StatusEvent } from '@longreach/contract/live'
import { type Notification, notificationSchema } from '@longreach/contract/notifications/schemas'
import * as z from 'zod/mini'
import type { Placement } from '../db/scope.ts'

/** An event of a user's channel in the form in which it is replayed; `id` grows, so a screen can skip events it has. */
export interface ChannelEvent {
  id: number
  key: string
  event: StatusEvent
}

/** Hints between parts of the server. Losing one only causes a delay: work that must happen is a job. */
export interface Topics {
  /** The latest state of a device changed. */
  'device.state': DeviceState
  'device.created': { id: number; name: string; userId: number | null }
  /** A device uses an enrolment key that the user created. */
  'enrolment.progress': { userId: number; progress: EnrolmentProgress }
  'device.removed': { id: number }
  /** The device has a link of that epoch: older links have ended, on any node. */
  'device.linked': { id: number; epoch: number }
  /** The settings of its agent have changed. */
  'device.changed': { id: number }
  /** The link of the device has to be closed now. */
  'device.dropped': { id: number; code: number; reason: string }
  'session.ended': { id: number }
  /** The permissions of these users may have changed: open pages and sockets must update now. */
  'rights.changed': { userIds: readonly number[] }
  'notification.created': { userId: number; notification: Notification }
  /** A remote session has to end now. */
  'remote.closed': { id: number; reason: string }
  /** The expiry or the cookie of a session was changed in the database. */
  'remote.changed': { id: number }
  /** Events of one user's channel. */
  'channel.events': { channel: string; events: readonly ChannelEvent[] }
  /** Alerts of these devices were raised or deleted; `place` has the companies that list them. */
  'alerts.changed': { place: Placement; deviceIds: readonly number[] }
  /** Alert rules of these devices were added, changed or deleted. */
  'alerts.rules': { deviceIds: readonly number[] }
  /** Actions are waiting to be sent, on these devices or, without ids, on any. */
  'actions.queued': { deviceIds?: readonly number[] }
  /** Messages of other nodes may have been missed, so every subscriber reads the database. Never leaves the node. */
  'bus.missed': Record<string, never>
}

export type SharedTopic = Exclude<keyof Topics, 'bus.missed'>

const id = () => z.int().check(z.minimum(0))
const ids = () => z.array(id())

/** Messages of other nodes are validated before they are delivered: the node may run another release. */
export const topicSchemas: { [T in SharedTopic]: z.ZodMiniType<Topics[T]> } = {
  'device.state': z.object({
    id: id(),
    status: z.nullable(z.literal([0, 1, 2])),
    // Another release may have other reasons, or none.
    offline_reason: z.catch(z.nullable(z.enum(offlineReasons)), null),
    signal: z.nullable(z.number()),
    connection_type: z.nullable(z.string()),
    operator: z.nullable(z.string()),
    config_state: z.catch(z.nullable(z.enum(configStates)), null),
    last_update_at: z.nullable(z.string()),
    last_connection_at: z.nullable(z.string()),
  }),
  'device.created': z.object({
    id: id(),
    name: z.string(),
    userId: z.nullable(id()),
  }),
  'enrolment.progress': z.object({
    userId: id(),
    progress: z.object({
      enrolment_key_id: id(),
      step: z.enum(['fetched', 'refused', 'enrolled']),
      device: z.nullable(z.object({ id: id(), name: z.string() })),
      reason: z.nullable(z.string()),
    }),
  }),
  'device.removed': z.object({ id: id() }),
  'device.linked': z.object({ id: id(), epoch: id() }),
  'device.changed': z.object({ id: id() }),
  'device.dropped': z.object({ id: id(), code: z.int(), reason: z.string() }),
  'session.ended': z.object({ id: id() }),
  'rights.changed': z.object({ userIds: ids() }),
  'notification.created': z.object({ userId: id(), notification: notificationSchema as z.ZodMiniType<Notification> }),
  'remote.closed': z.object({ id: id(), reason: z.string() }),
  'remote.changed': z.object({ id: id() }),
  'channel.events': z.object({
    channel: z.string(),
    events: z.array(
      z.object({
        id: id(),
        key: z.string(),
        event: z.object({
          status: z.string(),
          value: z.string(),
          progress: z.exactOptional(z.object({ value: z.number(), total: z.number() })),
          errorCode: z.exactOptional(z.string()),
          link: z.exactOptional(z.string()),
          data: z.optional(z.unknown()),
        }),
      }),
    ),
  }),
  'alerts.changed': z.object({
    place: z.object({ company_id: id(), l1_id: z.nullable(id()), l2_id: z.nullable(id()) }),
    deviceIds: ids(),
  }),
  'alerts.rules': z.object({ deviceIds: ids() }),
  'actions.queued': z.object({ deviceIds: z.exactOptional(ids()) }),
}

export const isShared = (topic: string): topic is SharedTopic => Object.hasOwn(topicSchemas, topic)

/** Splits a message that is too big for one; undefined if it cannot be split. */
export function halve<Message extends object>(message: Message): Message[] | undefined {
  for (const [name, list] of Object.entries(message)) {
    if (!Array.isArray(list) || list.length < 2) continue
    const middle = Math.ceil(list.length / 2)
    return [list.slice(0, middle), list.slice(middle)].map((part) => ({ ...message, [name]: part }))
  }
  return undefined
}
