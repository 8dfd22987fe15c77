import { type RawBuilder, sql } from 'kysely'

declare const branded: unique symbol

/**
 * The part of the tree that a caller may see. Created only from a session (`scopeOfUser`) or for the server itself;
 * every store function over a tenant table takes one. It marks each statement, and the API suite checks the mark.
 */
export interface Scope {
  readonly [branded]: true
  readonly column: PlaceColumn | null
  readonly id: number
  /** Columns that identify the company's own rows from its time at other levels. */
  readonly past: readonly PlaceColumn[]
  /** The company to which lists and counts are limited, within what the caller sees. */
  readonly context?: Scope
}

type PlaceColumn = 'company_id' | 'l1_id' | 'l2_id'

/** The column by which a company of that level finds its rows and those of its subtree. */
const columnOf = (level: number): PlaceColumn => (level === 1 ? 'l1_id' : level === 2 ? 'l2_id' : 'company_id')

export interface ScopeSource {
  companyId: number
  level: number
  permissions: ReadonlySet<string>
  pastLevels?: readonly number[]
}

/** The scope of a user: everything, the subtree of the company, or the company alone. */
export function scopeOfUser(user: ScopeSource): Scope {
  const make = (column: Scope['column'], past: readonly PlaceColumn[] = []) =>
    ({ column, id: user.companyId, past }) as unknown as Scope
  if (user.permissions.has('super_admin')) return make(null)
  if (user.level === 0) return user.permissions.has('hierarchy_access') ? make(null) : make('company_id')
  if (!user.permissions.has('hierarchy_access')) return make('company_id')
  const column = columnOf(user.level)
  return make(
    column,
    [...new Set((user.pastLevels ?? []).map(columnOf))].filter((one) => one !== column),
  )
}

/** Condition of a scope over the table with that alias. */
export function inScope(scope: Scope, alias: string): RawBuilder<boolean> {
  if (scope.column === null) return sql<boolean>`/* scope:all */ true`
  return sql<boolean>`/* scope:tenant */ ${sql.ref(`${alias}.${scope.column}`)} = ${scope.id}`
}

/** True if `inScope` would match a row with that place. */
export const isPlacedIn = ({ column, id }: Scope, place: Placement): boolean => column === null || place[column] === id

/** Limits a scope to the rows of a company and its subtree, or of that company alone; without a company, to none. */
export function withContext(scope: Scope, company: ContextCompany | undefined, alone: boolean): Scope {
  if (company && scope.column === 'company_id') return scope
  const [column, ...past] = company && !alone ? [company.level, ...company.pastLevels].map(columnOf) : []
  const context = { column: column ?? 'company_id', id: company?.id ?? nowhere, past } as unknown as Scope
  return { ...scope, context }
}

interface ContextCompany {
  id: number
  level: number
  pastLevels: readonly number[]
}

const nowhere = -1

/** Like `inScope`, limited to the context: for rows that a list shows, not for rows they refer to. */
export const inContext = (scope: Scope, alias: string): RawBuilder<boolean> => inScope(scope.context ?? scope, alias)

/** Like `inContext`, over a table that stores past companies. */
export const inContextHistory = (scope: Scope, alias: string): RawBuilder<boolean> =>
  scope.context
    ? sql<boolean>`(${inHistory(scope, alias)} AND ${inHistory(scope.context, alias)})`
    : inHistory(scope, alias)

/**
 * Like `inScope`, over a table that stores the companies at the time of an event: a company that changed its level
 * still sees past events in it and below it.
 */
export function inHistory(scope: Scope, alias: string): RawBuilder<boolean> {
  if (scope.past.length === 0) return inScope(scope, alias)
  const places = scope.past.map((column) => sql<boolean>`${sql.ref(`${alias}.${column}`)} = ${scope.id}`)
  return sql<boolean>`(${sql.join([inScope(scope, alias), ...places], sql` OR `)})`
}

/** Reasons why the server itself reads or writes tenant tables without a caller. Reviewed in docs/security.md. */
export const systemReasons = [
  'session of the request',
  'link that was mailed',
  'address of an invitation',
  'link of the device itself',
  'enrolment proof',
  'background job',
  'console of the operator',
  'row resolved in scope before',
  'ticket of a remote session',
  'host of a remote session',
  'history of a device already resolved in scope',
  'action on devices resolved in scope',
  'channel of the user who opened it',
  'user a notification is for',
  'author of a notice',
] as const

/** Marks a statement that the server runs on its own behalf. */
export function systemScope(reason: (typeof systemReasons)[number]): RawBuilder<boolean> {
  return sql<boolean>`/* scope:system ${sql.raw(reason)} */ true`
}

export interface Placement {
  company_id: number
  l1_id: number | null
  l2_id: number | null
}
