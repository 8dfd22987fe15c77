import { useSyncExternalStore } from 'react'
import type { Live } from '../../api/live.ts'

let taken = true
const listeners = new Set<() => void>()

function set(next: boolean): void {
  taken = next
  for (const notify of listeners) notify()
}

/**
 * Records the socket's events from the start of the console: they may arrive before there is a frame to show them.
 * While disconnected the state is unknown and nothing is shown; the next connection publishes it again.
 */
export function followChanges(live: Pick<Live, 'on' | 'onDisconnected'>): void {
  live.on('ChangesTaken', (event) => set(event.taken))
  live.onDisconnected(() => set(true))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the installation accepts changes. */
export const useChangesTaken = () => useSyncExternalStore(subscribe, () => taken)
