import { useEffect, useState } from 'react'

const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const
/** Milliseconds after which the first paint of an untouched page is certainly done. */
const untouched = 4000

/** True from the first interaction by pointer or keys, or a moment after the start: for parts that can load then. */
export function useTouched(): boolean {
  const [touched, setTouched] = useState(false)
  useEffect(() => {
    if (touched) return
    const touch = () => setTouched(true)
    const timer = setTimeout(touch, untouched)
    for (const sign of signs) addEventListener(sign, touch, { passive: true, capture: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signs) removeEventListener(sign, touch, { capture: true })
    }
  }, [touched])
  return touched
}
