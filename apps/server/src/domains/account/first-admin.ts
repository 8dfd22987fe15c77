import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/client.ts'
import { setFact, takeFact } from '../../db/installation.ts'
import { systemScope } from '../../db/scope.ts'
import { sameText, sha256 } from '../../seal.ts'
import { insertUser } from '../users/store.ts'
import { hashPassword } from './password.ts'

const tokenFact = 'set_up_token'

async function hasUsers(db: Db): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM users u WHERE ${systemScope('console of the operator')} LIMIT 1`.execute(db)
  return rows.length > 0
}

async function insertAdmin(db: Db, email: string, password: string): Promise<void> {
  await insertUser(db, {
    company_id: 0,
    l1_id: null,
    l2_id: null,
    role_id: 1,
    username: email,
    email,
    password_hash: await hashPassword(password),
    email_verified_at: new Date(),
  })
}

/**
 * Creates the first administrator of a new installation from ADMIN_EMAIL and ADMIN_PASSWORD. Without them it returns
 * the token of a link, printed in the terminal, that creates one once; each start issues a new one until it is used.
 */
export async function makeFirstAdmin(db: Db, config: Config): Promise<string | undefined> {
  if (config.DEMO) return undefined
  return db.transaction().execute(async (tx) => {
    // Nodes that start together create one administrator.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('first administrator', 0))`.execute(tx)
    if (await hasUsers(tx)) return undefined
    if (config.ADMIN_EMAIL && config.ADMIN_PASSWORD) {
      await insertAdmin(tx, config.ADMIN_EMAIL, config.ADMIN_PASSWORD)
      return undefined
    }
    // A link to a node without the API would lead nowhere, and replace one that works.
    if (!config.ROLES.includes('api')) return undefined
    const token = randomBytes(24).toString('base64url')
    await setFact(tx, tokenFact, sha256(token).toString('hex'))
    return token
  })
}

/** Uses the token of the printed link. False if it is wrong, expired or used. */
export async function setUpAdmin(db: Db, token: string, email: string, password: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const kept = await takeFact<string>(tx, tokenFact)
    if (kept === undefined || !sameText(kept, sha256(token).toString('hex')) || (await hasUsers(tx))) {
      if (kept !== undefined) await setFact(tx, tokenFact, kept)
      return false
    }
    await insertAdmin(tx, email, password)
    return true
  })
}
