import { useEffect } from 'react'

let consoleName = ''

/** The name of the console, which every title ends with. */
export function setConsoleName(name: string): void {
  consoleName = name
  document.title = name
}

/** Puts the page's name first in the title of the browser's tab: of many tabs only the start can be read. */
export function usePageTitle(name: string | null): void {
  useEffect(() => {
    if (name === null) return
    document.title = `${name} · ${consoleName}`
    return () => {
      document.title = consoleName
    }
  }, [name])
}
