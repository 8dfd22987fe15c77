import { useQuery } from '@tanstack/react-query'
import { type ErrorComponentProps, Outlet, useRouterState } from '@tanstack/react-router'
import { ApiError } from '../api/error.ts'
import { useBrand } from '../brand/brand.ts'
import { sessionQuery } from '../domains/account/session.ts'
import { Failed } from '../ui/error-boundary.tsx'
import { homeOf } from './guard.ts'
import { BlockedScreen, DeniedScreen, MaintenanceScreen, OfflineScreen } from './notice-screens.tsx'
import { findScreen } from './screens.ts'

/** Around every screen: puts up those that stand in place of the console. */
export function Root() {
  const { data: session } = useQuery(sessionQuery)
  const { disabled_routes } = useBrand()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const open = findScreen(path)?.open === true
  if (session?.kind === 'blocked' && path !== '/logout') return <BlockedScreen code={session.code} />
  if (session?.kind === 'user' && (!open || path === '/login') && homeOf(session.user, disabled_routes) === undefined) {
    return <DeniedScreen />
  }
  return <Outlet />
}

/** Start-up failed, or a screen threw. */
export function RootError({ error }: ErrorComponentProps) {
  if (!navigator.onLine) return <OfflineScreen />
  return error instanceof ApiError ? <MaintenanceScreen error={error} /> : <Failed />
}
