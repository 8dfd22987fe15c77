import { useState } from 'react'
import { readStored, writeStored } from '../api/browser-storage.ts'

const key = 'wideNav'

/** Expanded unless the user collapsed it (spec §2). */
export function useWideNav() {
  const [wide, setWide] = useState(() => readStored('local', key, true))
  const toggle = () => {
    writeStored('local', key, !wide)
    setWide(!wide)
  }
  return { wide, toggle }
}
