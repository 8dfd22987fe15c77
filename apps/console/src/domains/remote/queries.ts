import { getHostKey, listAccessSessions, listRemoteAccess } from '@longreach/contract/remote/endpoints'
import type { RemoteAccess } from '@longreach/contract/remote/schemas'
import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'

type Query = Record<string, unknown>

/** Entries of a list; with a device, only those of the device. */
export async function loadEntries(query: Query, signal: AbortSignal): Promise<Answer<RemoteAccess[]>> {
  const answer = await call(listRemoteAccess, { query: query as never }, signal)
  return { ...answer, data: answer.data as RemoteAccess[] }
}

export function entryQuery(id: number) {
  return queryOptions({
    queryKey: ['remote', 'one', id],
    queryFn: async ({ signal }) => {
      const { data } = await loadEntries({ id: String(id), limit: 1 }, signal)
      return data[0] ?? null
    },
    refetchInterval: 30_000,
  })
}

export function sessionsQuery(accessId: number) {
  return queryOptions({
    queryKey: ['remote', 'sessions', accessId],
    queryFn: async ({ signal }) =>
      (await call(listAccessSessions, { params: { access_id: accessId }, query: { active: true, limit: 100 } }, signal))
        .data,
    refetchInterval: 5000,
  })
}

export function hostKeyQuery(accessId: number) {
  return queryOptions({
    queryKey: ['remote', 'key', accessId],
    queryFn: async ({ signal }) => (await call(getHostKey, { params: { access_id: accessId } }, signal)).data,
  })
}
