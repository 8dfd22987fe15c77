import { useSyncExternalStore } from 'react'
import type { Live } from './live.ts'

/** Milliseconds without a connection before it is shown: a short interruption changes nothing on the screen. */
const tolerated = 5000
/**
 * Milliseconds between new attempts once the socket has given up, and up to as many again by chance: after a restart of
 * the server not all consoles come at once.
 */
const retryAfter = 30_000

/** Since when nothing has arrived from the server. */
let lostAt: Date | null = null
/** The same once it has lasted. */
let shown: Date | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let retry: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function show(next: Date | null): void {
  if (next === shown) return
  shown = next
  for (const notify of listeners) notify()
}

function regain(): void {
  clearTimeout(timer)
  clearTimeout(retry)
  lostAt = null
  show(null)
}

/**
 * Follows the connection from the start of the console on. The browser notices at once that its own network is gone, the
 * socket that the server cannot be reached.
 */
export function followConnection(live: Pick<Live, 'onConnected' | 'onDisconnected' | 'connected' | 'restart'>): void {
  const retryLater = () => {
    retry = setTimeout(
      () => {
        if (!live.connected()) live.restart()
        retryLater()
      },
      retryAfter * (1 + Math.random()),
    )
  }
  const lose = () => {
    if (lostAt) return
    lostAt = new Date()
    timer = setTimeout(() => show(lostAt), tolerated)
    retryLater()
  }
  live.onDisconnected(lose)
  live.onConnected(regain)
  addEventListener('offline', lose)
  // The socket may have survived; otherwise its next connection ends the loss.
  addEventListener('online', () => {
    if (live.connected()) regain()
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Since when live values have not been updated; null while they are. */
export const useConnectionLost = (): Date | null => useSyncExternalStore(subscribe, () => shown)
