import type { QueryOf } from '@longreach/contract/endpoint'
import type { listUsers } from '@longreach/contract/users/endpoints'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { every, filterConditions, madeBetween } from '../../db/filters.ts'
import { inScope, type Scope, systemScope } from '../../db/scope.ts'
import { searching } from '../../db/search.ts'

function users(db: Db, scope: Scope) {
  return db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.id', 'u.company_id')
    .innerJoin('roles as r', 'r.id', 'u.role_id')
    .where(inScope(scope, 'u'))
}

const columns = [
  'u.id',
  'u.username',
  'u.email',
  'u.role_id',
  'r.name as role',
  'r.title as role_title',
  'u.company_id',
  'c.name as company_name',
  'u.last_login_at',
  'u.created_at',
  'u.updated_at',
] as const

const sortColumns = {
  id: 'u.id',
  username: 'u.username_key',
  email: 'u.email_key',
  created_at: 'u.created_at',
  last_login_at: 'u.last_login_at',
} as const

/** A user's name is the one they sign in with. */
const username = sql`u.username_key`

type Wanted = Partial<QueryOf<typeof listUsers>>

/** A list's rows in its order. */
function listed(db: Db, scope: Scope, query: Wanted) {
  const conditions = [
    ...filterConditions(query, {
      id: 'u.id',
      company_id: 'u.company_id',
      role: 'r.name',
      role_id: 'u.role_id',
      last_login_at: 'u.last_login_at',
    }),
    ...madeBetween(query, 'u.created_at'),
    ...searching(query, { name: username, username, email: sql`u.email_key` }),
  ]
  const sort = query.sort ?? 'username'
  const rows = users(db, scope).where(every(conditions))
  const ordered = rows
    .orderBy(
      sql.ref(sortColumns[sort.replace('-', '') as keyof typeof sortColumns]),
      sort.startsWith('-') ? 'desc' : 'asc',
    )
    .orderBy('u.id')
  return { rows, ordered }
}

export const findUserIds = async (db: Db, scope: Scope, query: Wanted, most: number) =>
  (await listed(db, scope, query).ordered.select('u.id').limit(most).execute()).map(({ id }) => id)

export async function findUsers(db: Db, scope: Scope, query: Wanted & { limit: number; offset: number }) {
  const { rows, ordered } = listed(db, scope, query)
  const page = await ordered.select(columns).limit(query.limit).offset(query.offset).execute()
  const { total } = await rows.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { page, total }
}

export async function findUser(db: Db, scope: Scope, id: number) {
  return users(db, scope).select(columns).where('u.id', '=', id).executeTakeFirst()
}

export async function findByEmail(db: Db, scope: Scope, email: string): Promise<number | undefined> {
  const user = await users(db, scope).select('u.id').where('u.email_key', '=', email.toLowerCase()).executeTakeFirst()
  return user?.id
}

/** The account somebody signs in to, by username or email address. */
export async function findAccount(db: Db, name: string) {
  const key = name.toLowerCase()
  return db
    .selectFrom('users as u')
    .select(['u.id', 'u.username', 'u.company_id', 'u.l1_id', 'u.l2_id', 'u.password_hash'])
    .where(systemScope('session of the request'))
    .where((or) => or.or([or('u.username_key', '=', key), or('u.email_key', '=', key)]))
    .orderBy('u.id')
    .executeTakeFirst()
}

export interface NewUser {
  company_id: number
  l1_id: number | null
  l2_id: number | null
  role_id: number
  username: string
  email: string
  password_hash: string | null
  email_verified_at: Date | null
}

export async function insertUser(db: Db, user: NewUser): Promise<number> {
  const row = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
  return row.id
}
