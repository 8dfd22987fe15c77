import type { Notification } from '@longreach/contract/notifications/schemas'
import { useCan } from '../../api/session.ts'

type Target =
  | { to: '/users'; search: { q: string } }
  | { to: '/devices/$id'; params: { id: string } }
  | { to: '/management/campaigns/$id'; params: { id: string } }

/** Page of a notification's target; undefined if the user cannot see it. */
export function useTarget(): (about: Notification) => Target | undefined {
  const seesUsers = useCan('view_users')
  const seesDevices = useCan('view_devices')
  const seesCampaigns = useCan('view_device_logs')
  return ({ data }) => {
    if (data.campaign_id !== undefined)
      return seesCampaigns ? { to: '/management/campaigns/$id', params: { id: String(data.campaign_id) } } : undefined
    if (data.device_id !== undefined)
      return seesDevices ? { to: '/devices/$id', params: { id: String(data.device_id) } } : undefined
    return seesUsers && data.username !== undefined ? { to: '/users', search: { q: data.username } } : undefined
  }
}
