// `npm run rotate-key`: seals all secrets again with another key. The server must be stopped.
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { runCommand, say } from './command.ts'
import { ConfigError, readConfig } from './config.ts'
import { openBeside } from './db/beside.ts'
import { openDatabase } from './db/client.ts'
import { isUnavailable } from './db/unavailable.ts'
import { findSealKey } from './find-key.ts'
import { promoteKey, writeNextKey } from './key-files.ts'
import { takeKey } from './key-hold.ts'
import { rotateKey } from './key-rotation.ts'
import { createSeal } from './seal.ts'

await runCommand(async () => {
  const config = readConfig()
  if (config.SECRET_KEY && !config.NEW_SECRET_KEY)
    throw new ConfigError('NEW_SECRET_KEY: must be 64 hex digits; `openssl rand -hex 32` creates a key')
  if (config.NEW_SECRET_KEY && config.NEW_SECRET_KEY === config.SECRET_KEY)
    throw new ConfigError('NEW_SECRET_KEY: is the same as SECRET_KEY')
  const { connection, stop } = await openBeside(config)
  const { db, stop: close } = openDatabase(connection, () => {}, 1)
  const release = await takeKey(connection)
  try {
    if (!release) throw new ConfigError('A server runs on this database; stop every one of them first')
    const before = await findSealKey(config, db)
    const next = config.NEW_SECRET_KEY ? Buffer.from(config.NEW_SECRET_KEY, 'hex') : randomBytes(32)
    // On disk before it is in the database: a kill between the two loses neither.
    if (!config.SECRET_KEY) await writeNextKey(config.DATA_DIR, next)
    const { secrets, sessions } = await rotateKey(db, createSeal(before), createSeal(next)).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error
      throw new ConfigError(
        config.SECRET_KEY
          ? 'The connection to the database was lost. Run this again; if SECRET_KEY is refused then, the new key is already in use'
          : 'The connection to the database failed. Nothing is lost: run this again, or start the server',
      )
    })
    say(`${secrets} secrets are sealed with the new key; ${sessions} browsers have to sign in again`)
    if (config.SECRET_KEY) say('Set SECRET_KEY to the new key before the next start, on every node.')
    else {
      const kept = await promoteKey(config.DATA_DIR)
      say(`The previous key is kept in ${kept}: existing backups need it. Delete it together with them.`)
      say(`With several nodes: copy ${path.join(config.DATA_DIR, 'secret-key')} to each before it starts.`)
    }
  } finally {
    await release?.()
    await close()
    await stop()
  }
})
