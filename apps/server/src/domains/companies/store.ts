import type { listCompanies } from '@longreach/contract/companies/endpoints'
import type { QueryOf } from '@longreach/contract/endpoint'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inScope, type Placement, type Scope } from '../../db/scope.ts'
import { containing } from '../../db/search.ts'

/** Level 0 is in no list. */
function companies(db: Db, scope: Scope) {
  return db
    .selectFrom('companies as c')
    .leftJoin('companies as p', 'p.id', 'c.parent_id')
    .where('c.level', '>', 0)
    .where(inScope(scope, 'c'))
}

const columns = [
  'c.id',
  'c.name',
  'c.level',
  'c.parent_id',
  'p.name as parent_name',
  'c.created_at',
  sql<number>`(SELECT count(*) FROM users u WHERE u.company_id = c.id)`.as('users_count'),
  sql<number>`(SELECT count(*) FROM devices d WHERE d.company_id = c.id AND d.deleted_at IS NULL)`.as('devices_count'),
] as const

const sortColumns = {
  name: 'c.name_key',
  created_at: 'c.created_at',
  parent_id: 'c.parent_id',
  device_count: 'devices_count',
} as const

export async function findCompanies(db: Db, scope: Scope, query: QueryOf<typeof listCompanies>) {
  let rows = companies(db, scope)
  if (query.q) rows = rows.where('c.name_key', 'like', containing(query.q))
  if (query.id) rows = rows.where('c.id', 'in', query.id)
  if (query.parent_id !== undefined) rows = rows.where('c.parent_id', '=', query.parent_id)
  if (query.level !== undefined) rows = rows.where('c.level', 'in', query.level.split(',').map(Number))
  const sort = query.sort ?? 'name'
  const page = await rows
    .select(columns)
    .orderBy(
      sql.ref(sortColumns[sort.replace('-', '') as keyof typeof sortColumns]),
      sort.startsWith('-') ? 'desc' : 'asc',
    )
    .orderBy('c.id')
    .limit(query.limit)
    .offset(query.offset)
    .execute()
  const { total } = await rows.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { page, total }
}

export async function findCompany(db: Db, scope: Scope, id: number) {
  return companies(db, scope).select(columns).where('c.id', '=', id).executeTakeFirst()
}

/** Where rows of a company stand in the tree; undefined when the company is out of reach. */
export async function findPlacement(db: Db, scope: Scope, id: number): Promise<Placement | undefined> {
  const row = await companies(db, scope)
    .select(['c.id', 'c.l1_id', 'c.l2_id'])
    .where('c.id', '=', id)
    .executeTakeFirst()
  return row && { company_id: row.id, l1_id: row.l1_id, l2_id: row.l2_id }
}
