import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type Connection, openDatabase } from '../db/client.ts'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { keepPartitions } from '../db/partitions.ts'
import { createQueue } from '../jobs/queue.ts'
import { partitionsOf } from '../module/partitions.ts'
import { modules } from '../modules.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; user: string }
  }
}

export const template = 'template_longreach'

/** One PostgreSQL for the run, with a migrated database that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'test-'))
  const postgres = await startEmbedded(dataDir, {
    settings: {
      shared_preload_libraries: 'pg_stat_statements',
      'pg_stat_statements.max': '10000',
      fsync: 'off',
      max_connections: '300',
    },
  })
  const { host, user } = postgres.connection
  const admin = new pg.Client(postgres.connection)
  await admin.connect()
  await admin.query(`CREATE DATABASE ${template}`)
  const connection: Connection = { host, user, database: template }
  const database = openDatabase(connection, () => {})
  await migrate(database.pool)
  await keepPartitions(database.db, partitionsOf(modules), new Date())
  await database.pool.query('CREATE EXTENSION pg_stat_statements')
  await database.stop()
  const queue = createQueue(connection, { error: () => {} })
  await queue.start([], false)
  await queue.stop()
  // A template must not have connections, not even of autovacuum.
  await admin.query(`ALTER DATABASE ${template} ALLOW_CONNECTIONS false`)
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [template])
  await admin.end()
  project.provide('postgres', { host, user })
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
