import { listSessions, listTokens } from '@longreach/contract/account/access-endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: async ({ signal }) => (await call(listSessions, {}, signal)).data,
})

export const tokensQuery = queryOptions({
  queryKey: ['account', 'tokens'],
  queryFn: async ({ signal }) => (await call(listTokens, {}, signal)).data,
})
