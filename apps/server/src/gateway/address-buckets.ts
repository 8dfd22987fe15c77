import type { Rate } from './limits.ts'
import { createTokenBucket, type TokenBucket } from './token-bucket.ts'

const rememberedAddresses = 10_000

/** One token bucket per address; `allow` is false if that address exceeds its rate. */
export function createAddressBuckets(rate: Rate, now: () => number): { allow(address: string): boolean } {
  const buckets = new Map<string, TokenBucket>()
  return {
    allow(address) {
      const bucket = buckets.get(address) ?? createTokenBucket({ ...rate, now })
      // Moved to the end: the map drops the address seen longest ago.
      buckets.delete(address)
      buckets.set(address, bucket)
      if (buckets.size > rememberedAddresses) buckets.delete(buckets.keys().next().value!)
      return bucket.take()
    },
  }
}
