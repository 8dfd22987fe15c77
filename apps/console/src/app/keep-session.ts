import { refreshSession } from '../api/refresh.ts'

/** setTimeout takes no more than 2^31 ms. */
const longest = 2_000_000_000

/** Milliseconds until it is tried again. */
const again = 60_000

/** Extends the session when half of its life is over, as long as the page is open. Answers what stops it. */
export function keepSession(expires: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const extendIn = (wait: number) => {
    timer = setTimeout(async () => {
      // The network was away, or the server: there is half a life left to try.
      if (!(await refreshSession()) && !stopped) extendIn(again)
    }, wait)
  }
  extendIn(Math.max(30_000, Math.min(longest, (expires * 1000 - Date.now()) / 2)))
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
