import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inScope, type Scope } from '../../db/scope.ts'

/** Ancestors of a company that the caller sees, from the top. */
export async function findAncestors(db: Db, scope: Scope, id: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT a.id, a.name FROM companies c JOIN companies a ON a.id IN (c.l1_id, c.l2_id) AND a.id <> c.id
    WHERE c.id = ${id} AND ${inScope(scope, 'a')} ORDER BY a.level`.execute(db)
  return rows
}

/** Sizes of a company's subtree, as far as the caller sees it. */
export async function countBelow(db: Db, scope: Scope, id: number) {
  const { rows } = await sql<{ companies: number; devices: number; users: number }>`
    WITH below AS (
      SELECT b.id FROM companies b
      WHERE b.id <> ${id} AND (b.l1_id = ${id} OR b.l2_id = ${id}) AND ${inScope(scope, 'b')}
    )
    SELECT (SELECT count(*) FROM below) AS companies,
      (SELECT count(*) FROM devices d JOIN below b ON b.id = d.company_id WHERE d.deleted_at IS NULL) AS devices,
      (SELECT count(*) FROM users u JOIN below b ON b.id = u.company_id) AS users`.execute(db)
  return rows[0] as { companies: number; devices: number; users: number }
}
