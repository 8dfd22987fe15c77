import type { QueryClient } from '@tanstack/react-query'
import { onBlocked } from '../api/blocked.ts'
import { isDown } from '../api/failures.ts'
import type { Live } from '../api/live.ts'
import { onRefresh } from '../api/refresh.ts'
import { type Session, sessionQuery } from '../api/session.ts'
import { findScreen } from '../registry/screens.ts'
import { keepSession } from './keep-session.ts'
import type { createConsoleRouter } from './router.tsx'

interface Deps {
  queryClient: QueryClient
  router: Pick<ReturnType<typeof createConsoleRouter>, 'invalidate' | 'state'>
  live: Pick<Live, 'start' | 'stop' | 'restart' | 'connected' | 'onDismissed'>
}

/** Keeps socket, data and screen in sync with the session while the console runs. */
export function followSession(deps: Deps): void {
  const { queryClient, router, live } = deps
  let stopKeeping = () => {}
  queryClient.getQueryCache().subscribe(({ query, type }) => {
    if (type !== 'updated' || query.queryKey[0] !== 'session') return
    if (query.state.status === 'error' && query.state.data !== undefined && isDown()) void router.invalidate()
    const session = queryClient.getQueryData(sessionQuery.queryKey)
    stopKeeping()
    if (session?.kind !== 'user') return live.stop()
    stopKeeping = keepSession(session.user.exp)
    live.start(session.user.id)
  })

  onRefresh((alive) => {
    if (alive) {
      live.restart()
      void queryClient.invalidateQueries()
      return
    }
    const path = router.state.location.pathname
    if (queryClient.getQueryData(sessionQuery.queryKey)?.kind !== 'user' || findScreen(path)?.open) return
    queryClient.clear()
    // The guard redirects to sign-in with this page as the way back.
    void router.invalidate()
  })

  // The notice replaces the console from then on, whichever call was blocked.
  onBlocked((code) => {
    const blocked: Session = { kind: 'blocked', code }
    queryClient.setQueryData(sessionQuery.queryKey, blocked)
    void router.invalidate()
  })

  live.onDismissed(() => void askWhoIsHere(deps))

  // The socket may have given up after its attempts; a restored network is a reason for another one.
  addEventListener('online', () => {
    if (!live.connected()) live.restart()
  })
}

/** The server closed the socket: a user without a session is sent to sign-in, all others get a new socket. */
async function askWhoIsHere({ queryClient, live }: Deps): Promise<void> {
  const before = queryClient.getQueryData(sessionQuery.queryKey)
  const now = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => null)
  if (now?.kind !== 'user' || before?.kind !== 'user') return
  // Another tab signed in another user, who owns nothing on this screen.
  if (now.user.id === before.user.id) live.restart()
  else location.reload()
}
