import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { type Connection, openDatabase } from '../db/client.ts'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { keepPartitions } from '../db/partitions.ts'
import { createQueue } from '../jobs/queue.ts'
import { partitionsOf } from '../module/partitions.ts'
import { modules } from '../modules.ts'
import { secretKey, testSettings } from './settings.ts'
import { templates, urlOf } from './templates.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; user: string }
  }
}

/** Starts and stops a server once, so that another start only has to do what every start does. */
async function startOn(connection: Connection, url: string, dataDir: string): Promise<void> {
  const app = await startApp(
    readConfig({ ...testSettings, SECRET_KEY: secretKey, DATABASE_URL: url, DATA_DIR: dataDir }),
  )
  await app.stop()
  const { pool, stop } = openDatabase(connection, () => {})
  for (const table of ['nodes', 'gateway_downtimes', 'jobs.job']) await pool.query(`DELETE FROM ${table}`)
  await pool.query('UPDATE jobs.version SET cron_on = NULL, bam_on = NULL, flow_on = NULL')
  await stop()
}

/** One PostgreSQL for the run, with databases that test files clone. */
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
  // A template must not have connections, not even of autovacuum.
  const close = async (database: string) => {
    await admin.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`)
    await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database])
  }
  const { migrated, started } = templates
  await admin.query(`CREATE DATABASE ${migrated}`)
  const connection: Connection = { host, user, database: migrated }
  const database = openDatabase(connection, () => {})
  await migrate(database.pool)
  await keepPartitions(database.db, partitionsOf(modules), new Date())
  await database.pool.query('CREATE EXTENSION pg_stat_statements')
  await database.stop()
  const queue = createQueue(connection, { error: () => {} })
  await queue.start([], false)
  await queue.stop()
  await close(migrated)
  await admin.query(`CREATE DATABASE ${started} TEMPLATE ${migrated}`)
  await startOn({ ...connection, database: started }, urlOf({ host, user }, started), path.join(dataDir, 'started'))
  await close(started)
  await admin.end()
  project.provide('postgres', { host, user })
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
