import { useEffect, useState } from 'react'
import type { Live } from '../api/live.ts'

/** Milliseconds without a connection before it is shown: a short interruption changes nothing on the screen. */
const tolerated = 5000
/**
 * Milliseconds between attempts once the socket has given up, plus a random part of up to the same length: after a
 * restart of the server, consoles must not all connect at once.
 */
const retryAfter = 30_000

type Connection = Pick<Live, 'onConnected' | 'onDisconnected' | 'connected' | 'restart'>

/**
 * Reports lasting losses of the connection, and null at their end; the returned function stops it. The browser notices
 * at once that its own network is gone, the socket that the server is unreachable.
 */
function followConnection(live: Connection, report: (since: Date | null) => void): () => void {
  let lost = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  const retryLater = () => {
    const attempt = () => {
      if (!live.connected()) live.restart()
      retryLater()
    }
    retry = setTimeout(attempt, retryAfter * (1 + Math.random()))
  }
  const lose = () => {
    if (lost) return
    lost = true
    const since = new Date()
    timer = setTimeout(() => report(since), tolerated)
    retryLater()
  }
  const regain = () => {
    lost = false
    clearTimeout(timer)
    clearTimeout(retry)
    report(null)
  }
  // The socket may have survived; otherwise its next connection ends the loss.
  const onOnline = () => {
    if (live.connected()) regain()
  }
  const endings = [live.onDisconnected(lose), live.onConnected(regain)]
  addEventListener('offline', lose)
  addEventListener('online', onOnline)
  return () => {
    for (const end of endings) end()
    removeEventListener('offline', lose)
    removeEventListener('online', onOnline)
    clearTimeout(timer)
    clearTimeout(retry)
  }
}

/** Time since which live values have not been updated; null while they are. */
export function useConnectionLost(live: Connection): Date | null {
  const [since, setSince] = useState<Date | null>(null)
  useEffect(() => followConnection(live, setSince), [live])
  return since
}
