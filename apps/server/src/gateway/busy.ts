import { linkCodes } from '@longreach/contract/link/codes'
import type { Refusal } from '../drivers/driver.ts'
import { refusal } from './refusal.ts'

/** Minimum and maximum of the seconds over which refused devices come back. */
const spreads = { least: 30, most: 600 }

/**
 * 'Server busy', with the seconds after which to come back. Refused devices come back within a time in which all of
 * them can be welcomed, at `rate` per second: refusing thousands every half minute would take all the capacity.
 */
export function createBusy(deps: { rate: number; now: () => number; random: () => number }): () => Refusal {
  let spread = spreads.least
  let since = deps.now()
  let refused = 0
  return () => {
    refused++
    const needed = Math.min(spreads.most, Math.max(spreads.least, refused / deps.rate))
    if (deps.now() - since > spread * 1000) {
      spread = needed
      since = deps.now()
      refused = 0
    } else if (needed > spread) spread = needed
    return refusal(linkCodes.busy, 1 + Math.floor(deps.random() * spread))
  }
}
