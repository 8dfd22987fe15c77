import { networkOf } from '../network.ts'
import type { Rate } from './limits.ts'
import { createTokenBucket, type TokenBucket } from './token-bucket.ts'

const rememberedAddresses = 10_000

/** One token bucket per network; `allow` is false when that network exceeds its rate. */
export function createAddressBuckets(rate: Rate, now: () => number): { allow(address: string): boolean } {
  const buckets = new Map<string, TokenBucket>()
  return {
    allow(address) {
      const network = networkOf(address)
      const bucket = buckets.get(network) ?? createTokenBucket({ ...rate, now })
      // Moved to the end: the map drops the network seen longest ago.
      buckets.delete(network)
      buckets.set(network, bucket)
      if (buckets.size > rememberedAddresses) buckets.delete(buckets.keys().next().value!)
      return bucket.take()
    },
  }
}
