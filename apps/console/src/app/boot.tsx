import type { QueryClient } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { setCsrfCookie } from '../api/csrf.ts'
import { live } from '../api/live.ts'
import { onProofNeeded } from '../api/proof.ts'
import { createQueryClient } from '../api/query.ts'
import { noteVersion } from '../api/version.ts'
import { applyBrand, loadBrand } from '../brand/brand.ts'
import { followChanges } from '../domains/system/changes.ts'
import { startTexts } from '../i18n/i18n.ts'
import { followSession } from './follow-session.ts'
import { reloadOnStaleChunk, removeServiceWorkers } from './load.ts'
import { Providers } from './providers.tsx'
import { createConsoleRouter } from './router.tsx'

/** Yields after the long evaluation of the scripts, so that input is handled first. */
const nextTask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

/**
 * Starts the console: brand and texts first, then the router, which requests the session. `firstData` puts the data of
 * the first screen into the cache, if it arrives soon.
 */
export async function boot(root: HTMLElement, firstData?: (client: QueryClient) => Promise<void>): Promise<void> {
  await nextTask()
  noteVersion()
  removeServiceWorkers()
  reloadOnStaleChunk()
  const [brand] = await Promise.all([loadBrand(), startTexts()])
  applyBrand(brand)
  setCsrfCookie(brand.csrf_cookie)
  const queryClient = createQueryClient()
  const router = createConsoleRouter({ queryClient, brand })

  onProofNeeded(async (error, makeCall) => (await import('../forms/prove.ts')).prove(error, makeCall))
  followSession({ queryClient, router, live })
  followChanges(live)

  // Waits for guard, parts and first rows, so that everything is drawn once, and in small steps.
  await Promise.all([router.load(), firstData?.(queryClient)])
  startTransition(() => {
    createRoot(root).render(<Providers brand={brand} queryClient={queryClient} router={router} />)
  })
}
