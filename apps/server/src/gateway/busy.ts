import { linkCodes } from '@longreach/contract/link/codes'
import type { Refusal } from '../drivers/driver.ts'
import { refusal } from './refusal.ts'

const spreadSeconds = 30

/** 'Server busy', with a retry that spreads the devices over half a minute. */
export function busy(random: () => number): Refusal {
  return refusal(linkCodes.busy, 1 + Math.floor(random() * spreadSeconds))
}
