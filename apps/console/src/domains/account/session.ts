import { getSessionUser } from '@longreach/contract/account/endpoints'
import type { SessionUser } from '@longreach/contract/account/schemas'
import type { PermissionName } from '@longreach/contract/permissions'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call, csrfToken } from '../../api/call.ts'
import { ApiError } from '../../api/error.ts'

/** Codes that keep a signed-in person out, each with a screen of its own (spec §8). */
export const blockingCodes = ['EMAIL_NOT_VERIFIED', 'NOT_INVITED_EXTERNAL_USER', 'MFA_MANDATORY'] as const
export type BlockingCode = (typeof blockingCodes)[number]

export type Session = { kind: 'user'; user: SessionUser } | { kind: 'none' } | { kind: 'blocked'; code: BlockingCode }

async function loadSession(signal: AbortSignal): Promise<Session> {
  // The token lives exactly as long as the session beside it, which scripts cannot see.
  if (csrfToken() === undefined) return { kind: 'none' }
  try {
    const { data } = await call(getSessionUser, {}, AbortSignal.any([signal, AbortSignal.timeout(30_000)]))
    return { kind: 'user', user: data }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) return { kind: 'none' }
    const code = blockingCodes.find((blocking) => blocking === error.code)
    if (code) return { kind: 'blocked', code }
    throw error
  }
}

/** Who is signed in. Three failures in a row end in the maintenance screen. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => loadSession(signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** The signed-in user; only for screens behind the guard. */
export function useUser(): SessionUser {
  const { data } = useQuery(sessionQuery)
  if (data?.kind !== 'user') throw new Error('No user is signed in')
  return data.user
}

export function useCan(permission: PermissionName): boolean {
  return useUser().permissions.includes(permission)
}
