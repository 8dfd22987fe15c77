import pg from 'pg'
import { ConfigError } from './config.ts'
import type { Connection } from './db/client.ts'

/** Any number will do; whoever holds it seals with the key of now. */
const lockId = 15_009_002
/** Milliseconds until a lost connection is made anew. */
const againAfter = 1000

async function connect(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000, keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Takes the lock alone; undefined while a server runs on the database. */
export async function takeKey(connection: Connection): Promise<(() => Promise<void>) | undefined> {
  const client = await connect(connection)
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [lockId])
  if (rows[0]?.taken) return () => client.end()
  await client.end()
  return undefined
}

/**
 * Keeps the key from being changed as long as this process seals with it. After the connection was lost, and with it the
 * lock, `check` rejects with ConfigError when the key is no longer the right one; `changed` hears of that.
 */
export async function holdKey(
  connection: Connection,
  deps: { check: () => Promise<unknown>; changed: () => void },
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  async function hold(): Promise<void> {
    const opened = await connect(connection)
    client = opened
    opened.once('end', () => {
      if (!stopped) timer = setTimeout(again, againAfter)
    })
    await opened.query('SELECT pg_advisory_lock_shared($1)', [lockId])
  }

  async function again(): Promise<void> {
    try {
      await hold()
      await deps.check()
    } catch (error) {
      if (error instanceof ConfigError) return deps.changed()
      // The database is away: without it nothing is sealed for good either.
      if (!stopped) timer = setTimeout(again, againAfter)
    }
  }

  await hold()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await client?.end().catch(() => {})
  }
}
