import { randomBytes } from 'node:crypto'

/** The secret of a mailed link: only the link has it, the database stores its sha256. */
export const newLinkToken = () => randomBytes(32).toString('base64url')
