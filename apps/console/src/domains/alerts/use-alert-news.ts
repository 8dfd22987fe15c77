import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { live } from '../../api/live.ts'
import { alertsKey, rulesKey } from './queries.ts'

/** Minimum milliseconds between reloads of the lists, however many alerts there are. */
const refreshAfter = 1000

const own: readonly QueryKey[] = [alertsKey, rulesKey]

/** Reloads the alerts on the screen when there are new ones, of one device or of any. */
export function useAlertNews(device?: number): void {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = live.on('AlertsChanged', ({ device_id }) => {
      if (device !== undefined && !device_id.includes(device)) return
      timer ??= setTimeout(() => {
        timer = undefined
        for (const queryKey of own) void client.invalidateQueries({ queryKey })
      }, refreshAfter)
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [client, device])
}
