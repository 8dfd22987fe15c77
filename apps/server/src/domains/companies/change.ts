import { companyLevels } from '@longreach/contract/companies/schemas'
import { text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inScope, type Scope, systemScope } from '../../db/scope.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import type { Session } from '../../endpoint/session.ts'
import { type Node, placeUnder } from './place.ts'

export interface LockedCompany extends Node {
  name: string
  parent_id: number | null
}

const companyColumns = ['c.id', 'c.name', 'c.parent_id', 'c.level', 'c.l1_id', 'c.l2_id'] as const

/** A company in reach, locked until the end of the transaction: nothing can be added to it. */
export async function lockCompany(db: Db, scope: Scope, id: number): Promise<LockedCompany | undefined> {
  return db
    .selectFrom('companies as c')
    .select(companyColumns)
    .where('c.id', '=', id)
    .where('c.level', '>', 0)
    .where(inScope(scope, 'c'))
    .forUpdate()
    .executeTakeFirst()
}

/** The future parent of a company, locked so that the names of its children stay unique. */
export async function lockParent(
  db: Db,
  { scope, permissions }: Pick<Session, 'scope' | 'permissions'>,
  id: number,
  source: string,
): Promise<LockedCompany> {
  if (id === 0 && !permissions.has('super_admin')) {
    throw new Problem('FORBIDDEN', { source, message: text('companies.top_level_forbidden') })
  }
  const parent = await db
    .selectFrom('companies as c')
    .select(companyColumns)
    .where('c.id', '=', id)
    .where(inScope(scope, 'c'))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!parent) throw notFound(source)
  if (parent.level === companyLevels) {
    throw new Problem('VALIDATION_FAILED', {
      source,
      message: text('companies.no_subsidiaries', { name: parent.name, levels: companyLevels }),
    })
  }
  return parent
}

/** Names are unique among the children of one parent, ignoring case. */
export async function checkName(db: Db, parentId: number | null, name: string, own?: number): Promise<void> {
  const { rows } = await sql`
    SELECT 1 FROM companies c
    WHERE c.parent_id = ${parentId} AND c.name_key = lower(${name}) AND c.id IS DISTINCT FROM ${own ?? null}
      AND ${systemScope('row resolved in scope before')}`.execute(db)
  if (rows.length > 0) {
    throw new Problem('CONFLICT', { source: 'name', message: text('companies.name_taken') })
  }
}

export async function insertCompany(db: Db, parent: Node, name: string): Promise<Node> {
  const { rows } = await sql<{ id: number }>`SELECT nextval(pg_get_serial_sequence('companies', 'id')) AS id`.execute(
    db,
  )
  const node = placeUnder(parent, rows[0]!.id)
  await db
    .insertInto('companies')
    .values({ ...node, name, parent_id: parent.id })
    .execute()
  return node
}

export async function renameCompany(db: Db, id: number, name: string): Promise<void> {
  await sql`
    UPDATE companies c SET name = ${name}, updated_at = now()
    WHERE id = ${id} AND ${systemScope('row resolved in scope before')}`.execute(db)
}

export async function removeCompany(db: Db, id: number): Promise<void> {
  await sql`DELETE FROM companies c WHERE id = ${id} AND ${systemScope('row resolved in scope before')}`.execute(db)
}
