/**
 * A file is sent over a separate SSH connection: the device runs `get <ticket> <offset>` and reads the raw bytes from
 * there to the end. The ticket determines the file; the command that came with the ticket has the checksum. After a
 * broken connection, `get` continues from the bytes received, even from the end, which confirms them. An offset beyond
 * what was ever sent is refused.
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
 * In the other direction a device runs `put <ticket> <offset>` with the raw bytes from there on its input, from 0 for a
 * new file; after a disconnect `put <ticket> ?`; and at the end `put <ticket> end <sha256>`, which completes the file.
 * Each can be repeated, and prints the number of stored bytes: not every client gets the exit status of a broken
 * connection.
 */
export type PutStep = { step: 'ask' } | { step: 'append'; offset: number } | { step: 'end'; sha256: string }
export type Put = { ticket: string } & PutStep

export function formatPut(put: Put): string {
  const rest = put.step === 'ask' ? '?' : put.step === 'append' ? put.offset : `end ${put.sha256}`
  return `put ${put.ticket} ${rest}`
}

/** The inverse of formatPut; undefined for anything else. */
export function parsePut(command: string): Put | undefined {
  const [, ticket, rest, sha256] = /^put ([0-9a-f]{32}) (\?|0|[1-9][0-9]{0,11}|end ([0-9a-f]{64}))$/.exec(command) ?? []
  if (ticket === undefined) return undefined
  if (sha256 !== undefined) return { ticket, step: 'end', sha256 }
  return rest === '?' ? { ticket, step: 'ask' } : { ticket, step: 'append', offset: Number(rest) }
}

/** Most bytes of a file that a device sends. */
export const mostPutBytes = 32 * 1024 * 1024

/**
 * Exit status of `get` and `put`; the reason is on standard error. After `busy`, and without any exit status, the
 * device can try again; after `badOffset` from the offset that `put <ticket> ?` prints, or with `get` from the start.
 */
export const fileExits = { sent: 0, badOffset: 2, badTicket: 3, refused: 4, busy: 75 } as const
