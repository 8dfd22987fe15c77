import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../ids.ts'
import { flagText, listMeta, listQuery } from '../page.ts'
import { notificationSchema } from './schemas.ts'

export const listNotifications = endpoint({
  name: 'notifications.list',
  method: 'GET',
  path: '/notifications',
  summary: "List the user's notifications, newest first",
  permission: 'signed-in',
  browserOnly: true,
  query: listQuery(['created_at'], { seen: z.optional(flagText()) }),
  response: z.array(notificationSchema),
  meta: z.extend(listMeta, {
    /** Counts all notifications. */
    unseen: z.int(),
  }),
})

export const seeNotifications = endpoint({
  name: 'notifications.see',
  method: 'PUT',
  path: '/notifications',
  summary: 'Mark notifications as seen',
  permission: 'signed-in',
  browserOnly: true,
  body: z.object({ id: z.array(id('notification')).check(z.minLength(1), z.maxLength(1000)) }),
  response: z.array(z.object({ id: id('notification') })),
})
