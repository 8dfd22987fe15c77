import { useEffect, useState } from 'react'
import { readStored, writeStored } from '../api/browser-storage.ts'

const key = 'dockHeight'
const usual = 318
const least = 160
/** Pixels that are left for the header and the page above. */
const above = 240

export interface Height {
  now: number
  min: number
  max: number
  set: (pixels: number) => void
}

const highest = () => Math.max(least, window.innerHeight - above)

/** Height of the dock in pixels: as set by the user in this browser, within the limits of the window. */
export function useHeight(): Height {
  const [chosen, setChosen] = useState(() => readStored('local', key, usual))
  const [max, setMax] = useState(highest)
  useEffect(() => {
    const measure = () => setMax(highest())
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [])
  const fit = (pixels: number) => Math.round(Math.min(max, Math.max(least, pixels)))
  return {
    now: fit(chosen),
    min: least,
    max,
    set(pixels) {
      writeStored('local', key, fit(pixels))
      setChosen(fit(pixels))
    },
  }
}
