import { type AuditLine, listAudit, refusedSignIn } from '@longreach/contract/audit/endpoints'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { createdBetween } from '../../db/filters.ts'
import { defineList, type ListQuery } from '../../db/list.ts'
import { inContextHistory, type Scope } from '../../db/scope.ts'

type Row = Omit<AuditLine, 'created_at' | 'title'> & { created_at: Date }
type Titles = ReadonlyMap<string, string>
type Query = ListQuery<typeof listAudit>

export const auditList = defineList({
  endpoint: listAudit,
  from: () => sql`
    audit a LEFT JOIN users r ON r.id = a.actor_id LEFT JOIN companies c ON c.id = a.company_id`,
  reach: (scope) => inContextHistory(scope, 'a'),
  columns: () => sql<Row>`
    a.id, a.created_at, a.user_id, a.actor_id, r.username AS actor_name, a.username, a.company_id,
    c.name AS company_name, a.action, a.target, a.target_id, a.before, a.after, a.ip, a.user_agent`,
  id: 'a.id',
  sorts: { created_at: 'a.id' },
  defaultSort: '-created_at',
  filters: {
    company_id: 'a.company_id',
    user_id: (id) => sql`(a.user_id = ${id} OR a.actor_id = ${id})`,
    action: 'a.action',
    kind: (kind) => (kind === 'change' ? sql`a.action <> ${refusedSignIn}` : sql`a.action = ${refusedSignIn}`),
    target: 'a.target',
    target_id: 'a.target_id',
    ...createdBetween('a.created_at'),
  },
  search: {
    line: sql`lower(concat_ws(' ', a.username, a.action, a.target, a.ip, a.before::text, a.after::text))`,
  },
  countCap: 10_000,
})

const present = (row: Row, titles: Titles): AuditLine => ({
  ...row,
  title: titles.get(row.action) ?? null,
  created_at: formatTime(row.created_at),
})

export async function findAudit(
  db: Db,
  scope: Scope,
  query: Query & { limit: number; offset: number },
  titles: Titles,
) {
  const { page, ...meta } = await auditList.page(db, scope, query)
  return { data: page.map((row) => present(row, titles)), meta }
}

/** All of the list, newest first, some at a time; lines written meanwhile are not included. */
export async function* eachAudit(
  db: Db,
  scope: Scope,
  query: Query,
  { titles, atOnce }: { titles: Titles; atOnce: number },
): AsyncGenerator<AuditLine[]> {
  let last: number | undefined
  for (;;) {
    const start = last === undefined ? undefined : sql<boolean>`a.id < ${last}`
    const lines = await auditList.rows(
      db,
      scope,
      { ...query, sort: '-created_at' },
      { limit: atOnce, offset: 0, start },
    )
    yield lines.map((row) => present(row, titles))
    if (lines.length < atOnce) return
    last = lines.at(-1)?.id
  }
}
