import { useSyncExternalStore } from 'react'
import type { Live } from '../../api/live.ts'

let taken = true
const listeners = new Set<() => void>()

/** Keeps what the socket says, from the start of the console on: it may say so before there is a frame to show it in. */
export function followChanges(live: Pick<Live, 'on'>): void {
  live.on('ChangesTaken', (event) => {
    taken = event.taken
    for (const tell of listeners) tell()
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the installation takes changes. */
export const useChangesTaken = () => useSyncExternalStore(subscribe, () => taken)
