import { listNotifications, seeNotifications } from '@longreach/contract/notifications/endpoints'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const key = 'notifications'
/** The maximum of one call: closing the list marks all that it showed. */
const recentCount = 100

export const unseenQuery = queryOptions({
  queryKey: [key, 'unseen'],
  queryFn: async ({ signal }) => {
    const { meta } = await call(listNotifications, { query: { limit: 0 } }, signal)
    return (meta as { unseen?: number }).unseen ?? 0
  },
  refetchInterval: 60_000,
})

export const recentQuery = queryOptions({
  queryKey: [key, 'recent'],
  queryFn: async ({ signal }) => (await call(listNotifications, { query: { limit: recentCount } }, signal)).data,
})

/** Refetches what is on screen: the list and the page. */
export const reloadNotifications = (client: QueryClient) => client.invalidateQueries({ queryKey: [key] })

export async function seeRecent(client: QueryClient): Promise<void> {
  const shown = client.getQueryData(recentQuery.queryKey) ?? []
  const id = shown.filter(({ seen_at }) => seen_at === null).map((one) => one.id)
  if (id.length === 0) return
  // Notifications that could not be marked stay new and are counted.
  await call(seeNotifications, { body: { id } }).catch(() => undefined)
  await reloadNotifications(client)
}
