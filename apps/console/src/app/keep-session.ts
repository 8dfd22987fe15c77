import { refreshSession } from '../api/refresh.ts'

/** setTimeout accepts no more than 2^31 ms. */
const longest = 2_000_000_000

/** Milliseconds between attempts. */
const again = 60_000

/** Extends the session after half of its life while the page is open. Returns a function that stops it. */
export function keepSession(expires: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const extendIn = (wait: number) => {
    timer = setTimeout(async () => {
      // The network or the server was unavailable: half of the life is left for more attempts.
      if (!(await refreshSession()) && !stopped) extendIn(again)
    }, wait)
  }
  extendIn(Math.max(30_000, Math.min(longest, (expires * 1000 - Date.now()) / 2)))
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
