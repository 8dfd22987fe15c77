/**
 * A file is sent over an SSH connection of its own: the device runs `get <ticket> <offset>` and reads the raw bytes
 * from there to the end. The ticket determines the file; the command that came with the ticket has the checksum.
 */
export function formatGet({ ticket, offset }: { ticket: string; offset: number }): string {
  return `get ${ticket} ${offset}`
}

/** The inverse of formatGet; undefined for anything else. */
export function parseGet(command: string): { ticket: string; offset: number } | undefined {
  const [, ticket, offset] = /^get ([0-9a-f]{32}) (0|[1-9][0-9]{0,11})$/.exec(command) ?? []
  return ticket === undefined ? undefined : { ticket, offset: Number(offset) }
}

/**
 * Exit status of `get`; the reason is on standard error. After `busy`, and without any exit status, it can be tried
 * again.
 */
export const fileExits = { sent: 0, badOffset: 2, badTicket: 3, busy: 75 } as const
