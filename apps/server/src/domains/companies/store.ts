import type { listCompanies } from '@longreach/contract/companies/endpoints'
import type { QueryOf } from '@longreach/contract/endpoint'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { countBetween, every, filterConditions, madeBetween } from '../../db/filters.ts'
import { inScope, type Placement, type Scope } from '../../db/scope.ts'
import { searching } from '../../db/search.ts'
import { notFound } from '../../endpoint/problem.ts'

/** Level 0 is in no list. */
export function companies(db: Db, scope: Scope) {
  return db
    .selectFrom('companies as c')
    .leftJoin('companies as p', 'p.id', 'c.parent_id')
    .where('c.level', '>', 0)
    .where(inScope(scope, 'c'))
}

const devicesCount = sql<number>`(SELECT count(*) FROM devices d WHERE d.company_id = c.id AND d.deleted_at IS NULL)`

export const ownCounts = [
  sql<number>`(SELECT count(*) FROM users u WHERE u.company_id = c.id)`.as('users_count'),
  devicesCount.as('devices_count'),
] as const

const columns = (scope: Scope) =>
  [
    'c.id',
    'c.name',
    'c.level',
    'c.parent_id',
    'p.name as parent_name',
    'c.created_at',
    ...ownCounts,
    sql<number>`(SELECT count(*) FROM companies k WHERE k.parent_id = c.id AND ${inScope(scope, 'k')})`.as(
      'subsidiaries_count',
    ),
  ] as const

const sortColumns = {
  name: 'c.name_key',
  created_at: 'c.created_at',
  parent_id: 'c.parent_id',
  device_count: 'devices_count',
} as const

type Wanted = Partial<QueryOf<typeof listCompanies>>

/** A list's rows in its order. */
function listed(db: Db, scope: Scope, query: Wanted) {
  const conditions = [
    ...filterConditions(
      // Levels are words of a query and numbers of a company.
      { ...query, level: query.level?.map(Number), 'ne:level': query['ne:level']?.map(Number) },
      { id: 'c.id', parent_id: 'c.parent_id', level: 'c.level' },
    ),
    ...countBetween(query, 'device_count', devicesCount),
    ...madeBetween(query, 'c.created_at'),
    ...searching(query, { name: sql`c.name_key` }),
  ]
  const sort = query.sort ?? 'name'
  const column = sortColumns[sort.replace('-', '') as keyof typeof sortColumns]
  const rows = companies(db, scope).where(every(conditions))
  const ordered = rows
    .orderBy(column === 'devices_count' ? devicesCount : sql.ref(column), sort.startsWith('-') ? 'desc' : 'asc')
    .orderBy('c.id')
  return { rows, ordered }
}

export const findCompanyIds = async (db: Db, scope: Scope, query: Wanted, most: number) =>
  (await listed(db, scope, query).ordered.select('c.id').limit(most).execute()).map(({ id }) => id)

export async function findCompanies(db: Db, scope: Scope, query: Wanted & { limit: number; offset: number }) {
  const { rows, ordered } = listed(db, scope, query)
  const page = await ordered.select(columns(scope)).limit(query.limit).offset(query.offset).execute()
  const { total } = await rows.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { page, total }
}

export async function findCompany(db: Db, scope: Scope, id: number) {
  return companies(db, scope).select(columns(scope)).where('c.id', '=', id).executeTakeFirst()
}

/** What a filter names has to be there where it stands for rows that are changed; 0 is no company of anybody's. */
export async function requireCompanies(
  db: Db,
  scope: Scope,
  ids: readonly (number | undefined)[],
  name = 'company_id',
): Promise<void> {
  for (const id of ids) if (id && !(await findPlacement(db, scope, id))) throw notFound(`filter.${name}`)
}

/** Where rows of a company stand in the tree; undefined when the company is out of reach. */
export async function findPlacement(db: Db, scope: Scope, id: number): Promise<Placement | undefined> {
  const row = await companies(db, scope)
    .select(['c.id', 'c.l1_id', 'c.l2_id'])
    .where('c.id', '=', id)
    .executeTakeFirst()
  return row && { company_id: row.id, l1_id: row.l1_id, l2_id: row.l2_id }
}
