import { type RawBuilder, sql } from 'kysely'

/** Whether the user `u` of a statement has a permission; the name is a text or an expression. */
export function userMay(permission: RawBuilder<string> | string): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (
    SELECT 1 FROM role_permissions p WHERE p.role_id = u.role_id AND p.permission = ${permission})`
}

/**
 * The rules of `scopeOfUser`, for many users at once: whether the user `u` of the company `c` sees the row with that
 * alias.
 */
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
