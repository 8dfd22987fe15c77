import { linkTimes } from '@longreach/contract/link/limits'
import { lateAfter } from './limits.ts'

/** True if a report is too old for an alert when it arrives: devices on metered connections collect reports first. */
export function isLate(at: Date, arrived: Date, metered: boolean): boolean {
  const allowed = lateAfter + (metered ? linkTimes.batchMetered : 0)
  return arrived.getTime() - at.getTime() > allowed * 1000
}
