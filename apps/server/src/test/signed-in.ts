import type { Db } from '../db/client.ts'
import { markLogin } from '../domains/account/store.ts'
import { findAccount } from '../domains/users/store.ts'
import { csrfToken, sessionCookie } from '../endpoint/cookies.ts'
import { startSession } from '../endpoint/session.ts'
import { createSeal } from '../seal.ts'
import { createClient, type TestClient } from './client.ts'
import { secretKey } from './settings.ts'

/** A client with a session, without the other work of a sign-in: hashing a password and writing an audit line. */
export async function startSignedIn({ db, base }: { db: Db; base: string }, username: string): Promise<TestClient> {
  const account = await findAccount(db, username)
  const session =
    account &&
    (await startSession(db, {
      userId: account.id,
      passwordHash: account.password_hash,
      ip: '127.0.0.1',
      userAgent: 'node',
    }))
  if (!session) throw new Error(`${username} has no account`)
  await markLogin(db, account.id)
  const client = createClient(base)
  client.cookies.set(sessionCookie(true), session.token)
  client.cookies.set('XSRF-TOKEN', csrfToken(createSeal(Buffer.from(secretKey, 'hex')), session.id))
  return client
}
