import { lacks } from '../../endpoint/lacks.ts'
import { notFound } from '../../endpoint/problem.ts'
import type { Call } from '../../endpoint/route.ts'
import { requireCompanies } from '../companies/store.ts'
import { lockTags } from '../tags/store.ts'
import { type Selection, selectionOf } from './list.ts'
import { requireLocation } from './places/position.ts'

const tagFilters = ['tag_id', 'ne:tag_id', 'tags'] as const
const locationFilters = ['place', 'ne:place', 'bounds'] as const

/** The selection of a list. A filter must reveal neither tags nor positions to users who may not see them. */
export function selectionOfQuery({ session }: Pick<Call, 'session'>, query: Record<string, unknown>): Selection {
  const selection = selectionOf(query)
  const tagged = tagFilters.find((name) => selection[name] !== undefined)
  if (tagged && !session.permissions.has('view_tags')) throw lacks(session, 'view_tags', tagged)
  const located = locationFilters.find((name) => selection[name] !== undefined)
  if (located) requireLocation(session, located)
  return selection
}

/** Like `selectionOfQuery`, for a filter that selects devices to change: throws unless everything it names exists. */
export async function selectionOfFilter(
  call: Pick<Call, 'db' | 'scope' | 'session'>,
  filter: Record<string, unknown>,
): Promise<Selection> {
  const { db, scope } = call
  const selection = selectionOfQuery(call, filter)
  const { company_id, tag_id = [], 'ne:tag_id': not = [] } = selection
  await requireCompanies(db, scope, company_id ?? [])
  const tags = new Set([...tag_id, ...not])
  if (tags.size > 0 && (await lockTags(db, scope, [...tags], 'key share')).length < tags.size)
    throw notFound('filter.tag_id')
  return selection
}
