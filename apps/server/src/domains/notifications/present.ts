import type { Notification } from '@longreach/contract/notifications/schemas'
import { formatTime } from '@longreach/contract/time'

interface Row {
  id: number
  type: string
  summary: string
  data: unknown
  created_at: Date
  seen_at: Date | null
}

export const presentNotification = ({ id, type, summary, data, created_at, seen_at }: Row): Notification => ({
  id,
  type: type as Notification['type'],
  summary,
  data: data as Notification['data'],
  created_at: formatTime(created_at),
  seen_at: seen_at && formatTime(seen_at),
})
