import { useEffect } from 'react'
import { loadLate } from '../ui/late.ts'
import { offerHelp } from '../windows/help.ts'
import { type HelpKey, helpKeys } from './help-keys.ts'

const isHelpKey = (key: string): key is HelpKey => (helpKeys as readonly string[]).includes(key)

/** The question marks of windows lead to the same texts as that of the page; these stand in a window of their own. */
export function useWindowHelp(): void {
  useEffect(() => {
    offerHelp({
      knows: isHelpKey,
      open: (key) => {
        if (isHelpKey(key)) void loadLate(() => import('./late/help-window.tsx')).then(({ openHelp }) => openHelp(key))
      },
    })
    return () => offerHelp(null)
  }, [])
}
