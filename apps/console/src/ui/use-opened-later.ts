import { useEffect, useState } from 'react'

/** False while first drawn: what floats remembers the focus only when it opens, not when it appears opened. */
export function useOpenedLater(opened: boolean): boolean {
  const [later, setLater] = useState(false)
  useEffect(() => setLater(opened), [opened])
  return later && opened
}
