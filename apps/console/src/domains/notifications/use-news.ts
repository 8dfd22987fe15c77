import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { live } from '../../api/live.ts'
import { recentQuery, unseenQuery } from './queries.ts'

/** Adds notifications that arrive while the page is open to the top of the list, and counts them. */
export function useNews(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      live.on('WebNotificationCreated', ({ data }) => {
        client.setQueryData(
          recentQuery.queryKey,
          (shown) => shown && [data, ...shown.filter(({ id }) => id !== data.id)],
        )
        client.setQueryData(unseenQuery.queryKey, (count) => (count === undefined ? undefined : count + 1))
        void client.invalidateQueries({ queryKey: ['notifications', 'list'] })
      }),
    [client],
  )
}
