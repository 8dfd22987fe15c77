import type { TicketFault } from '../drivers/driver.ts'

/** Texts for the reasons why a ticket is not valid. */
export const ticketFaults: Record<TicketFault, string> = {
  unknown: 'it was never given out',
  used: 'it was used before',
  ended: 'its command has ended',
  expired: 'it has expired',
  foreign: 'it was given to another device, key or node',
}
