import { formatTime } from '@longreach/contract/time'
import type { Search } from '../../api/search.ts'
import { type FilterRule, rangeOf } from './rules.ts'

export interface FilterOption {
  value: string
  label: string
  /** Number of rows with this value, if the server counts them. */
  count?: number | null
}

/** A filter of a list, with the texts for its builder and chip. */
export interface FilterField<Name extends string = string> extends FilterRule {
  name: Name
  label: string
  /** Shown beside the search with all of its values, or with those listed here. */
  quick?: true | readonly string[]
  /** Shown as a switch beside the search, whose on state is its only value. It has no chip. */
  switch?: true
  options?: readonly FilterOption[]
  /** A hook that returns the options matching the typed text; undefined while they are loading. */
  useOptions?: (typed: string) => readonly FilterOption[] | undefined
  /** A hook that returns names for the current values. */
  useNames?: (value: string) => (one: string) => string
  /** Labels for 'is empty' and 'is not empty'. */
  emptyLabels?: readonly [string, string]
}

/** Filter by the id of one object that a row refers to, by any of several, or by all but them. */
export const idField = <Name extends string>(
  name: Name,
  label: string,
  rest: Required<Pick<FilterField, 'useOptions' | 'useNames'>> & Pick<FilterField, 'many'>,
): FilterField<Name> => ({ name, label, kind: 'list', ids: true, not: true, ...rest })

/** A field with a closed list of values, each with its label. */
export function optionField<const Name extends string, const Value extends string>(
  name: Name,
  label: string,
  values: readonly Value[],
  word: (value: Value) => string,
  rest: Partial<Omit<FilterField, 'name'>> = {},
): FilterField<Name> {
  return { name, label, kind: 'list', values, options: values.map((value) => ({ value, label: word(value) })), ...rest }
}

/** Days in the browser's time zone, converted to times of the API. */
function between(value: string): Search {
  const { from = '', to = '' } = rangeOf('dates', value) ?? {}
  return {
    ...(from === '' ? {} : { start_date: formatTime(new Date(`${from}T00:00:00`)) }),
    ...(to === '' ? {} : { end_date: formatTime(new Date(`${to}T23:59:59`)) }),
  }
}

/** Filter for the creation of a row, from day to day. */
export const createdField = (label: string): FilterField<'created'> => ({
  name: 'created',
  label,
  kind: 'dates',
  ask: between,
})

const day = 86_400_000
const everSince = '2000-01-01 00:00:00'

interface Range extends FilterOption {
  /** Null for all time. */
  days: number | null
}

/** A range of days that ends now, or from day to day; both ends are always in the query. */
export function rangeField(label: string, options: readonly Range[], initial: string): FilterField<'range'> {
  return {
    name: 'range',
    label,
    kind: 'dates',
    quick: true,
    initial,
    values: options.map(({ value }) => value),
    options,
    ask(value) {
      const now = Date.now()
      const named = options.find((option) => option.value === value)
      const start = named?.days == null ? everSince : formatTime(new Date(now - named.days * day))
      // Ends a day from now, so that rows added while the page is open are included.
      return { start_date: start, end_date: formatTime(new Date(now + day)), ...(named ? {} : between(value)) }
    },
  }
}

/** Filter by the number of something that a row has. */
export const countField = <const Name extends string>(name: Name, label: string): FilterField<Name> => ({
  name,
  label,
  kind: 'number',
  ask(value) {
    const { from = '', to = '' } = rangeOf('number', value) ?? {}
    return { ...(from === '' ? {} : { [`${name}_min`]: from }), ...(to === '' ? {} : { [`${name}_max`]: to }) }
  },
})
