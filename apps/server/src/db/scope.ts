import { type RawBuilder, sql } from 'kysely'

declare const branded: unique symbol

/**
 * The part of the tree a caller may see. Made only from a session (`scopeOfUser`) or for the house itself; every store
 * function over a tenant table takes one. Each statement then carries its mark, which the API suite looks for.
 */
export interface Scope {
  readonly [branded]: true
  readonly column: 'company_id' | 'l1_id' | 'l2_id' | null
  readonly id: number
}

export interface ScopeSource {
  companyId: number
  level: number
  permissions: ReadonlySet<string>
}

/** The scope of a user: everything, the subtree of the company, or the company alone. */
export function scopeOfUser(user: ScopeSource): Scope {
  const make = (column: Scope['column']) => ({ column, id: user.companyId }) as Scope
  if (user.permissions.has('super_admin')) return make(null)
  if (user.level === 0) return user.permissions.has('hierarchy_access') ? make(null) : make('company_id')
  if (!user.permissions.has('hierarchy_access') || user.level === 3) return make('company_id')
  return make(user.level === 1 ? 'l1_id' : 'l2_id')
}

/** The predicate of a scope over the table with that alias. */
export function inScope(scope: Scope, alias: string): RawBuilder<boolean> {
  if (scope.column === null) return sql<boolean>`/* scope:all */ true`
  return sql<boolean>`/* scope:tenant */ ${sql.ref(`${alias}.${scope.column}`)} = ${scope.id}`
}

/** Why the house itself reads or writes tenant tables without a caller. Reviewed in docs/security.md. */
export const systemReasons = [
  'session of the request',
  'link that was mailed',
  'link of the device itself',
  'enrolment proof',
  'background job',
  'console of the operator',
  'row resolved in scope before',
  'ticket of a remote session',
  'history of a device already resolved in scope',
  'action on devices resolved in scope',
  'channel of the user who opened it',
] as const

/** Marks a statement that the house runs on its own account. */
export function systemScope(reason: (typeof systemReasons)[number]): RawBuilder<boolean> {
  return sql<boolean>`/* scope:system ${sql.raw(reason)} */ true`
}

export interface Placement {
  company_id: number
  l1_id: number | null
  l2_id: number | null
}
