import type { Notice } from '@longreach/contract/notices/schemas'
import { parseTime } from '@longreach/contract/time'
import { useState } from 'react'

const keyOf = (user: number) => `notices.seen.${user}`

/** Whether a notice came after the user looked last; all did while they never have. */
export function isUnread(notice: Notice, seen: number | null): boolean {
  return seen === null || (parseTime(notice.enabled_at)?.getTime() ?? 0) > seen
}

/** When the user looked at the notices last, in milliseconds, as this browser knows. */
export function useLastSeen(user: number): { seen: number | null; look: (at: readonly Notice[]) => void } {
  const [seen, setSeen] = useState(() => Number(localStorage.getItem(keyOf(user))) || null)
  return {
    seen,
    look(at) {
      // Whatever this computer's clock says: what is on screen was seen.
      const newest = at.map(({ enabled_at }) => parseTime(enabled_at)?.getTime() ?? 0)
      const now = Math.max(Date.now(), ...newest)
      localStorage.setItem(keyOf(user), String(now))
      setSeen(now)
    },
  }
}
