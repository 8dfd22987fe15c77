import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

const tick = () => {
  now = Date.now()
  for (const listener of listeners) listener()
}

/** The clock stops while nothing reads it, and the one of the computer may be set back. */
function read() {
  if (Math.abs(Date.now() - now) > 15_000) now = Date.now()
  return now
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(tick, 15_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time in milliseconds, updated every 15 seconds for all readers. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, read)
}
