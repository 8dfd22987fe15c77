import { ConfigError } from './config.ts'
import type { Db } from './db/client.ts'
import { keepFact } from './db/installation.ts'
import { generateHostKey } from './gateway/host-key.ts'
import type { Seal } from './seal.ts'

export const hostKeyFact = 'host_key'

/**
 * The host key of the gateway, created once for the installation and stored sealed: all nodes share it and devices pin
 * it.
 */
export async function loadHostKey(db: Db, seal: Seal): Promise<string> {
  const sealed = await keepFact(db, hostKeyFact, seal.seal(generateHostKey()).toString('base64'))
  try {
    return seal.open(Buffer.from(sealed, 'base64'))
  } catch {
    throw new ConfigError('SECRET_KEY: is not the key this database was set up with')
  }
}

/** Marks a new database as a demo or not; refuses one of the other kind. */
export async function checkKind(db: Db, demo: boolean): Promise<void> {
  const kept = await keepFact(db, 'demo', demo)
  if (kept === demo) return
  throw new ConfigError(
    kept
      ? 'DATA_DIR: this is the demo, whose passwords are public; `npm run serve` needs a data folder of its own'
      : 'DATA_DIR: this is not the demo; `npm start` will not touch it',
  )
}
