import type { Search } from '../../api/search.ts'

/** What a list shows, as it stands in the address. */
export interface ListState {
  q: string
  /** A column of the server's sorts, `-` in front for descending. */
  sort: string
  filters: Readonly<Record<string, string>>
}

export interface ListRules {
  sorts: readonly string[]
  defaultSort: string
  /** Names of filters, each with its values; null where any text will do. */
  filters: Readonly<Record<string, readonly string[] | null>>
}

/** Reads an address; what the list does not know is left out. */
export function readListState(search: Search, rules: ListRules): ListState {
  const sort = search.sort ?? ''
  const filters = Object.entries(search).filter(([name, value]) => {
    const values = rules.filters[name]
    return value !== '' && values !== undefined && (values === null || values.includes(value))
  })
  return {
    q: (search.q ?? '').slice(0, 100),
    sort: rules.sorts.includes(sort.replace(/^-/, '')) ? sort : rules.defaultSort,
    filters: Object.fromEntries(filters),
  }
}

/** The reverse; the default order leaves no trace. */
export function writeListState({ q, sort, filters }: ListState, rules: ListRules): Search {
  return { ...(q === '' ? {} : { q }), ...(sort === rules.defaultSort ? {} : { sort }), ...filters }
}

/** The query of the list's endpoint. */
export function listQuery({ q, sort, filters }: ListState) {
  return { sort, ...(q === '' ? {} : { q }), ...filters }
}

/** Without a value the filter is taken away. */
export function withFilter(state: ListState, name: string, value: string | null): ListState {
  const { [name]: _before, ...others } = state.filters
  return { ...state, filters: value === null || value === '' ? others : { ...others, [name]: value } }
}
