import type { Config } from '../config.ts'
import { lockDataDir } from '../data-lock.ts'
import type { Connection } from './client.ts'
import { startEmbedded } from './embedded.ts'
import { prepareHome } from './embedded-home.ts'

/**
 * Opens the configured database for a command that runs beside a server or alone. If no server runs the embedded one,
 * it is started, and stopped again afterwards.
 */
export async function openBeside(
  config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
): Promise<{ connection: Connection; stop: () => Promise<void> }> {
  if (config.DATABASE_URL) return { connection: { connectionString: config.DATABASE_URL }, stop: async () => {} }
  const unlock = await lockDataDir(config.DATA_DIR).catch(() => undefined)
  if (!unlock) {
    const { sockets } = await prepareHome(config.DATA_DIR)
    return { connection: { host: sockets, user: 'longreach', database: 'postgres' }, stop: async () => {} }
  }
  const postgres = await startEmbedded(config.DATA_DIR)
  return { connection: postgres.connection, stop: () => postgres.stop().finally(unlock) }
}
