import type { Notice } from '@longreach/contract/notices/schemas'
import { parseTime } from '@longreach/contract/time'
import { useState } from 'react'

const keyOf = (user: number) => `notices.seen.${user}`

/** Whether a notice is newer than the user's last look; true if there was none. */
export function isUnread(notice: Notice, seen: number | null): boolean {
  return seen === null || (parseTime(notice.enabled_at)?.getTime() ?? 0) > seen
}

/** Time of the user's last look at the notices, in milliseconds, stored in this browser. */
export function useLastSeen(user: number): { seen: number | null; look: (at: readonly Notice[]) => void } {
  const [seen, setSeen] = useState(() => Number(localStorage.getItem(keyOf(user))) || null)
  return {
    seen,
    look(at) {
      // Includes the newest notice on screen, in case the clock of this computer is late.
      const newest = at.map(({ enabled_at }) => parseTime(enabled_at)?.getTime() ?? 0)
      const now = Math.max(Date.now(), ...newest)
      localStorage.setItem(keyOf(user), String(now))
      setSeen(now)
    },
  }
}
