import type { Notification } from './schemas.ts'

export interface News {
  WebNotificationCreated: { data: Notification }
}
