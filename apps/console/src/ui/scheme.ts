import { useSyncExternalStore } from 'react'

export type Scheme = 'light' | 'dark'

const listeners = new Set<() => void>()
const now = (): Scheme => (document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : 'light')

/** Switches the page between light and dark immediately; the cookie makes it persistent. */
export function setScheme(scheme: Scheme): void {
  document.documentElement.dataset.mantineColorScheme = scheme
  for (const listener of listeners) listener()
}

export function subscribeScheme(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSchemeName(): Scheme {
  return useSyncExternalStore(subscribeScheme, now)
}
