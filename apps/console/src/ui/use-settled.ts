import { useEffect, useState } from 'react'

/** Milliseconds without a key before typed text is searched (spec §9). */
export const typingRest = 500

/** A value once it has not changed for `ms` milliseconds. */
export function useSettled<T>(value: T, ms: number = typingRest): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
