import { rangeOf } from '@longreach/contract/dashboards/reads'
import type { DashboardPast, DashboardValues } from '@longreach/contract/dashboards/schemas'
import type { Widget } from '@longreach/contract/dashboards/widgets'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { live } from '../../api/live.ts'
import { type DashboardKey, keyOf, pastQuery, valuesQuery } from './queries.ts'

/** Data that the widgets of a dashboard draw. */
export interface BoardData {
  params: DashboardKey
  /** Undefined until loaded. */
  values: DashboardValues | undefined
  /** By range; undefined until loaded. */
  past: DashboardPast | undefined
  /** Time since which the server has not answered, in milliseconds; null while it answers. */
  lostSince: number | null
}

/** Minimum milliseconds between requests caused by events. */
const refreshAfter = 1000

/** Loads all values with one request and all histories with another, again when the device reports. */
export function useBoardData(params: DashboardKey, version: number, widgets: readonly Widget[]): BoardData {
  const { id } = params
  const client = useQueryClient()
  const values = useQuery(valuesQuery(params, version))
  const hasPast = widgets.some((widget) => rangeOf(widget) !== undefined)
  const past = useQuery({ ...pastQuery(params, version), enabled: hasPast })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // At the first connection the data was just loaded.
    let missed = false
    const refresh = () => void client.invalidateQueries({ queryKey: [...keyOf(id), 'values'] })
    const refreshSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        refresh()
      }, refreshAfter)
    }
    const ends = [
      live.watchDevices([id]),
      live.on('DeviceStateChanged', ({ data }) => {
        if (data.id === id) refreshSoon()
      }),
      live.on('AlertsChanged', ({ device_id }) => {
        if (device_id.includes(id)) refreshSoon()
      }),
      live.onDisconnected(() => {
        missed = true
        refresh()
      }),
      live.onConnected(() => {
        if (missed) refresh()
      }),
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
    past: past.data,
    lostSince: lost && values.data ? values.dataUpdatedAt : null,
  }
}
