import type { AuditLine, listAudit } from '@longreach/contract/audit/endpoints'
import type { QueryOf } from '@longreach/contract/endpoint'
import { formatTime } from '@longreach/contract/time'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { createdBetween, every, filterConditions } from '../../db/filters.ts'
import { inHistory, type Scope } from '../../db/scope.ts'
import { containing } from '../../db/search.ts'

type Query = Omit<QueryOf<typeof listAudit>, 'limit' | 'offset'>
type Row = Omit<AuditLine, 'created_at' | 'title'> & { created_at: Date }
type Titles = ReadonlyMap<string, string>

/** Counting beyond this takes too long; the response says it is a lower bound. */
const countCap = 10_000

function conditionsOf(scope: Scope, query: Query): RawBuilder<boolean> {
  const { user_id, 'ne:user_id': other, q } = query
  const of = (id: number) => sql<boolean>`(a.user_id = ${id} OR a.actor_id = ${id})`
  return every([
    inHistory(scope, 'a'),
    ...filterConditions(query, {
      company_id: 'a.company_id',
      action: 'a.action',
      target: 'a.target',
      target_id: 'a.target_id',
    }),
    ...createdBetween(query, 'a.created_at'),
    ...(user_id === undefined ? [] : [of(user_id)]),
    ...(other === undefined ? [] : [sql<boolean>`${of(other)} IS NOT TRUE`]),
    ...(q
      ? [
          sql<boolean>`lower(concat_ws(' ', a.username, a.action, a.target, a.ip, a.before::text, a.after::text)) LIKE ${containing(q)}`,
        ]
      : []),
  ])
}

async function page(
  db: Db,
  where: RawBuilder<boolean>,
  direction: RawBuilder<unknown>,
  limit: number,
  offset: number,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT a.id, a.created_at, a.user_id, a.actor_id, r.username AS actor_name, a.username, a.company_id,
      c.name AS company_name, a.action, a.target, a.target_id, a.before, a.after, a.ip, a.user_agent
    FROM audit a LEFT JOIN users r ON r.id = a.actor_id LEFT JOIN companies c ON c.id = a.company_id
    WHERE ${where} ORDER BY a.id ${direction} LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return rows
}

const present = (row: Row, titles: Titles): AuditLine => ({
  ...row,
  title: titles.get(row.action) ?? null,
  created_at: formatTime(row.created_at),
})

/** Newest first. */
export async function findAudit(db: Db, scope: Scope, query: QueryOf<typeof listAudit>, titles: Titles) {
  const where = conditionsOf(scope, query)
  const direction = query.sort === 'created_at' ? sql`ASC` : sql`DESC`
  const lines = await page(db, where, direction, query.limit, query.offset)
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (SELECT 1 FROM audit a WHERE ${where} LIMIT ${countCap + 1}) counted`.execute(db)
  const count = rows[0]?.count ?? 0
  return {
    data: lines.map((row) => present(row, titles)),
    meta: { total: Math.min(count, countCap), capped: count > countCap },
  }
}

/** The whole list, newest first, in chunks; lines that arrive meanwhile are not included. */
export async function* eachAudit(
  db: Db,
  scope: Scope,
  query: Query,
  { titles, atOnce }: { titles: Titles; atOnce: number },
): AsyncGenerator<AuditLine[]> {
  const where = conditionsOf(scope, query)
  let after: number | undefined
  for (;;) {
    const below = after === undefined ? sql<boolean>`true` : sql<boolean>`a.id < ${after}`
    const lines = await page(db, sql<boolean>`${where} AND ${below}`, sql`DESC`, atOnce, 0)
    yield lines.map((row) => present(row, titles))
    if (lines.length < atOnce) return
    after = lines.at(-1)?.id
  }
}
