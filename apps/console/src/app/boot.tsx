import type { QueryClient } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { live } from '../api/live.ts'
import { createQueryClient } from '../api/query.ts'
import { onRefresh } from '../api/refresh.ts'
import { applyBrand, loadBrand } from '../brand/brand.ts'
import { sessionQuery } from '../domains/account/session.ts'
import { startTexts } from '../i18n/i18n.ts'
import { keepSession } from './keep-session.ts'
import { Providers } from './providers.tsx'
import { createConsoleRouter } from './router.tsx'
import { findScreen } from './screens.ts'

/**
 * Starts the console: brand and texts first, then the router, which asks for the session. `firstData` puts what the
 * first screen shows into the cache, as far as it is there soon.
 */
export async function boot(root: HTMLElement, firstData?: (client: QueryClient) => Promise<void>): Promise<void> {
  removeServiceWorkers()
  reloadOnStaleChunk()
  const [brand] = await Promise.all([loadBrand(), startTexts()])
  applyBrand(brand)
  const queryClient = createQueryClient()
  const router = createConsoleRouter({ queryClient, brand })

  let stopKeeping = () => {}
  queryClient.getQueryCache().subscribe(({ query, type }) => {
    if (type !== 'updated' || query.queryKey[0] !== 'session') return
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
    // The guard sends to sign-in with this page as the way back.
    void router.invalidate()
  })

  // Guard, parts and first rows before the first picture: it is then drawn once, and in small steps.
  await Promise.all([router.load(), firstData?.(queryClient)])
  startTransition(() => {
    createRoot(root).render(<Providers brand={brand} queryClient={queryClient} router={router} />)
  })
}

function removeServiceWorkers(): void {
  void navigator.serviceWorker?.getRegistrations().then((list) => {
    for (const registration of list) void registration.unregister()
  })
}

/** After an update a part of the old console may be gone from the server: load the page anew, but not for ever. */
function reloadOnStaleChunk(): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem('chunkReload') ?? 0)
    if (Date.now() - last < 10_000) return
    event.preventDefault()
    sessionStorage.setItem('chunkReload', String(Date.now()))
    location.reload()
  })
}
