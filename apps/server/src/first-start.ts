import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Config, ConfigError } from './config.ts'
import type { Db } from './db/client.ts'
import { keepFact, readFact } from './db/installation.ts'
import { systemScope } from './db/scope.ts'
import { hashPassword } from './domains/account/password.ts'
import { insertUser } from './domains/users/store.ts'
import { generateHostKey } from './gateway/host-key.ts'
import type { Seal } from './seal.ts'

/** The gateway's host key, made once for the installation and kept sealed: all nodes share it, devices pin it. */
export async function loadHostKey(db: Db, seal: Seal): Promise<string> {
  const sealed = await keepFact(db, 'host_key', seal.seal(generateHostKey()).toString('base64'))
  try {
    return seal.open(Buffer.from(sealed, 'base64'))
  } catch {
    throw new ConfigError('SECRET_KEY: is not the key this database was set up with')
  }
}

/** Marks a new database as demo or not; refuses one that is the other. */
export async function checkKind(db: Db, demo: boolean): Promise<void> {
  const kept = await keepFact(db, 'demo', demo)
  if (kept === demo) return
  throw new ConfigError(
    kept
      ? 'DATA_DIR: this is the demo, whose passwords are public; `npm run serve` wants a data folder of its own'
      : 'DATA_DIR: this is not the demo; `npm start` will not touch it',
  )
}

async function hasUsers(db: Db): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM users u WHERE ${systemScope('console of the operator')} LIMIT 1`.execute(db)
  return rows.length > 0
}

/**
 * Makes the first administrator of a new installation: ADMIN_EMAIL with ADMIN_PASSWORD, or with a password that is
 * answered once for the terminal. Undefined when there is nothing to say.
 */
export async function makeFirstAdmin(db: Db, config: Config): Promise<{ email: string; password: string } | undefined> {
  if (config.DEMO || (await hasUsers(db))) return undefined
  const email = config.ADMIN_EMAIL ?? 'admin@localhost.localdomain'
  const password = config.ADMIN_PASSWORD ?? randomBytes(15).toString('base64url')
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
  return config.ADMIN_PASSWORD ? undefined : { email, password }
}

export const isDemo = (db: Db) => readFact<boolean>(db, 'demo')
