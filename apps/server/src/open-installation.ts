import type pg from 'pg'
import type { Logger } from 'pino'
import { type Config, ConfigError } from './config.ts'
import { type Connection, type Db, openDatabase } from './db/client.ts'
import { startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { makeFirstAdmin } from './domains/account/first-admin.ts'
import { syncDefaultRoles } from './domains/roles/store.ts'
import { findSealKey } from './find-key.ts'
import { checkKind, loadHostKey } from './first-start.ts'
import { holdKey } from './key-hold.ts'
import { takeName } from './nodes/membership.ts'
import { createSeal, type Seal } from './seal.ts'

export interface Installation {
  connection: Connection
  db: Db
  pool: pg.Pool
  /** Pool for use within transactions, which must not wait for another connection of their own pool. */
  limits: pg.Pool
  /** Folders whose disks need free space. */
  folders: string[]
  seal: Seal
  /** Private host key of the gateway. */
  hostKey: string
  /** Token of the link that creates the first administrator; undefined once there is a user. */
  setUpToken: string | undefined
}

/**
 * Opens the database, migrates it and finds the key of its secrets; a new database gets the basic data of an
 * installation. Closing functions are added to `stops`, even if it rejects: with ConfigError for anything the operator
 * has to fix.
 */
export async function openInstallation(
  config: Config,
  { node, log, stops }: { node: string; log: Logger; stops: (() => unknown)[] },
): Promise<Installation> {
  const postgres = config.DATABASE_URL
    ? undefined
    : await startEmbedded(config.DATA_DIR, { onError: (message) => log.error(message) })
  if (postgres) stops.push(() => postgres.stop())
  const connection = postgres?.connection ?? { connectionString: config.DATABASE_URL as string }
  const lost = (error: Error) => log.error({ err: error }, 'database connection lost')
  const database = openDatabase(connection, lost)
  stops.push(() => database.stop())
  const { db, pool } = database
  const limits = openDatabase(connection, lost, 2)
  stops.push(() => limits.stop())
  await migrate(pool).catch((error: Error) => {
    throw new ConfigError(`DATABASE_URL: ${error.message}`)
  })
  // Before the key is looked up: from then on no rotation can change it.
  let inUse: Seal | undefined
  const letGo = await holdKey(connection, {
    check: () => (inUse ? loadHostKey(db, inUse) : Promise.resolve()),
    changed() {
      log.fatal('SECRET_KEY: the installation has a new one; this process exits')
      process.kill(process.pid, 'SIGTERM')
    },
    opened: (client) => takeName(client, node),
  })
  stops.push(letGo)
  const seal = createSeal(await findSealKey(config, db))
  inUse = seal
  await checkKind(db, config.DEMO)
  await syncDefaultRoles(db)
  const setUpToken = await makeFirstAdmin(db, config)
  const folders = [config.DATA_DIR, ...(postgres ? [postgres.folder] : [])]
  return { connection, db, pool, limits: limits.pool, folders, seal, hostKey: await loadHostKey(db, seal), setUpToken }
}
