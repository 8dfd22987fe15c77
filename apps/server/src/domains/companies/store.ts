import { listCompanies } from '@longreach/contract/companies/endpoints'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { countBetween, createdBetween } from '../../db/filters.ts'
import { defineList } from '../../db/list.ts'
import { inContext, inScope, type Placement, type Scope } from '../../db/scope.ts'
import { notFound } from '../../endpoint/problem.ts'

/** Companies without level 0, which is in no list. */
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

interface CompanyRow {
  id: number
  name: string
  level: number
  parent_id: number | null
  parent_name: string | null
  created_at: Date
  users_count: number
  devices_count: number
  subsidiaries_count: number
}

export const companyList = defineList({
  endpoint: listCompanies,
  from: () => sql`companies c LEFT JOIN companies p ON p.id = c.parent_id`,
  reach: (scope) => sql<boolean>`c.level > 0 AND ${inContext(scope, 'c')}`,
  columns: (scope) => sql<CompanyRow>`
    c.id, c.name, c.level, c.parent_id, p.name AS parent_name, c.created_at, ${devicesCount} AS devices_count,
    (SELECT count(*) FROM users u WHERE u.company_id = c.id) AS users_count,
    (SELECT count(*) FROM companies k WHERE k.parent_id = c.id AND ${inScope(scope, 'k')}) AS subsidiaries_count`,
  id: 'c.id',
  sorts: {
    name: 'c.name_key',
    created_at: 'c.created_at',
    parent_id: 'c.parent_id',
    device_count: devicesCount,
    company_name: 'c.name_key',
    crated_at: 'c.created_at',
  },
  defaultSort: 'name',
  tieBreak: 'ascending',
  filters: {
    parent_id: 'c.parent_id',
    level: (levels) => sql`c.level = ANY (${levels.map(Number)}::smallint[])`,
    ...countBetween('device_count', () => devicesCount),
    ...createdBetween('c.created_at'),
  },
  search: { name: sql`c.name_key` },
})

export const { page: findCompanies, ids: findCompanyIds, find: findCompany } = companyList

/** Throws unless all companies that a filter for a change names exist; 0 is the platform owner. */
export async function requireCompanies(
  db: Db,
  scope: Scope,
  ids: readonly (number | undefined)[],
  name = 'company_id',
): Promise<void> {
  for (const id of ids) if (id && !(await findPlacement(db, scope, id))) throw notFound(`filter.${name}`)
}

export async function visibleCompanies(db: Db, scope: Scope, ids: readonly number[]): Promise<number[]> {
  const rows = await companies(db, scope)
    .select('c.id')
    .where('c.id', 'in', [...ids])
    .execute()
  return rows.map((row) => row.id)
}

/** Scope columns for rows of a company; undefined if the company is out of reach. */
export async function findPlacement(db: Db, scope: Scope, id: number): Promise<Placement | undefined> {
  const row = await companies(db, scope)
    .select(['c.id', 'c.l1_id', 'c.l2_id'])
    .where('c.id', '=', id)
    .executeTakeFirst()
  return row && { company_id: row.id, l1_id: row.l1_id, l2_id: row.l2_id }
}
