import type { TicketFault } from '../drivers/driver.ts'

/** Why a ticket is not valid, in words. */
export const ticketFaults: Record<TicketFault, string> = {
  unknown: 'it was never given out',
  used: 'it was used before',
  expired: 'it has expired',
  foreign: 'it was given to another device, key or node',
}
