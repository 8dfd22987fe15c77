import { useEffect } from 'react'
import { registeredScreens } from '../registry/registered.ts'
import { loadLazy } from '../ui/lazy.ts'
import { offerHelp } from '../windows/help.ts'

/** Opens help from the question marks of windows: the same texts as for pages, in a window of their own. */
export function useWindowHelp(): void {
  useEffect(() => {
    offerHelp({
      knows: (key) => registeredScreens().some(({ help }) => help === key),
      open: (key) => void loadLazy(() => import('./lazy/help-window.tsx')).then(({ openHelp }) => openHelp(key)),
    })
    return () => offerHelp(null)
  }, [])
}
