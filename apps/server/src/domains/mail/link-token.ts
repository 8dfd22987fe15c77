import { randomBytes } from 'node:crypto'

/** The secret of a mailed link, which the database only stores as sha256. */
export const newLinkToken = () => randomBytes(32).toString('base64url')
