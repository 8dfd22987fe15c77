import { loadLazy } from '../ui/lazy.ts'
import { type OpenWindow, windows } from './store.ts'

/** Closes a window for Escape, a filled one after a question; a forced one stays. */
export async function dismiss({ id, title, filled, forced }: OpenWindow): Promise<void> {
  if (forced) return
  if (filled && !(await (await loadLazy(() => import('./discard.ts'))).askToDiscard(title))) return
  windows.close(id)
}
