import { networkOf } from '../network.ts'
import type { GatewayLimits } from './limits.ts'

export interface Visit {
  /** The connection has proved to be a known device, or has ended. May be called twice. */
  leave(): void
}

export type Entry = { visit: Visit } | { refused: 'over_cap' | 'over_address_cap' }

/** A connection asking for admission. */
export interface Newcomer {
  address: string
  /** True if it has sent at most its name since. */
  silent: () => boolean
  /** Closes the connection. */
  drop: () => void
}

interface Waiting extends Newcomer {
  since: number
}

/**
 * Limits the connections that have not proved to be a known device. If all places are taken, a newcomer replaces the
 * oldest connection that has been silent for a while, so that silent strangers block no device: in its own network if
 * that is at its limit, else in the one with most of them. A connection that speaks keeps its place: in a storm of
 * devices each handshake takes long, and a dropped one would have to start again.
 */
export function createAdmission(
  limits: Pick<GatewayLimits, 'unauthenticated' | 'unauthenticatedPerAddress' | 'silence'>,
  now: () => number = () => performance.now(),
): {
  enter(newcomer: Newcomer): Entry
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

  const sizeOf = (network: string) => byNetwork.get(network)?.size ?? 0

  /** Drops the oldest silent connection of the network; false if there is none. */
  function dropSilent(network: string): boolean {
    for (const one of byNetwork.get(network) ?? []) {
      if (now() - one.since < limits.silence) return false
      if (!one.silent()) continue
      remove(network, one)
      one.drop()
      return true
    }
    return false
  }

  function dropSomewhere(): boolean {
    const networks = [...byNetwork.keys()].sort((one, other) => sizeOf(other) - sizeOf(one))
    return networks.some(dropSilent)
  }

  return {
    enter(newcomer) {
      const network = networkOf(newcomer.address)
      if (sizeOf(network) >= limits.unauthenticatedPerAddress && !dropSilent(network))
        return { refused: 'over_address_cap' }
      if (total >= limits.unauthenticated && !dropSomewhere()) return { refused: 'over_cap' }
      const one = { ...newcomer, since: now() }
      const all = byNetwork.get(network) ?? new Set()
      byNetwork.set(network, all.add(one))
      total++
      return { visit: { leave: () => remove(network, one) } }
    },
    waiting: () => total,
  }
}
