import type { TargetState } from '@longreach/contract/actions/constants'
import { listPasswordLists } from '@longreach/contract/actions/password-endpoints'
import {
  getAction,
  getActionTarget,
  getOutput,
  getOutputs,
  listPendingActions,
  listTagActionLog,
} from '@longreach/contract/actions/read-endpoints'
import type { Action } from '@longreach/contract/actions/schemas'
import { listCompanies } from '@longreach/contract/companies/endpoints'
import { listDevices } from '@longreach/contract/devices/endpoints'
import type { StatusSubject } from '@longreach/contract/live'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Number of devices of an action per page. */
export const targetsPage = 100

/** One page of the devices of an action, all or those in one state, and the action itself. */
export function actionQuery(id: number, page: number, state: TargetState | null = null) {
  return queryOptions({
    queryKey: ['actions', 'one', id, page, state],
    queryFn: ({ signal }) =>
      call(
        getAction,
        { params: { id }, query: { limit: targetsPage, offset: page * targetsPage, ...(state ? { state } : {}) } },
        signal,
      ),
    placeholderData: keepPreviousData,
  })
}

export function targetQuery(actionId: number, id: number) {
  return queryOptions({
    queryKey: ['actions', 'one', actionId, 'target', id],
    queryFn: async ({ signal }) => (await call(getActionTarget, { params: { id } }, signal)).data,
    placeholderData: keepPreviousData,
  })
}

/** Output of the devices; the counts are part of the key, so that a change loads it again. */
export function outputsQuery(id: number, counts: Action['counts'] | undefined) {
  return queryOptions({
    queryKey: ['actions', 'outputs', id, counts],
    queryFn: async ({ signal }) => (await call(getOutputs, { params: { id } }, signal)).data,
    placeholderData: keepPreviousData,
    enabled: counts !== undefined,
    // Short, since every step of the action has a key of its own.
    gcTime: 10_000,
  })
}

/** The output of one group with its devices; `count` is the size of the group. */
export function outputQuery(id: number, group: string, count: number) {
  return queryOptions({
    queryKey: ['actions', 'output', id, group, count],
    queryFn: async ({ signal }) => (await call(getOutput, { params: { id, group } }, signal)).data,
  })
}

export function pendingQuery(limit: number, deviceId: number | null) {
  return queryOptions({
    queryKey: ['actions', 'pending', limit, deviceId],
    queryFn: ({ signal }) =>
      call(listPendingActions, { query: { limit, ...(deviceId === null ? {} : { device_id: deviceId }) } }, signal),
    refetchInterval: 3000,
    placeholderData: keepPreviousData,
  })
}

/** Batches of passwords, newest first. */
export function passwordListsQuery(limit: number) {
  return queryOptions({
    queryKey: ['actions', 'passwords', limit],
    queryFn: ({ signal }) => call(listPasswordLists, { query: { limit } }, signal),
    refetchInterval: 5000,
    placeholderData: keepPreviousData,
  })
}

/** Names of the first hundred devices or companies whose ids are the keys of a status channel. */
export function subjectNamesQuery(subject: StatusSubject['subject'], keys: readonly string[]) {
  const id = keys.slice(0, 100).map(Number)
  const query = { id, limit: 100, fields: ['id', 'name'] } as never
  return queryOptions({
    queryKey: ['actions', 'names', subject, id.join()],
    queryFn: async ({ signal }) => {
      const { data } =
        subject === 'device' ? await call(listDevices, { query }, signal) : await call(listCompanies, { query }, signal)
      return new Map(data.map((row) => [row.id, row.name]))
    },
    enabled: id.length > 0,
    placeholderData: keepPreviousData,
  })
}

export const tagLogQuery = (of: { tag_id: number } | { device_id: number }, limit: number) =>
  queryOptions({
    queryKey: ['tag-actions', 'log', of, limit],
    queryFn: ({ signal }) => call(listTagActionLog, { query: { ...of, limit } }, signal),
    refetchInterval: 4000,
    placeholderData: keepPreviousData,
  })
