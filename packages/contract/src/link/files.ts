/**
 * A file comes over an SSH connection of its own: the device runs `get <ticket> <offset>` and reads the raw bytes from
 * there to the end. Which file it is says the ticket; its sum the command that brought the ticket.
 */
export function formatGet({ ticket, offset }: { ticket: string; offset: number }): string {
  return `get ${ticket} ${offset}`
}

/** The inverse of formatGet; undefined for anything else. */
export function parseGet(command: string): { ticket: string; offset: number } | undefined {
  const [, ticket, offset] = /^get ([0-9a-f]{32}) (0|[1-9][0-9]{0,11})$/.exec(command) ?? []
  return ticket === undefined ? undefined : { ticket, offset: Number(offset) }
}

/** What `get` ends with; the reason is on standard error. After `busy`, and after no exit at all, it may be tried again. */
export const fileExits = { sent: 0, badOffset: 2, badTicket: 3, busy: 75 } as const
