import type { Search } from '../../api/search.ts'
import { rangeField } from '../../tables/filters/field.ts'
import type { ListState } from '../../tables/list-state.ts'

const ranges = [
  { value: '24h', days: 1 },
  { value: '7d', days: 7 },
  { value: '30d', days: 30 },
] as const
type Name = (typeof ranges)[number]['value']
const first: Name = '30d'

export const periodField = (label: string, word: (name: Name) => string) =>
  rangeField(
    label,
    ranges.map((range) => ({ ...range, label: word(range.value) })),
    first,
  )

/** Start and end of the period of a list, for the figures above it. */
export function periodOf(state: ListState): Search {
  const value = state.filters.find(({ name }) => name === 'range')?.value ?? first
  return periodField('', String).ask?.(value) ?? {}
}
