import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { Connection } from '../db/client.ts'
import { snapshotLock } from '../db/partitions.ts'
import { BackupFault } from './manifest.ts'

/**
 * Writes a new folder from the database as of one moment, beside a running server. `write` gets a client that sees that
 * moment, and a temporary folder, which is renamed once everything is on disk. Throws BackupFault if the folder exists.
 */
export async function writeSnapshot<Result>(
  connection: Connection,
  folder: string,
  write: (client: pg.Client, draft: string) => Promise<Result>,
): Promise<Result> {
  if (await stat(folder).catch(() => null)) throw new BackupFault(`${folder} already exists`)
  const draft = `${folder}.unfinished`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET timezone = UTC')
    // Before the transaction, which sees the database as of its first statement. The lock ends with the connection.
    await client.query('SELECT pg_advisory_lock_shared($1)', [snapshotLock])
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const result = await write(client, draft)
    await client.query('COMMIT')
    await settle(draft)
    await rename(draft, folder)
    return result
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  } finally {
    await client.end()
  }
}

/** Syncs the files of a folder and their names to disk. */
async function settle(folder: string): Promise<void> {
  for (const file of ['.', ...(await readdir(folder, { recursive: true }))]) {
    const handle = await open(path.join(folder, file))
    await handle.sync()
    await handle.close()
  }
}
