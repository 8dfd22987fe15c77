import { mostChosen } from '@longreach/contract/choice-limits'
import type { ErrorItem } from '@longreach/contract/errors'
import { type Text, text } from '@longreach/contract/i18n'
import { Problem } from './problem.ts'

const refused = (message: Text) => new Problem('VALIDATION_FAILED', { source: 'filter', message })
const nothing = () => refused(text('system.nothing_matches'))

/** Ids of the rows that a bulk call names or its filter matches; `find` returns those in scope, up to a maximum. */
export async function selectedIds(
  named: readonly number[] | undefined,
  find: (most: number) => Promise<number[]>,
  most = mostChosen,
): Promise<number[]> {
  if (named) return [...new Set(named)]
  const ids = await find(most + 1)
  if (ids.length === 0) throw nothing()
  if (ids.length > most) throw refused(text('system.too_many_rows', { count: most }))
  return ids
}

/**
 * An error for each named id that was not found. Rows that a filter matched and that were deleted meanwhile are no
 * error: the call continues with the rest.
 */
export function missingRows(named: readonly number[] | undefined, found: readonly { id: number }[]): ErrorItem[] {
  if (!named && found.length === 0) throw nothing()
  const there = new Set(found.map(({ id }) => id))
  return [...new Set(named)]
    .filter((id) => !there.has(id))
    .map((id) => ({ code: 'NOT_FOUND', message: text('system.not_found'), source: String(id) }))
}
