import { refreshSession } from '../api/refresh.ts'

/** setTimeout takes no more than 2^31 ms. */
const longest = 2_000_000_000

/** Extends the session when half of its life is over, as long as the page is open. Answers what stops it. */
export function keepSession(expires: number): () => void {
  const wait = Math.max(30_000, Math.min(longest, (expires * 1000 - Date.now()) / 2))
  const timer = setTimeout(() => void refreshSession(), wait)
  return () => clearTimeout(timer)
}
