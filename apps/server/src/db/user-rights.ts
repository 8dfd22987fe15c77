import { type RawBuilder, sql } from 'kysely'
import type { Db } from './client.ts'
import { type Scope, scopeOfUser, systemScope } from './scope.ts'

/** Condition: the user `u` of a statement has a permission, whose name is a text or an expression. */
export function userMay(permission: RawBuilder<string> | string): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (
    SELECT 1 FROM role_permissions p WHERE p.role_id = u.role_id AND p.permission = ${permission})`
}

/** The rules of `scopeOfUser` for many users at once: the user `u` of the company `c` sees the row with that alias. */
export function userSees(alias: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<boolean>`CASE
    WHEN ${userMay('super_admin')} THEN true
    WHEN NOT ${userMay('hierarchy_access')} THEN ${column('company_id')} = u.company_id
    WHEN c.level = 0 THEN true
    WHEN c.level = 1 THEN ${column('l1_id')} = u.company_id
    WHEN c.level = 2 THEN ${column('l2_id')} = u.company_id
    ELSE ${column('company_id')} = u.company_id END`
}

/** Scope for work in a user's name; undefined if the user was deleted or has lost the permission. */
export async function findUserScope(db: Db, userId: number, permission: string): Promise<Scope | undefined> {
  const { rows } = await sql<{ companyId: number; level: number; pastLevels: number[]; permissions: string[] }>`
    SELECT u.company_id AS "companyId", c.level, c.past_levels AS "pastLevels",
      ARRAY(SELECT p.permission FROM role_permissions p WHERE p.role_id = u.role_id) AS permissions
    FROM users u JOIN companies c ON c.id = u.company_id
    WHERE u.id = ${userId} AND ${userMay(permission)} AND ${systemScope('background job')}`.execute(db)
  const [user] = rows
  return user && scopeOfUser({ ...user, permissions: new Set(user.permissions) })
}
