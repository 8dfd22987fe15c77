import { refreshToken, revokeToken } from '@longreach/contract/account/endpoints'
import { call } from './call.ts'

type Listener = (alive: boolean) => void

const listeners = new Set<Listener>()
let running: Promise<boolean> | null = null

/** Called after every refresh: true when the session goes on, false when it has ended. */
export function onRefresh(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function run(): Promise<boolean> {
  try {
    await call(refreshToken, {}, AbortSignal.timeout(30_000))
  } catch {
    // The session is gone either way; the answer to the revoke changes nothing.
    void call(revokeToken, {}).catch(() => undefined)
    for (const listener of listeners) listener(false)
    return false
  }
  for (const listener of listeners) listener(true)
  return true
}

/** Extends the session; however many calls wait for it, one request goes out. */
export function refreshSession(): Promise<boolean> {
  running ??= run().finally(() => {
    running = null
  })
  return running
}
