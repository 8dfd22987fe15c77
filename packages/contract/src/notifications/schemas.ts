import * as z from 'zod/mini'
import { id } from '../ids.ts'
import { time } from '../time-schemas.ts'
import { notificationTypes } from './constants.ts'

export const notificationSchema = z.object({
  id: id('notification'),
  type: z.enum(notificationTypes),
  summary: z.string(),
  /** Its subject, if there is a screen for it. */
  data: z.object({
    user_id: z.optional(id('user')),
    username: z.optional(z.string()),
    device_id: z.optional(id('device')),
    campaign_id: z.optional(id('campaign')),
  }),
  created_at: time(),
  /** Null until the user has seen it. */
  seen_at: z.nullable(time()),
})

export type Notification = z.infer<typeof notificationSchema>
