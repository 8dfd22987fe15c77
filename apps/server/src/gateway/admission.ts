import { networkOf } from '../network.ts'
import type { GatewayLimits } from './limits.ts'

export interface Visit {
  /** The connection proved to be a known device, or it ended. Can be called twice. */
  leave(): void
}

export type Entry = { visit: Visit } | { refused: 'over_cap' | 'over_address_cap' }

/** Counts the connections that have not proved to be a known device, so that strangers cannot block the others. */
export function createAdmission(limits: Pick<GatewayLimits, 'unauthenticated' | 'unauthenticatedPerAddress'>): {
  enter(address: string): Entry
  waiting(): number
} {
  let waiting = 0
  const byNetwork = new Map<string, number>()

  return {
    enter(address) {
      const network = networkOf(address)
      const here = byNetwork.get(network) ?? 0
      if (waiting >= limits.unauthenticated) return { refused: 'over_cap' }
      if (here >= limits.unauthenticatedPerAddress) return { refused: 'over_address_cap' }
      waiting++
      byNetwork.set(network, here + 1)
      let left = false
      return {
        visit: {
          leave() {
            if (left) return
            left = true
            waiting--
            const rest = byNetwork.get(network)! - 1
            if (rest > 0) byNetwork.set(network, rest)
            else byNetwork.delete(network)
          },
        },
      }
    },
    waiting: () => waiting,
  }
}
