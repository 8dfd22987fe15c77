import { useEffect, useState } from 'react'

/** False on the first render: a floating element remembers the focus only if it opens after it has been mounted. */
export function useOpenedLater(opened: boolean): boolean {
  const [later, setLater] = useState(false)
  useEffect(() => setLater(opened), [opened])
  return later && opened
}
