import { type Notification, notificationSchema } from '@longreach/contract/notifications/schemas'
import * as z from 'zod/mini'
import { id, topic } from '../../bus/topic.ts'

export const notificationCreated = topic(
  'notification.created',
  z.object({ userId: id(), notification: notificationSchema as z.ZodMiniType<Notification> }),
)
