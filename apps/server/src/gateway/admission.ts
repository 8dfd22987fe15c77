import { networkOf } from '../network.ts'
import type { GatewayLimits } from './limits.ts'

export interface Visit {
  /** The connection has proved to be a known device, or it has ended. May be called twice. */
  leave(): void
}

export type Entry = { visit: Visit } | { refused: 'over_cap' | 'over_address_cap' }

interface Waiting {
  since: number
  /** Ends the connection. */
  drop: () => void
}

/**
 * Limits the connections that have not proved to be a known device. A newcomer takes the place of the oldest one of its
 * own network if that has had time to sign in, and when all places are taken that of the network which has most: so
 * that silent strangers block no other.
 */
export function createAdmission(
  limits: Pick<GatewayLimits, 'unauthenticated' | 'unauthenticatedPerAddress' | 'signInGrace'>,
  now: () => number = () => performance.now(),
): {
  enter(address: string, drop: () => void): Entry
  waiting(): number
} {
  /** Oldest first. */
  const byNetwork = new Map<string, Set<Waiting>>()
  let total = 0

  function remove(network: string, one: Waiting): void {
    const all = byNetwork.get(network)
    if (!all?.delete(one)) return
    total--
    if (all.size === 0) byNetwork.delete(network)
  }

  /** Drops the oldest connection of the network; false if it has not had its time and `force` is not set. */
  function dropOldest(network: string, force: boolean): boolean {
    const [oldest] = byNetwork.get(network) ?? []
    if (!oldest || (!force && now() - oldest.since < limits.signInGrace)) return false
    remove(network, oldest)
    oldest.drop()
    return true
  }

  const sizeOf = (network: string) => byNetwork.get(network)?.size ?? 0
  const largest = () => [...byNetwork.keys()].reduce((one, other) => (sizeOf(other) > sizeOf(one) ? other : one))

  return {
    enter(address, drop) {
      const network = networkOf(address)
      if (sizeOf(network) >= limits.unauthenticatedPerAddress && !dropOldest(network, false))
        return { refused: 'over_address_cap' }
      if (total >= limits.unauthenticated) {
        const other = largest()
        if (!dropOldest(other, sizeOf(other) > sizeOf(network) + 1)) return { refused: 'over_cap' }
      }
      const one = { since: now(), drop }
      const all = byNetwork.get(network) ?? new Set()
      byNetwork.set(network, all.add(one))
      total++
      return { visit: { leave: () => remove(network, one) } }
    },
    waiting: () => total,
  }
}
