import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import type { Line, SealedBatch } from './chain.ts'

export const batchLines = 1000

/** Lines between two ids, in order; one more than a batch holds shows that there are further lines. */
export async function readLines(db: Db, after: number | null, upTo: number, limit: number): Promise<Line[]> {
  const { rows } = await sql<Line>`
    SELECT id, ARRAY[id::text, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), company_id::text,
      l1_id::text, l2_id::text, user_id::text, actor_id::text, username, action, target, target_id::text,
      before::text, after::text, ip, user_agent, request_id] AS content
    FROM audit a
    WHERE ${after === null ? sql`true` : sql`id > ${after}`} AND id <= ${upTo} AND ${systemScope('background job')}
    ORDER BY id LIMIT ${limit}`.execute(db)
  return rows
}

const sealColumns = sql`
  number, last_id, lines, digests, hash, mac, to_char(sealed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS sealed_at`

export async function lastSeal(db: Db): Promise<SealedBatch | undefined> {
  const { rows } = await sql<SealedBatch>`SELECT ${sealColumns} FROM audit_seals ORDER BY number DESC LIMIT 1`.execute(
    db,
  )
  return rows[0]
}

export async function sealsAfter(db: Db, number: number, limit: number): Promise<SealedBatch[]> {
  const { rows } = await sql<SealedBatch>`
    SELECT ${sealColumns} FROM audit_seals WHERE number > ${number} ORDER BY number LIMIT ${limit}`.execute(db)
  return rows
}

export async function insertSeal(db: Db, batch: SealedBatch): Promise<void> {
  const { number, last_id, lines, digests, hash, mac, sealed_at } = batch
  await sql`
    INSERT INTO audit_seals (number, last_id, lines, digests, hash, mac, sealed_at)
    VALUES (${number}, ${last_id}, ${lines}, ${digests}, ${hash}, ${mac}, ${sealed_at}::timestamp AT TIME ZONE 'UTC')`.execute(
    db,
  )
}

export async function countAfter(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM audit a WHERE id > ${id} AND ${systemScope('background job')}`.execute(db)
  return rows[0]?.count ?? 0
}
