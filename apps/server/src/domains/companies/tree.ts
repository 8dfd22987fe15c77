import type { listCompanyTree } from '@longreach/contract/companies/endpoints'
import type { SubtreeHealth } from '@longreach/contract/companies/schemas'
import type { QueryOf } from '@longreach/contract/endpoint'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inScope } from '../../db/scope.ts'
import { containing } from '../../db/search.ts'
import type { Session } from '../../endpoint/session.ts'
import { readHealth } from './health.ts'
import { companies, ownCounts } from './store.ts'

type Viewer = Pick<Session, 'scope' | 'level' | 'companyId' | 'permissions'>
type Query = QueryOf<typeof listCompanyTree>

/** Condition for companies in the viewer's tree; a company hidden from those above hides its whole subtree. */
export function inTree({ scope, level, permissions }: Viewer, alias: string): RawBuilder<boolean> {
  if (permissions.has('update_company_flags')) return inScope(scope, alias)
  const of = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<boolean>`(${inScope(scope, alias)} AND NOT EXISTS (
    SELECT 1 FROM companies h
    WHERE h.hide_from_tree AND h.level > ${level} AND h.id IN (${of('id')}, ${of('l1_id')}, ${of('l2_id')})))`
}

/** Condition for the top of the viewer's tree: the first level, or the own company. */
const isRoot = ({ scope, companyId }: Viewer) =>
  scope.column === null ? sql<boolean>`c.level = 1` : sql<boolean>`c.id = ${companyId}`

const columns = (viewer: Viewer) =>
  [
    'c.id',
    'c.name',
    'c.level',
    sql<number | null>`CASE WHEN NOT ${isRoot(viewer)} THEN c.parent_id END`.as('parent_id'),
    ...ownCounts,
    sql<number>`(SELECT count(*) FROM companies k WHERE k.parent_id = c.id AND ${inTree(viewer, 'k')})`.as(
      'subsidiaries_count',
    ),
    sql<number>`CASE
      WHEN EXISTS (SELECT 1 FROM companies k JOIN companies g ON g.parent_id = k.id WHERE k.parent_id = c.id) THEN 2
      WHEN EXISTS (SELECT 1 FROM companies k WHERE k.parent_id = c.id) THEN 1 ELSE 0 END`.as('levels_below'),
    'c.hide_from_tree',
  ] as const

/** Adds the health of each company. */
async function completed<Row extends { id: number }>(db: Db, { scope }: Viewer, rows: readonly Row[]) {
  const health = await readHealth(
    db,
    scope,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, health: health.get(row.id) as SubtreeHealth }))
}

const countOf = sql<number>`count(*)`.as('total')

/** A page of a company's children, or of the top of the tree. */
export async function findChildren(db: Db, viewer: Viewer, { parent_id, limit, offset }: Query) {
  const rows = companies(db, viewer.scope)
    .where(inTree(viewer, 'c'))
    .where(parent_id === undefined ? isRoot(viewer) : sql<boolean>`c.parent_id = ${parent_id}`)
  const found = await rows
    .select(columns(viewer))
    .orderBy('c.name_key')
    .orderBy('c.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await rows.select(countOf).executeTakeFirstOrThrow()
  return {
    page: await completed(
      db,
      viewer,
      found.map((row) => ({ ...row, matched: true })),
    ),
    total,
  }
}

/** Companies found by name, with all their ancestors in the tree. */
export async function searchTree(db: Db, viewer: Viewer, { q = '', limit, offset }: Query) {
  const rows = companies(db, viewer.scope).where(inTree(viewer, 'c'))
  const matching = rows.where('c.name_key', 'like', containing(q))
  const matches = await matching
    .select(['c.id', 'c.l1_id', 'c.l2_id'])
    .orderBy('c.name_key')
    .orderBy('c.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await matching.select(countOf).executeTakeFirstOrThrow()
  const own = new Set(matches.map(({ id }) => id))
  const ids = matches.flatMap(({ id, l1_id, l2_id }) => [id, l1_id, l2_id]).filter((id) => id !== null)
  if (ids.length === 0) return { page: [], total }
  const found = await rows
    .select(columns(viewer))
    .where('c.id', 'in', [...new Set(ids)])
    .orderBy('c.name_key')
    .orderBy('c.id')
    .execute()
  return {
    page: await completed(
      db,
      viewer,
      found.map((row) => ({ ...row, matched: own.has(row.id) })),
    ),
    total,
  }
}
