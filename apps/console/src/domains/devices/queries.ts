import { statisticsGroups } from '@longreach/contract/devices/constants'
import { deviceStatistics, getDeviceLogs, listKeyClaims } from '@longreach/contract/devices/endpoints'
import type { DeviceLog, ListedDevice } from '@longreach/contract/devices/schemas'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Search } from '../../api/search.ts'
import { type listFields, overviewGroups } from './list/first-page.ts'

/** The fields of a device that the list requests. */
export type DeviceRow = Pick<ListedDevice, (typeof listFields)[number]>

/** Device counts by value for some groups, limited to companies like the list; the filter menu requests all groups. */
export function statisticsQuery(groups: 'overview' | 'all', limits: Search) {
  const charts = (groups === 'overview' ? overviewGroups : statisticsGroups).join(',')
  return queryOptions({
    queryKey: ['devices', 'statistics', groups, limits],
    queryFn: async ({ signal }) => {
      const { data, meta } = await call(deviceStatistics, { query: { charts, ...limits } }, signal)
      return { counts: data, agent: meta.agent_version }
    },
    staleTime: 10_000,
    ...(groups === 'overview' ? { refetchInterval: 30_000 } : {}),
    placeholderData: keepPreviousData,
  })
}

export function keyClaimsQuery(id: number) {
  return queryOptions({
    queryKey: ['devices', 'claims', id],
    queryFn: async ({ signal }) => (await call(listKeyClaims, { params: { id } }, signal)).data,
    refetchInterval: 30_000,
  })
}

export type LogType = DeviceLog['type']

export function deviceLogsQuery(id: number, type: LogType | null, limit: number) {
  return queryOptions({
    queryKey: ['devices', 'logs', id, type, limit],
    queryFn: ({ signal }) =>
      call(getDeviceLogs, { params: { id }, query: { limit, ...(type ? { type } : {}) } }, signal),
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  })
}
