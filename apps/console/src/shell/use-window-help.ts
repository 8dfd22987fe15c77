import { useEffect } from 'react'
import { registeredScreens } from '../registry/registered.ts'
import { loadLazy } from '../ui/lazy.ts'
import { offerHelp } from '../windows/help.ts'

/** The question marks of windows lead to the same texts as that of the page, shown in a window of their own. */
export function useWindowHelp(): void {
  useEffect(() => {
    offerHelp({
      knows: (key) => registeredScreens().some(({ help }) => help === key),
      open: (key) => void loadLazy(() => import('./lazy/help-window.tsx')).then(({ openHelp }) => openHelp(key)),
    })
    return () => offerHelp(null)
  }, [])
}
