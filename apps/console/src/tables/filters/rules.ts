import type { Search } from '../../api/search.ts'

/** The values that an address may contain for a filter, and the resulting query. */
export interface FilterRule {
  /** `empty`: the filter only distinguishes rows with and without a value. */
  kind: 'list' | 'text' | 'number' | 'dates' | 'duration' | 'flag' | 'empty'
  /** The closed set of a list, named ranges of dates, or usual durations; without it any text is valid. */
  values?: readonly string[]
  ids?: true
  /** Accepts several values, any of which may match. */
  many?: true
  /** Can be negated. */
  not?: true
  empty?: true
  /** Applies while the address contains none. */
  initial?: string
  /** The query of the endpoint, if it differs from the filter itself. */
  ask?: (value: string) => Search
}

export const emptyValues = ['is_null', 'not_null'] as const
const longest = 200
const count = /^(\d{0,9})\.\.(\d{0,9})$/
const days = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/

const duration = /^[1-9]\d{0,3}[mhd]$/

const isDay = (text: string) => {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** The two ends of `1..5`, `..5` or `2026-01-01..`; null if it is not such a range. */
export function rangeOf(kind: 'number' | 'dates', value: string): { from: string; to: string } | null {
  const [, from = '', to = ''] = (kind === 'number' ? count : days).exec(value) ?? []
  if (from === '' && to === '') return null
  if (from === '' || to === '') return kind === 'number' || isDay(from || to) ? { from, to } : null
  const right = kind === 'number' ? Number(from) <= Number(to) : isDay(from) && isDay(to) && from <= to
  return right ? { from, to } : null
}

/** Whether a filter accepts the value: an address is untrusted input. */
export function accepts(rule: FilterRule, value: string): boolean {
  if (value === '' || value.length > longest || /\p{Cc}/u.test(value)) return false
  if (rule.empty && (emptyValues as readonly string[]).includes(value)) return true
  switch (rule.kind) {
    case 'empty':
      return false
    case 'flag':
      return value === 'true' || value === 'false'
    case 'number':
      return rangeOf('number', value) !== null
    case 'dates':
      return rule.values?.includes(value) === true || rangeOf('dates', value) !== null
    case 'duration':
      return duration.test(value)
    case 'text':
      return rule.ids ? acceptsOne(rule, value) : value.trim() !== ''
    default:
      return (rule.many ? value.split(',') : [value]).every((one) => acceptsOne(rule, one))
  }
}

function acceptsOne({ values, ids }: FilterRule, value: string): boolean {
  if (ids) return /^(0|[1-9]\d{0,14})$/.test(value)
  return values ? values.includes(value) : value !== ''
}
