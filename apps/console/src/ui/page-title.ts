import { useEffect } from 'react'

let consoleName = ''

/** The name of the console, which every title ends with. */
export function setConsoleName(name: string): void {
  consoleName = name
  document.title = name
}

/** Begins the title of the browser's tab with the page's name, since only the start of many tabs can be read. */
export function usePageTitle(name: string | null): void {
  useEffect(() => {
    if (name === null) return
    document.title = `${name} · ${consoleName}`
    return () => {
      document.title = consoleName
    }
  }, [name])
}
