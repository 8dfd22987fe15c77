import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../db/client.ts'
import { watchBackends } from './backends.ts'
import { templates, urlOf } from './templates.ts'

export interface TestDatabase extends Database {
  /** In the form of DATABASE_URL. */
  url: string
  name: string
  /** Notes what PostgreSQL has used for it so far; before what is connected to it closes its connections. */
  note(): Promise<void>
  /** Closes the pool and removes the database. */
  drop(): Promise<void>
}

/** A database of its own for one test file. */
export async function cloneDatabase(template: keyof typeof templates = 'migrated'): Promise<TestDatabase> {
  const { host, user } = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = async (statement: string) => {
    const client = new pg.Client({ host, user, database: 'postgres' })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await admin(`CREATE DATABASE ${name} TEMPLATE ${templates[template]} STRATEGY FILE_COPY`)
  const database = openDatabase({ host, user, database: name }, () => {}, 4)
  const backends = watchBackends()
  const note = () => backends.read(database.pool)
  return {
    ...database,
    name,
    note,
    url: urlOf({ host, user }, name),
    async drop() {
      await note()
      backends.write()
      await database.stop()
      await admin(`DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}
