import { useEffect, useState } from 'react'

const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const

/** True from the first interaction by pointer or keys: for what cannot be used before. */
export function useTouched(): boolean {
  const [touched, setTouched] = useState(false)
  useEffect(() => {
    if (touched) return
    const touch = () => setTouched(true)
    for (const sign of signs) addEventListener(sign, touch, { passive: true, capture: true })
    return () => {
      for (const sign of signs) removeEventListener(sign, touch, { capture: true })
    }
  }, [touched])
  return touched
}
