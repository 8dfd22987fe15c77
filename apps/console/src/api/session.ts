import { getSessionUser } from '@longreach/contract/account/endpoints'
import type { SessionUser } from '@longreach/contract/account/schemas'
import type { PermissionName } from '@longreach/contract/permissions'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { type BlockingCode, blockingCodeOf } from './blocked.ts'
import { call } from './call.ts'
import { csrfToken } from './csrf.ts'
import { ApiError } from './error.ts'
import { failures } from './failures.ts'
import { sessionTimeout } from './refresh.ts'

export type Session =
  | { kind: 'user'; user: SessionUser }
  | { kind: 'none' }
  | { kind: 'blocked'; code: BlockingCode }
  | { kind: 'failed'; error: ApiError }

/** The pages of a shell show by themselves that the user is not signed in (spec §8). */
const showsItself = () => /^\/rms-connect\/(ssh|telnet)/.test(location.pathname)

async function loadSession(signal: AbortSignal): Promise<Session> {
  // The token lives exactly as long as the session cookie, which scripts cannot read.
  if (csrfToken() === undefined) return { kind: 'none' }
  try {
    const { data } = await call(getSessionUser, {}, signal, { timeout: sessionTimeout, asIs: showsItself() })
    failures.user.clear()
    return { kind: 'user', user: data }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) return { kind: 'none' }
    const code = blockingCodeOf(error)
    if (code) return { kind: 'blocked', code }
    failures.user.add()
    throw error
  }
}

/** The session's user. Three consecutive failures lead to the maintenance screen. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => loadSession(signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  // Each attempt counts as a failure.
  retry: false,
})

/** The session, requested once per page. A refusal of the server is a result; any other error is a bug and thrown. */
export async function askSession(client: QueryClient): Promise<Session> {
  try {
    return await client.ensureQueryData(sessionQuery)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const failed: Session = { kind: 'failed', error }
    client.setQueryData(sessionQuery.queryKey, failed)
    return failed
  }
}

/** The signed-in user; only for screens behind the guard. */
export function useUser(): SessionUser {
  const { data } = useQuery(sessionQuery)
  if (data?.kind !== 'user') throw new Error('No user is signed in')
  return data.user
}

const none: SessionUser['permissions'] = []

/** The user's permissions; none if no user is signed in. */
export function usePermissions(): SessionUser['permissions'] {
  const { data } = useQuery({ ...sessionQuery, enabled: false })
  return data?.kind === 'user' ? data.user.permissions : none
}

export function useCan(permission: PermissionName): boolean {
  return useUser().permissions.includes(permission)
}
