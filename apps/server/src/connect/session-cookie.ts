import type { Db } from '../db/client.ts'
import type { LiveSession } from '../domains/remote/live-session.ts'
import { findCookieHash } from '../domains/remote/session-store.ts'
import { sha256 } from '../seal.ts'

/** True if the secret is that of the session's cookie; a cookie issued by another node is in the database. */
export async function opensSession(db: Db, session: LiveSession, secret: string | undefined): Promise<boolean> {
  if (secret === undefined) return false
  const hash = sha256(secret)
  if (session.cookieHash?.equals(hash)) return true
  const known = await findCookieHash(db, session.row.id)
  if (known) session.cookieHash = known
  return known?.equals(hash) ?? false
}
