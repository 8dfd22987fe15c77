import { useState } from 'react'

const key = 'wideNav'

/** Expanded unless the user collapsed it (spec §2). */
export function useWideNav() {
  const [wide, setWide] = useState(() => localStorage.getItem(key) !== 'false')
  const toggle = () => {
    localStorage.setItem(key, String(!wide))
    setWide(!wide)
  }
  return { wide, toggle }
}
