import { exportLimits } from '@longreach/contract/export'
import type pg from 'pg'
import { createRateLimiter } from '../db/rate-limiter.ts'
import { orWait } from '../endpoint/or-wait.ts'

/** Counts a download of a user; throws TOO_MANY_REQUESTS. */
export type DownloadLimit = (userId: number) => Promise<void>

export function createDownloadLimit(pool: pg.Pool): DownloadLimit {
  const limiter = createRateLimiter(pool, 'download', {
    points: exportLimits.downloads,
    duration: exportLimits.minutes * 60,
  })
  return (userId) => orWait('system.too_many_downloads', () => limiter.consume(userId))
}
