import { refreshToken } from '@longreach/contract/account/endpoints'
import { call } from './call.ts'
import { ApiError } from './error.ts'
import { revokeSession } from './revoke.ts'

type Listener = (alive: boolean) => void

/** Milliseconds for the calls that everything else waits for (spec §9). */
export const sessionTimeout = 30_000

const listeners = new Set<Listener>()
let running: Promise<boolean> | null = null

/** Called after every refresh: true if the session continues, false if it has ended. */
export function onRefresh(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function run(): Promise<boolean> {
  try {
    await call(refreshToken, {}, undefined, { timeout: sessionTimeout })
  } catch (error) {
    // Without a response, or with one from a busy or starting server, nothing is known: the session may continue.
    if (!(error instanceof ApiError) || error.status !== 401) return false
    // The session is gone either way; the result of the revocation changes nothing.
    void revokeSession()
    for (const listener of listeners) listener(false)
    return false
  }
  for (const listener of listeners) listener(true)
  return true
}

/** Extends the session with a single request, however many calls wait for it. False if it was not extended. */
export function refreshSession(): Promise<boolean> {
  running ??= run().finally(() => {
    running = null
  })
  return running
}
