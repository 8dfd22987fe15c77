import type { Search } from '../api/search.ts'
import { accepts, type FilterRule } from './filters/rules.ts'

export interface Filter {
  name: string
  value: string
  /** True to match all but this value. */
  not: boolean
}

/** The state of a list in the URL. */
export interface ListState {
  q: string
  /** A sort of the server, with `-` in front for descending. */
  sort: string
  filters: readonly Filter[]
}

export interface ListRules {
  sorts: readonly string[]
  defaultSort: string
  /** The default order while a filter is set. */
  sortFor?: Readonly<Record<string, string | undefined>> | undefined
  filters: Readonly<Record<string, FilterRule>>
}

type OrderRules = Pick<ListRules, 'defaultSort' | 'sortFor'>

export function defaultSortOf({ defaultSort, sortFor = {} }: OrderRules, filters: readonly Filter[]): string {
  const set = filters.find(({ name, not }) => !not && Object.hasOwn(sortFor, name))
  return (set && sortFor[set.name]) ?? defaultSort
}

/** Parses an address; parts that the list does not know are left out. */
export function readListState(search: Search, rules: ListRules): ListState {
  const filters: Filter[] = []
  for (const [key, value] of Object.entries(search)) {
    const not = key.startsWith('ne:')
    const name = not ? key.slice(3) : key
    const rule = Object.hasOwn(rules.filters, name) ? rules.filters[name] : undefined
    if (rule && (rule.not || !not) && accepts(rule, value)) filters.push({ name, value, not })
  }
  const sort = search.sort ?? ''
  return {
    q: (search.q ?? '').slice(0, 100),
    sort: rules.sorts.includes(sort.replace(/^-/, '')) ? sort : defaultSortOf(rules, filters),
    filters,
  }
}

/** The reverse; the default order is left out. */
export function writeListState({ q, sort, filters }: ListState, rules: OrderRules): Search {
  return {
    ...(q === '' ? {} : { q }),
    ...(sort === defaultSortOf(rules, filters) ? {} : { sort }),
    ...Object.fromEntries(filters.map(({ name, value, not }) => [not ? `ne:${name}` : name, value])),
  }
}

/** A state after a change of its filters: an order that was the default one follows them. */
export function withOrderOf(state: ListState, next: ListState, rules: OrderRules): ListState {
  const isDefault = next.sort === state.sort && state.sort === defaultSortOf(rules, state.filters)
  return isDefault ? { ...next, sort: defaultSortOf(rules, next.filters) } : next
}

/** Filter that selects all rows of the list, instead of ids. */
export function filterOf({ q, filters }: ListState, rules: Pick<ListRules, 'filters'>): Search {
  const unsaid = Object.entries(rules.filters).flatMap(([name, { initial }]) =>
    initial === undefined || filters.some((one) => one.name === name) ? [] : [{ name, value: initial, not: false }],
  )
  const asked = [...filters, ...unsaid].map(
    ({ name, value, not }) => rules.filters[name]?.ask?.(value) ?? { [not ? `ne:${name}` : name]: value },
  )
  return Object.assign(q === '' ? {} : { q }, ...asked)
}

export const listQuery = (state: ListState, rules: Pick<ListRules, 'filters'>): Search => ({
  sort: state.sort,
  ...filterOf(state, rules),
})

/** Replaces the filter of the same name. */
export function withFilter(state: ListState, filter: Filter): ListState {
  const at = state.filters.findIndex(({ name }) => name === filter.name)
  const others = state.filters.filter(({ name }) => name !== filter.name)
  return { ...state, filters: at < 0 ? [...others, filter] : [...others.slice(0, at), filter, ...others.slice(at)] }
}

/** Replaces the filter `set`, or adds one at the end; null removes it. */
export function replaceFilter(state: ListState, set: Filter | undefined, next: Filter | null): ListState {
  const added = next ? [next] : []
  const filters = set ? state.filters.flatMap((one) => (one === set ? added : [one])) : [...state.filters, ...added]
  return { ...state, filters }
}

export function withoutFilter(state: ListState, name: string): ListState {
  return { ...state, filters: state.filters.filter((one) => one.name !== name) }
}

/** The value of a filter, unless it is negated. */
export const selectedValue = (state: ListState, name: string): string | null =>
  state.filters.find((one) => one.name === name && !one.not)?.value ?? null
