import { lazy } from 'react'
import { tellLost } from './lost.ts'

const back = () => new Promise<void>((resolve) => addEventListener('online', () => resolve(), { once: true }))

/** Loads what is asked for with its first use; without a network it says so, and waits for one. */
export async function loadLate<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (navigator.onLine) throw error
      tellLost()
      await back()
    }
  }
}

/**
 * React's `lazy` for parts of a page. What is asked for without a network comes when there is one again; until then its
 * place stays as it was, where `lazy` would give up for ever and take the whole page with it.
 */
export const late: typeof lazy = (load) => lazy(() => loadLate(load))
