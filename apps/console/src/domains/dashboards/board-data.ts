import type { WidgetRange } from '@longreach/contract/dashboards/constants'
import { rangeOf } from '@longreach/contract/dashboards/reads'
import type { DashboardRange, DashboardValues } from '@longreach/contract/dashboards/schemas'
import type { Widget } from '@longreach/contract/dashboards/widgets'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { live } from '../../api/live.ts'
import { type DashboardKey, keyOf, rangeQuery, valuesQuery } from './queries.ts'

/** What the widgets of a dashboard draw. */
export interface BoardData {
  params: DashboardKey
  /** undefined until they have been loaded. */
  values: DashboardValues | undefined
  ranges: ReadonlyMap<WidgetRange, DashboardRange>
  /** Since when the server has not answered, in milliseconds; null while it does. */
  lostSince: number | null
}

/** Events lead to a request at most this often, in milliseconds. */
const refreshAfter = 1000

/** One request for all values, one for each range, and again when the device reports. */
export function useBoardData(params: DashboardKey, version: number, widgets: readonly Widget[]): BoardData {
  const { id } = params
  const client = useQueryClient()
  const values = useQuery(valuesQuery(params, version))
  const used = [...new Set(widgets.flatMap((widget) => rangeOf(widget) ?? []))]
  const ranges = useQueries({ queries: used.map((range) => rangeQuery(params, version, range)) })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => void client.invalidateQueries({ queryKey: [...keyOf(id), 'values'] })
    const ends = [
      live.watchDevices([id]),
      live.on('DeviceStateChanged', ({ data }) => {
        if (data.id !== id) return
        timer ??= setTimeout(() => {
          timer = undefined
          refresh()
        }, refreshAfter)
      }),
      live.onDisconnected(refresh),
      live.onConnected(refresh),
    ]
    return () => {
      clearTimeout(timer)
      for (const end of ends) end()
    }
  }, [client, id])
  const lost = values.isError || values.failureCount > 0 || values.fetchStatus === 'paused'
  return {
    params,
    values: values.data,
    ranges: new Map(used.flatMap((range, at) => (ranges[at]?.data ? [[range, ranges[at].data] as const] : []))),
    lostSince: lost && values.data ? values.dataUpdatedAt : null,
  }
}
