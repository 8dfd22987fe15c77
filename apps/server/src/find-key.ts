import type { Config } from './config.ts'
import type { Db } from './db/client.ts'
import { readFact } from './db/installation.ts'
import { hostKeyFact } from './first-start.ts'
import { promoteKey, readNextKey } from './key-files.ts'
import { createSeal, loadSealKey } from './seal.ts'

/**
 * The key that opens the secrets in the database: that of the settings, or the next one if a rotation was killed
 * between the database and the file. If neither does, that of the settings, which is then refused where it is used.
 */
export async function findSealKey(config: Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>, db: Db): Promise<Buffer> {
  const key = await loadSealKey(config.SECRET_KEY, config.DATA_DIR)
  const hostKey = await readFact<string>(db, hostKeyFact)
  if (hostKey === undefined || config.SECRET_KEY || opens(key, hostKey)) return key
  const next = await readNextKey(config.DATA_DIR)
  if (!next || !opens(next, hostKey)) return key
  await promoteKey(config.DATA_DIR)
  return next
}

/** True if a key opens a sealed fact of the installation. */
function opens(key: Buffer, sealed: string): boolean {
  try {
    createSeal(key).open(Buffer.from(sealed, 'base64'))
    return true
  } catch {
    return false
  }
}
