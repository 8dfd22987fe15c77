import { getDeviceLogs } from '@longreach/contract/devices/endpoints'
import { getAvailability, listNearbyOutages, listOutages } from '@longreach/contract/outages/endpoints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Below the key of the device, so that its events refresh them as well. */
const keyOf = (id: number) => ['devices', 'one', id, 'outages'] as const

export function outagesQuery(id: number, limit: number) {
  return queryOptions({
    queryKey: [...keyOf(id), 'list', limit],
    queryFn: ({ signal }) => call(listOutages, { params: { id }, query: { limit } }, signal),
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  })
}

export function nearbyQuery(id: number) {
  return queryOptions({
    queryKey: [...keyOf(id), 'nearby'],
    queryFn: async ({ signal }) => (await call(listNearbyOutages, { params: { id } }, signal)).data,
  })
}

export function availabilityQuery(id: number) {
  return queryOptions({
    queryKey: [...keyOf(id), 'availability'],
    queryFn: async ({ signal }) => (await call(getAvailability, { params: { id } }, signal)).data,
    refetchInterval: 60_000,
  })
}

/** Attempts to connect since a device was lost, newest first; it is still offline, so each was refused. */
export function attemptsQuery(id: number, since: string) {
  return queryOptions({
    queryKey: [...keyOf(id), 'attempts', since],
    queryFn: ({ signal }) =>
      call(getDeviceLogs, { params: { id }, query: { type: 'connection', start_date: since, limit: 1 } }, signal),
    refetchInterval: 30_000,
  })
}
