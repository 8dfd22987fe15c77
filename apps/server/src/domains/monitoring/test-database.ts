import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Database, openDatabase } from '../../db/client.ts'
import { startEmbedded } from '../../db/embedded.ts'
import { migrate } from '../../db/migrate.ts'

export interface TestDatabase extends Database {
  close(): Promise<void>
}

/** A PostgreSQL of its own, migrated. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const folder = await mkdtemp(path.join(tmpdir(), 'c-test-'))
  const postgres = await startEmbedded(folder, { fsync: 'off', shared_buffers: '64MB' })
  const database = openDatabase(postgres.connection, () => {})
  await migrate(database.pool)
  return {
    ...database,
    async close() {
      await database.stop()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
