import { randomBytes } from 'node:crypto'

/** What the link of a mail proves itself with: the link alone has it, the database keeps its sha256. */
export const newLinkToken = () => randomBytes(32).toString('base64url')
