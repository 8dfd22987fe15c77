import type { Notification } from '@longreach/contract/notifications/schemas'
import { formatTime } from '@longreach/contract/time'
import type { NotificationRow } from './store.ts'

export const presentNotification = ({
  id,
  type,
  summary,
  data,
  created_at,
  seen_at,
}: NotificationRow): Notification => ({
  id,
  type: type as Notification['type'],
  summary,
  data: data as Notification['data'],
  created_at: formatTime(created_at),
  seen_at: seen_at && formatTime(seen_at),
})
