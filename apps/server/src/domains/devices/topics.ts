import { configStates, offlineReasons } from '@longreach/contract/devices/constants'
import type { DeviceState, EnrolmentProgress } from '@longreach/contract/live'
import * as z from 'zod/mini'
import { id, ids, topic } from '../../bus/topic.ts'
import { news } from '../../endpoint/news.ts'

/** The latest state of a device changed. */
export const deviceState = topic<DeviceState>(
  'device.state',
  z.object({
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
)

export const deviceAdded = topic('device.created', z.object({ id: id(), name: z.string(), userId: z.nullable(id()) }))

/** A device uses an enrolment key that the user created. */
export const enrolmentProgress = topic<{ userId: number; progress: EnrolmentProgress }>(
  'enrolment.progress',
  z.object({
    userId: id(),
    progress: z.object({
      enrolment_key_id: id(),
      step: z.enum(['fetched', 'refused', 'enrolled']),
      device: z.nullable(z.object({ id: id(), name: z.string() })),
      reason: z.nullable(z.string()),
    }),
  }),
)

export const deviceRemoved = topic('device.removed', z.object({ id: id() }))

/** The device has a link of that epoch: older links have ended, on any node. */
export const deviceLinked = topic('device.linked', z.object({ id: id(), epoch: id() }))

/** The settings of its agent have changed. */
export const deviceChanged = topic('device.changed', z.object({ id: id() }))

/** The link of the device has to be closed now. */
export const deviceDropped = topic('device.dropped', z.object({ id: id(), code: z.int(), reason: z.string() }))

/** Actions are waiting to be sent, on these devices or, without ids, on any. */
export const actionsQueued = topic('actions.queued', z.object({ deviceIds: z.exactOptional(ids()) }))

export const deviceNews = [
  news(deviceState, 'DeviceStateChanged', { to: ({ id }) => ({ device: id }), event: (data) => ({ data }) }),
  news(deviceAdded, 'DeviceCreated', {
    to: ({ userId }) => ({ users: userId === null ? [] : [userId] }),
    event: ({ id, name }) => ({ data: { id, name } }),
  }),
  news(enrolmentProgress, 'EnrolmentProgress', {
    to: ({ userId }) => ({ users: [userId] }),
    event: ({ progress }) => ({ data: progress }),
    texts: true,
  }),
  news(deviceRemoved, 'DeviceRemoved', { to: ({ id }) => ({ device: id }), event: (data) => ({ data }) }),
]
