import { useEffect, useState } from 'react'

/**
 * False on the first render: a floating element remembers the focus only if it opens later, not if it appears opened.
 */
export function useOpenedLater(opened: boolean): boolean {
  const [later, setLater] = useState(false)
  useEffect(() => setLater(opened), [opened])
  return later && opened
}
