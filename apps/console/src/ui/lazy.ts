import { lazy as reactLazy } from 'react'
import { notifyOffline } from './lost.ts'

const online = () => new Promise<void>((resolve) => addEventListener('online', () => resolve(), { once: true }))

/** Loads a module; without a network it notifies the user, waits for the network and tries again. */
export async function loadLazy<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (navigator.onLine) throw error
      notifyOffline()
      await online()
    }
  }
}

/** React's `lazy`, but a part requested offline is loaded once the network is back, instead of failing the page. */
export const lazy: typeof reactLazy = (load) => reactLazy(() => loadLazy(load))
