import { readStored, writeStored } from '../api/browser-storage.ts'

/** The console has no service worker; one of another program at this origin would answer in its place. */
export function removeServiceWorkers(): void {
  void navigator.serviceWorker?.getRegistrations().then((list) => {
    for (const registration of list) void registration.unregister()
  })
}

/** Milliseconds within which a second failure is not due to a stale page. */
const once = 10_000

/**
 * After an update files of the old console may be gone from the server: the page is reloaded, but not in a loop.
 * If the event of the bundler is not cancelled, the failure reaches the screen.
 */
export function reloadOnStaleChunk(reload = () => location.reload()): () => void {
  const onError = (event: Event) => {
    // Without a network a reload would lose the page.
    if (!navigator.onLine) return
    if (Date.now() - readStored('session', 'chunkReload', 0) < once) return
    event.preventDefault()
    writeStored('session', 'chunkReload', Date.now())
    reload()
  }
  addEventListener('vite:preloadError', onError)
  return () => removeEventListener('vite:preloadError', onError)
}
