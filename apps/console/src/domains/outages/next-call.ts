import { linkTimes } from '@longreach/contract/link/limits'
import type { Outage } from '@longreach/contract/outages/schemas'
import { parseTime } from '@longreach/contract/time'

/** Seconds after a refusal within which an agent calls again, even if the server asked for longer. */
const afterRefusal = 3600

type Expected = { kind: 'never' } | { kind: 'by' | 'overdue'; at: Date }

/**
 * Latest time at which the device calls again if it has power and a network: once agents have noticed the lost
 * connection, they wait no longer than ten minutes between two attempts.
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
