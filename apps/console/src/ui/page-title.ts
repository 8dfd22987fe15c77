import { useEffect } from 'react'

let consoleName = ''

/** Sets the name of the console, which ends every title. */
export function setConsoleName(name: string): void {
  consoleName = name
  document.title = name
}

/** Puts the name of the page first in the title of the browser tab: with many tabs only the start is readable. */
export function usePageTitle(name: string | null): void {
  useEffect(() => {
    if (name === null) return
    document.title = `${name} · ${consoleName}`
    return () => {
      document.title = consoleName
    }
  }, [name])
}
