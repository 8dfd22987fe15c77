import { readStored, writeStored } from '../api/browser-storage.ts'

/** The console has none; one of another program at this address would answer in its place. */
export function removeServiceWorkers(): void {
  void navigator.serviceWorker?.getRegistrations().then((list) => {
    for (const registration of list) void registration.unregister()
  })
}

/** Milliseconds in which a second failure is no longer the fault of an old page. */
const once = 10_000

/**
 * After an update a part of the old console may be gone from the server: the page is loaded anew, but not for ever. Not
 * cancelled, the bundler's event lets the failure through to the screen.
 */
export function reloadOnStaleChunk(reload = () => location.reload()): () => void {
  const onError = (event: Event) => {
    // Without a network a reload would leave nothing of the page.
    if (!navigator.onLine) return
    if (Date.now() - readStored('session', 'chunkReload', 0) < once) return
    event.preventDefault()
    writeStored('session', 'chunkReload', Date.now())
    reload()
  }
  addEventListener('vite:preloadError', onError)
  return () => removeEventListener('vite:preloadError', onError)
}
