import { type ErrorComponentProps, Outlet } from '@tanstack/react-router'
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { Failed } from '../ui/error-boundary.tsx'
import { lazy } from '../ui/lazy.ts'
import { notifyOffline } from '../ui/lost.ts'
import { hasToasts } from '../ui/toast.ts'
import type { Decision } from './guard.ts'
import classes from './notice-screens.module.css'
import { NoticeScreen, OfflineScreen } from './notice-screens.tsx'

const Toasts = lazy(() => import('../ui/toasts.tsx').then((file) => ({ default: file.Toasts })))

/** Wraps every screen: draws the decision of the guard, and the toasts. */
export function Root({ decision }: { decision: Extract<Decision, { kind: 'show' | 'notice' }> }) {
  const toasting = useSyncExternalStore(hasToasts.subscribe, hasToasts.get)
  const alone = decision.kind === 'notice' || decision.screen.standalone === true

  useEffect(() => {
    addEventListener('offline', notifyOffline)
    return () => removeEventListener('offline', notifyOffline)
  }, [])

  return (
    <>
      {decision.kind === 'notice' ? <NoticeScreen notice={decision.notice} /> : <Outlet />}
      {toasting ? (
        <Suspense fallback={null}>
          <Toasts position={alone ? 'top-center' : 'bottom-right'} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Shows an error of a screen, or one at the start that did not come from the server. */
export function RootError(_: ErrorComponentProps) {
  return navigator.onLine ? (
    <div className={classes.screen}>
      <Failed />
    </div>
  ) : (
    <OfflineScreen />
  )
}
