import pg from 'pg'
import { ConfigError } from './config.ts'
import type { Connection } from './db/client.ts'

/** Arbitrary number of the lock; its holders seal with the current key. */
const lockId = 15_009_002
/** Milliseconds until a lost connection is reopened. */
const againAfter = 1000

async function connect(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // The database notices within half a minute that the machine of a process is down.
    options: '-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Takes the lock exclusively; undefined while a server runs on the database. */
export async function takeKey(connection: Connection): Promise<(() => Promise<void>) | undefined> {
  const client = await connect(connection)
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [lockId])
  if (rows[0]?.taken) return () => client.end()
  await client.end()
  return undefined
}

/**
 * Prevents a key rotation as long as this process seals with the key. After the connection, and with it the lock, was
 * lost, `check` verifies the key; `changed` is called if that rejects with ConfigError because another key is in use.
 * `opened` takes further locks that last as long as the process, on each new connection.
 */
export async function holdKey(
  connection: Connection,
  deps: {
    check: () => Promise<unknown>
    changed: () => void
    opened?: (client: pg.Client) => Promise<void>
  },
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  async function hold(): Promise<void> {
    const opened = await connect(connection)
    try {
      await opened.query('SELECT pg_advisory_lock_shared($1)', [lockId])
      await deps.opened?.(opened)
    } catch (error) {
      await opened.end().catch(() => {})
      throw error
    }
    client = opened
    opened.once('end', () => {
      if (!stopped) timer = setTimeout(again, againAfter)
    })
  }

  async function again(): Promise<void> {
    try {
      await hold()
    } catch {
      if (!stopped) timer = setTimeout(again, againAfter)
      return
    }
    try {
      await deps.check()
    } catch (error) {
      if (error instanceof ConfigError) return deps.changed()
      // Without the database nothing can be sealed for good either. The end of the connection opens it again.
      await client?.end().catch(() => {})
    }
  }

  async function stop(): Promise<void> {
    stopped = true
    clearTimeout(timer)
    await client?.end().catch(() => {})
  }

  await hold()
  return stop
}
