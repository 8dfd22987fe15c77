import { sql } from 'kysely'
import type { Db } from '../db/client.ts'

/** The database of the test among those of the same server. */
export const ownDatabase = sql`(SELECT oid FROM pg_database WHERE datname = current_database())`

/** Resets the statistics of this database only; other tests read those of theirs. */
export async function forgetStatements(db: Db): Promise<void> {
  await sql`SELECT pg_stat_statements_reset(0, ${ownDatabase}, 0)`.execute(db)
}
