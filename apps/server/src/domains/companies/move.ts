import { companyLevels } from '@longreach/contract/companies/schemas'
import { type Text, text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inScope, type Scope, systemScope } from '../../db/scope.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import type { Call } from '../../endpoint/route.ts'
import type { UndoStep } from '../../endpoint/undo.ts'
import { checkName, type LockedCompany, lockCompany, lockParent } from './change.ts'
import type { CompaniesMoving } from './hooks.ts'
import { type Node, placeUnder } from './place.ts'

/** Allows one move at a time: two moves, each allowed by itself, could form a cycle together. */
export async function lockMoves(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('companies.move'))`.execute(db)
}

/**
 * Locks of a move, by id first: changes of users and roles of several companies use the same order, which avoids
 * deadlocks. Stronger locks follow.
 */
export async function lockInOrder(db: Db, scope: Scope, source: number, target: number): Promise<void> {
  await sql`
    WITH RECURSIVE branch AS (
      SELECT c.id FROM companies c WHERE c.id = ${source} AND ${inScope(scope, 'c')}
      UNION ALL SELECT c.id FROM companies c JOIN branch b ON c.parent_id = b.id
    )
    SELECT 1 FROM companies c
    WHERE (c.id IN (SELECT id FROM branch) OR c.id = ${target}) AND ${inScope(scope, 'c')}
    ORDER BY c.id FOR NO KEY UPDATE`.execute(db)
}

/** Ids of a company and all companies below it. */
export async function findSubtree(db: Db, scope: Scope, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH RECURSIVE branch AS (
      SELECT c.id FROM companies c WHERE c.id = ${id} AND ${inScope(scope, 'c')}
      UNION ALL SELECT c.id FROM companies c JOIN branch b ON c.parent_id = b.id
    ) SELECT id FROM branch`.execute(db)
  return rows.map((row) => row.id)
}

type Branch = { id: number; parent_id: number }[]

/** The subtree of a company, locked from the top down: a locked company gets no new children. */
export async function lockBelow(db: Db, id: number): Promise<Branch> {
  const below: Branch = []
  for (let parents = [id]; parents.length > 0; ) {
    const { rows } = await sql<Branch[number]>`
      SELECT id, parent_id FROM companies c
      WHERE parent_id = ANY (${parents}::bigint[]) AND ${systemScope('row resolved in scope before')}
      ORDER BY id FOR UPDATE`.execute(db)
    below.push(...rows)
    parents = rows.map((row) => row.id)
  }
  return below
}

/** The new positions of a company and its subtree, parents first. */
export function placesAfterMove(source: LockedCompany, below: Branch, target: Node): Node[] {
  const refuse = (message: Text) => new Problem('VALIDATION_FAILED', { source: 'target', message })
  if (target.id === source.id || below.some(({ id }) => id === target.id)) {
    throw refuse(text('companies.below_itself'))
  }
  if (source.parent_id === target.id) throw refuse(text('companies.already_there'))
  const places = new Map([[source.id, placeUnder(target, source.id)]])
  for (const { id, parent_id } of below) places.set(id, placeUnder(places.get(parent_id) as Node, id))
  if ([...places.values()].some(({ level }) => level > companyLevels)) {
    throw refuse(text('companies.too_deep', { levels: companyLevels }))
  }
  return [...places.values()]
}

export interface MoveDeps {
  moving: readonly CompaniesMoving[]
  followingTables: readonly string[]
}

/** Writes the new positions into the companies and all rows that move with them. */
export async function writePlaces(
  db: Db,
  { source, parent, places }: { source: number; parent: number; places: readonly Node[] },
  { moving, followingTables }: MoveDeps,
): Promise<UndoStep[]> {
  const ids = places.map(({ id }) => id)
  // The counts of devices are moved below instead of being subtracted and added here; a large company may take long.
  await sql`
    SELECT set_config('longreach.move', 'on', true), set_config('statement_timeout', '15min', true)`.execute(db)
  await sql`
    UPDATE companies c
    SET past_levels = CASE WHEN c.level = n.level OR c.level = ANY (c.past_levels) THEN c.past_levels
        ELSE array_append(c.past_levels, c.level) END,
      level = n.level, l1_id = n.l1_id, l2_id = n.l2_id, updated_at = now(),
      parent_id = CASE WHEN c.id = ${source} THEN ${parent} ELSE c.parent_id END
    FROM unnest(${ids}::bigint[], ${places.map(({ level }) => level)}::smallint[],
      ${places.map(({ l1_id }) => l1_id)}::bigint[], ${places.map(({ l2_id }) => l2_id)}::bigint[])
      AS n (id, level, l1_id, l2_id)
    WHERE c.id = n.id AND ${systemScope('row resolved in scope before')}`.execute(db)
  const after = []
  for (const handle of moving) after.push(await handle(db, ids))
  for (const table of followingTables) {
    await sql`
      UPDATE ${sql.table(table)} t SET l1_id = c.l1_id, l2_id = c.l2_id
      FROM companies c
      WHERE c.id = t.company_id AND c.id = ANY (${ids}::bigint[]) AND ${systemScope('row resolved in scope before')}
        AND (t.l1_id IS DISTINCT FROM c.l1_id OR t.l2_id IS DISTINCT FROM c.l2_id)`.execute(db)
  }
  const lost: UndoStep[] = []
  for (const steps of after) lost.push(...((await steps?.()) ?? []))
  return lost
}

/** Moves a company with its subtree; also returns the steps that undo the losses of the move. */
export async function moveUnder(
  { db, scope, session }: Pick<Call, 'db' | 'scope' | 'session'>,
  move: { source: number; target: number; check?: (company: LockedCompany) => void },
  deps: MoveDeps,
) {
  await lockMoves(db)
  await lockInOrder(db, scope, move.source, move.target)
  const company = await lockCompany(db, scope, move.source)
  if (!company) throw notFound('source')
  move.check?.(company)
  const below = await lockBelow(db, company.id)
  const target = await lockParent(db, session, move.target, 'target')
  const places = placesAfterMove(company, below, target)
  await checkName(db, target.id, company.name)
  const lost = await writePlaces(db, { source: company.id, parent: target.id, places }, deps)
  return { company, target, places, lost }
}
