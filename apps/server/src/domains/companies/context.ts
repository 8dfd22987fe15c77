import type { Db } from '../../db/client.ts'
import { type Scope, withContext } from '../../db/scope.ts'
import { notFound } from '../../endpoint/problem.ts'
import { companies } from './store.ts'

/** Companies to which a call is limited: one with its subsidiaries, or one alone. */
interface Context {
  within?: number | undefined
  only?: number | undefined
}

/** The scope of a list; a company that the caller does not see has no rows. */
export async function scopeOfList(db: Db, scope: Scope, { within, only }: Context): Promise<Scope> {
  const id = only ?? within
  if (id === undefined) return scope
  return withContext(scope, await findContext(db, scope, id), only !== undefined)
}

/** The scope of a change to all rows of a list; throws unless the company in its filter exists. */
export async function scopeOfFilter(db: Db, scope: Scope, { within, only }: Context): Promise<Scope> {
  const id = only ?? within
  if (id === undefined) return scope
  const company = await findContext(db, scope, id)
  if (!company) throw notFound(only === undefined ? 'filter.within' : 'filter.only')
  return withContext(scope, company, only !== undefined)
}

const findContext = (db: Db, scope: Scope, id: number) =>
  companies(db, scope)
    .select(['c.id', 'c.level', 'c.past_levels as pastLevels'])
    .where('c.id', '=', id)
    .executeTakeFirst()
