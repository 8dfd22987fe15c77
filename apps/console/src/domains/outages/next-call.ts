import { linkTimes } from '@longreach/contract/link/limits'
import type { Outage } from '@longreach/contract/outages/schemas'
import { parseTime } from '@longreach/contract/time'

/** Seconds after a refusal within which an agent calls again, whatever the server asked for. */
const afterRefusal = 3600

type Expected = { kind: 'never' } | { kind: 'by' | 'overdue'; at: Date }

/**
 * When the device calls again at the latest if it has power and a network: agents wait no longer than ten minutes
 * between two attempts, once they have noticed that the connection is gone.
 */
export function nextCall(
  { started_at, reason }: Pick<Outage, 'started_at' | 'reason'>,
  lastRefused: string | null,
  metered: boolean,
  now: Date,
): Expected {
  if (reason === 'revoked') return { kind: 'never' }
  const noticed = (metered ? linkTimes.keepaliveMetered : linkTimes.keepaliveDefault) * linkTimes.offlineAfter
  const wait = lastRefused === null ? noticed + linkTimes.retryMax : afterRefusal
  const at = new Date((parseTime(lastRefused ?? started_at)?.getTime() ?? now.getTime()) + wait * 1000)
  return { kind: at > now ? 'by' : 'overdue', at }
}
