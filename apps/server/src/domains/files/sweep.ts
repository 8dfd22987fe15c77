import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { deleteInBatches } from '../../db/delete-batches.ts'
import { systemScope } from '../../db/scope.ts'
import { job } from '../../jobs/job.ts'

/** Contents removed per statement: each may have hundreds of chunks. */
const batch = 20

/** Columns that refer to content. */
async function findReferences(db: Db): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    SELECT t.relname AS table, a.attname AS column FROM pg_constraint c
    JOIN pg_class t ON t.oid = c.conrelid JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'f' AND c.confrelid = 'blobs'::regclass AND t.oid <> 'blob_chunks'::regclass
    ORDER BY 1, 2`.execute(db)
  return rows
}

/** Removes content that no row refers to, a day after it was last written or completed. */
export async function sweepBlobs(db: Db): Promise<void> {
  const references = await findReferences(db)
  const unused = references.map(
    ({ table, column }) => sql`NOT EXISTS (SELECT FROM ${sql.table(table)} r WHERE r.${sql.ref(column)} = t.id)`,
  )
  const old = sql`t.touched_at < now() - interval '1 day'`
  const where = sql.join([old, ...unused, systemScope('background job')], sql` AND `)
  await deleteInBatches(db, 'blobs', where, batch)
}

export const sweepJob = job({ name: 'files.sweep', every: '41 * * * *' })
