import {
  getDashboard,
  getDashboardPast,
  getDashboardValues,
  listDashboards,
} from '@longreach/contract/dashboards/endpoints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { learnCustom } from './custom-parameters.ts'

export interface DashboardKey {
  id: number
  dashboard_id: number
}

/** Milliseconds for which data counts as fresh, so that the first paint does not request early data again. */
const freshFor = 5000

/** Key of all data about the dashboards of a device. */
export const keyOf = (id: number) => ['dashboards', id] as const

export const dashboardsQuery = (id: number) =>
  queryOptions({
    queryKey: [...keyOf(id), 'list'],
    queryFn: async ({ signal }) => (await call(listDashboards, { params: { id } }, signal)).data,
    staleTime: freshFor,
  })

export const dashboardQuery = (params: DashboardKey) =>
  queryOptions({
    queryKey: [...keyOf(params.id), 'one', params.dashboard_id],
    queryFn: async ({ signal }) => (await call(getDashboard, { params }, signal)).data,
    staleTime: freshFor,
  })

/** Refreshed by events of the device; the interval covers missed events. */
export const valuesQuery = (params: DashboardKey, version: number) =>
  queryOptions({
    queryKey: [...keyOf(params.id), 'values', params.dashboard_id, version],
    queryFn: async ({ signal }) => {
      const { data } = await call(getDashboardValues, { params }, signal)
      learnCustom(data.custom)
      return data
    },
    refetchInterval: 10_000,
    staleTime: freshFor,
    placeholderData: keepPreviousData,
  })

export const pastQuery = (params: DashboardKey, version: number) =>
  queryOptions({
    queryKey: [...keyOf(params.id), 'past', params.dashboard_id, version],
    queryFn: async ({ signal }) => (await call(getDashboardPast, { params }, signal)).data,
    refetchInterval: 60_000,
    staleTime: freshFor,
    placeholderData: keepPreviousData,
  })
