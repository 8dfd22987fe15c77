import { getHistory } from '@longreach/contract/monitoring/endpoints'
import {
  getCustomData,
  getMonitoringTemplate,
  getParameterGraph,
  listAssignedTemplates,
  listMonitoringTemplates,
  listTemplateLogs,
} from '@longreach/contract/monitoring/template-endpoints'
import type { MonitoringTemplate } from '@longreach/contract/monitoring/template-schemas'
import { formatTime } from '@longreach/contract/time'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { boundsOf, type Range } from '../../charts/range.ts'

export const templateQuery = (id: number) =>
  queryOptions({
    queryKey: ['monitoring', 'template', id],
    queryFn: async ({ signal }) => (await call(getMonitoringTemplate, { params: { id } }, signal)).data,
  })

/** Templates to select from: the first hundred by name. */
export const templateChoicesQuery = queryOptions({
  queryKey: ['monitoring', 'choices'],
  queryFn: async ({ signal }) =>
    (await call(listMonitoringTemplates, { query: { limit: 100, sort: 'name' } }, signal)).data as MonitoringTemplate[],
  staleTime: 10_000,
})

export const assignedQuery = (device: number) =>
  queryOptions({
    queryKey: ['monitoring', 'assigned', device],
    queryFn: async ({ signal }) => (await call(listAssignedTemplates, { query: { device_id: device } }, signal)).data,
  })

const hour = 3_600_000

/** The measurements of a device in the last day, newest first. */
export const customDataQuery = (device: number) =>
  queryOptions({
    queryKey: ['monitoring', 'data', device],
    queryFn: async ({ signal }) => {
      const query = { start_date: formatTime(new Date(Date.now() - 24 * hour)) }
      return (await call(getCustomData, { params: { id: device }, query }, signal)).data
    },
    // The first values arrive soon after a template was assigned.
    refetchInterval: ({ state }) => (state.data?.length ? 30_000 : 3000),
    placeholderData: keepPreviousData,
  })

export const logsQuery = (device: number) =>
  queryOptions({
    queryKey: ['monitoring', 'logs', device],
    queryFn: async ({ signal }) =>
      (await call(listTemplateLogs, { query: { device_id: device, limit: 20 } }, signal)).data,
  })

export const parameterHistoryQuery = (device: number, parameter: string, range: Range) =>
  queryOptions({
    queryKey: ['monitoring', 'history', device, parameter, range],
    queryFn: async ({ signal }) => {
      const { from, to } = boundsOf(range, Date.now())
      const query = {
        start_date: formatTime(new Date(from * 1000)),
        end_date: formatTime(new Date(to * 1000)),
        parameters: parameter,
      }
      return (await call(getHistory, { params: { id: device }, query }, signal)).data
    },
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  })

export const graphQuery = (field: string) =>
  queryOptions({
    queryKey: ['monitoring', 'graph', field],
    queryFn: async ({ signal }) => (await call(getParameterGraph, { query: { field } }, signal)).data,
  })
