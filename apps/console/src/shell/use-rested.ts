import { useEffect, useState } from 'react'
import { idle } from '../api/idle.ts'

/** True once the page is idle after its first paint: for work that can wait until then. */
export function useRested(): boolean {
  const [rested, setRested] = useState(false)
  useEffect(() => {
    let here = true
    void idle().then(() => here && setRested(true))
    return () => {
      here = false
    }
  }, [])
  return rested
}
