import { type RawBuilder, sql } from 'kysely'
import type { Db } from './client.ts'

/** Rows per statement, which keeps it far below the statement timeout. */
const batchSize = 20_000

/** The table itself, or its partitions. */
async function leavesOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT relid::text AS name FROM pg_partition_tree(${table}) WHERE isleaf ORDER BY 1`.execute(db)
  return rows.length > 0 ? rows.map(({ name }) => name) : [table]
}

/**
 * Deletes the rows of a table, alias `t`, for which `where` holds, in statements of bounded size that commit one by
 * one: not for use in a transaction. Can be repeated after an interruption.
 */
export async function deleteInBatches(
  db: Db,
  table: string,
  where: RawBuilder<unknown>,
  size = batchSize,
): Promise<void> {
  for (const leaf of await leavesOf(db, table)) {
    const rows = sql.table(leaf)
    let deleted = size
    while (deleted === size) {
      const { numAffectedRows } = await sql`
        DELETE FROM ${rows} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${rows} t WHERE ${where} LIMIT ${size}))`.execute(
        db,
      )
      deleted = Number(numAffectedRows ?? 0)
    }
  }
}
