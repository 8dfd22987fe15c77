import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { PreparingClient } from './prepared.ts'
import type { DB } from './schema.ts'

/** Type of `db` inside and outside a transaction; within one, stores get the transaction as their `db`. */
export type Db = Kysely<DB>
export type Tx = Transaction<DB>

// bigint arrives as text by default; ids and counts stay below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export type Connection = { connectionString: string } | { host: string; user: string; database: string }

export interface Database {
  db: Db
  pool: pg.Pool
  stop(): Promise<void>
}

/**
 * Milliseconds for which an unused connection is kept. A new one first reads the metadata of hundreds of partitions and
 * indexes: its first statements take ten times as long.
 */
const idleMs = 3_600_000
const keepAliveMs = 60_000

/** Opens a pool; nothing connects before the first query. */
export function openDatabase(connection: Connection, onError: (error: Error) => void, size = 12): Database {
  const pool = new pg.Pool({
    ...connection,
    Client: PreparingClient,
    max: size,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: idleMs,
    // A firewall on the way to the database forgets silent connections.
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    options:
      '-c random_page_cost=1.1 -c timezone=UTC -c statement_timeout=60s -c idle_in_transaction_session_timeout=60s',
  })
  pool.on('error', onError)
  // A connection that ends within a transaction fails its next query; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, stop: () => db.destroy() }
}
