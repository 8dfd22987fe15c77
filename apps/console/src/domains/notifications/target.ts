import type { Notification } from '@longreach/contract/notifications/schemas'
import { useCan } from '../../api/session.ts'

/** Where a notification leads; undefined if the user cannot see its target. */
export function useTarget(): (about: Notification) => { to: '/users'; search: { q: string } } | undefined {
  const seesUsers = useCan('view_users')
  return ({ data }) =>
    seesUsers && data.username !== undefined ? { to: '/users', search: { q: data.username } } : undefined
}
