import type { TargetState } from '@longreach/contract/actions/constants'
import { getAction, getActionTarget, listActions, listPendingActions } from '@longreach/contract/actions/endpoints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Devices of an action per page. */
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

export type ActionsShown = 'all' | 'own' | 'active'

export function actionsQuery(shown: ActionsShown, limit: number, deviceId: number | null) {
  return queryOptions({
    queryKey: ['actions', 'list', shown, limit, deviceId],
    queryFn: ({ signal }) =>
      call(
        listActions,
        {
          query: {
            limit,
            ...(shown === 'own' ? { own: true } : {}),
            ...(shown === 'active' ? { active: true } : {}),
            ...(deviceId === null ? {} : { device_id: deviceId }),
          },
        },
        signal,
      ),
    refetchInterval: 3000,
    placeholderData: keepPreviousData,
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
