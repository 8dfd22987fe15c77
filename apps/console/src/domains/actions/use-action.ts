import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { live } from '../../api/live.ts'
import { actionQuery } from './queries.ts'
import { runningQuery } from './running-query.ts'

/** Minimum milliseconds between refreshes of the display by steps. */
const refreshAfter = 400
/** Milliseconds between polls: beside a channel, in case a step was missed; instead of a channel or socket. */
const askEvery = { beside: 15_000, instead: 2000 } as const

/** The current state of an action, updated by its channel, or by polling if there is none; the header counts it. */
export function useAction(id: number) {
  const client = useQueryClient()
  const query = useQuery({
    ...actionQuery(id, 0),
    refetchInterval: ({ state }) => {
      const action = state.data?.data
      if (action && !action.active) return false
      return action?.channel && live.connected() ? askEvery.beside : askEvery.instead
    },
  })
  const channel = query.data?.data.channel ?? null

  useEffect(() => {
    if (channel === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const ends = [
      live.on('ActionStatusUpdated', (event) => {
        if (event.channel !== channel) return
        timer ??= setTimeout(() => {
          timer = undefined
          void client.invalidateQueries({ queryKey: ['actions', 'one', id] })
          void client.invalidateQueries({ queryKey: ['devices', 'logs'] })
        }, refreshAfter)
      }),
      live.join(channel),
    ]
    return () => {
      clearTimeout(timer)
      for (const end of ends) end()
    }
  }, [channel, client, id])

  const active = query.data?.data.active
  useEffect(() => {
    if (active !== undefined) void client.invalidateQueries({ queryKey: runningQuery.queryKey })
  }, [active, client])

  return query
}
