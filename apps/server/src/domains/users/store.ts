import { listUsers } from '@longreach/contract/users/endpoints'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { createdBetween } from '../../db/filters.ts'
import { defineList } from '../../db/list.ts'
import { inContext, inScope, type Scope, systemScope } from '../../db/scope.ts'

function users(db: Db, scope: Scope) {
  return db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.id', 'u.company_id')
    .innerJoin('roles as r', 'r.id', 'u.role_id')
    .where(inScope(scope, 'u'))
}

interface UserRow {
  id: number
  username: string
  email: string
  role_id: number
  role: string
  role_title: string
  company_id: number
  company_name: string
  last_login_at: Date | null
  created_at: Date
  updated_at: Date
}

/** The username is the name of a user. */
const username = sql`u.username_key`

export const userList = defineList({
  endpoint: listUsers,
  from: () => sql`users u JOIN companies c ON c.id = u.company_id JOIN roles r ON r.id = u.role_id`,
  reach: (scope) => inContext(scope, 'u'),
  columns: () => sql<UserRow>`
    u.id, u.username, u.email, u.role_id, r.name AS role, r.title AS role_title, u.company_id, c.name AS company_name,
    u.last_login_at, u.created_at, u.updated_at`,
  id: 'u.id',
  sorts: {
    id: 'u.id',
    username: 'u.username_key',
    email: 'u.email_key',
    created_at: 'u.created_at',
    last_login_at: 'u.last_login_at',
  },
  defaultSort: 'username',
  tieBreak: 'ascending',
  filters: {
    company_id: 'u.company_id',
    role: 'r.name',
    role_id: 'u.role_id',
    last_login_at: 'u.last_login_at',
    ...createdBetween('u.created_at'),
  },
  search: { name: username, username, email: sql`u.email_key` },
})

export const { page: findUsers, ids: findUserIds, find: findUser } = userList

export async function findByEmail(db: Db, scope: Scope, email: string): Promise<number | undefined> {
  const user = await users(db, scope).select('u.id').where('u.email_key', '=', email.toLowerCase()).executeTakeFirst()
  return user?.id
}

/** The account for a sign-in, by username or e-mail address. */
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
