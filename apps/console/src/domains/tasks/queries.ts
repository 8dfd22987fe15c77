import { listFiles } from '@longreach/contract/files/endpoints'
import { getGroupLog, getTaskGroup, getTaskLog, listTaskLogs } from '@longreach/contract/tasks/endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const groupQuery = (id: number) =>
  queryOptions({
    queryKey: ['tasks', 'group', id],
    queryFn: async ({ signal }) => (await call(getTaskGroup, { params: { id } }, signal)).data,
  })

/** Files that a task can upload: the first hundred matches. */
export const taskFilesQuery = (q: string) =>
  queryOptions({
    queryKey: ['files', 'of tasks', q],
    queryFn: async ({ signal }) => {
      const query = { type: 'device_task_manager_file', limit: 100, sort: 'name', fields: 'id,name' } as const
      return (await call(listFiles, { query: { ...query, ...(q === '' ? {} : { q }) } as never }, signal)).data
    },
    staleTime: 10_000,
  })

/** Milliseconds between refreshes of a run in progress. */
const followEvery = 2000

export const groupLogQuery = (id: number) =>
  queryOptions({
    queryKey: ['tasks', 'run', id],
    queryFn: async ({ signal }) => (await call(getGroupLog, { params: { id } }, signal)).data,
    refetchInterval: ({ state }) => (state.data?.status === 'processing' ? followEvery : false),
  })

/** Tasks of a run that ended, in order; those of the last attempt first. */
export const taskLogsQuery = (groupLog: number, state: string) =>
  queryOptions({
    queryKey: ['tasks', 'logs', groupLog, state],
    queryFn: async ({ signal }) => {
      const { data } = await call(listTaskLogs, { query: { group_log_id: groupLog, limit: 100 } as never }, signal)
      return data.toSorted((a, b) => b.attempt - a.attempt || a.order - b.order)
    },
    placeholderData: (before) => before,
  })

export const taskLogQuery = (id: number) =>
  queryOptions({
    queryKey: ['tasks', 'log', id],
    queryFn: async ({ signal }) => (await call(getTaskLog, { params: { id } }, signal)).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
