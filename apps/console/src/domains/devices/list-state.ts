import { deviceSorts } from '@longreach/contract/devices/constants'
import { deviceFilters } from '@longreach/contract/devices/endpoints'
import type { Search } from '../../api/search.ts'
import { defaultSort, listFields } from './first-page.ts'

export const filterNames = [...Object.keys(deviceFilters), 'company_id'] as readonly FilterName[]
export type FilterName = keyof typeof deviceFilters | 'company_id'

export interface Filter {
  name: FilterName
  value: string
  /** True: all but this value. */
  not: boolean
}

/** What the devices list shows, as it stands in the address. */
export interface ListState {
  q: string
  sort: string
  filters: readonly Filter[]
}

const sorts = new Set<string>(deviceSorts.flatMap((name) => [name, `-${name}`]))
const names = new Set<string>(filterNames)

/** Reads an address; what it does not know it leaves out. */
export function readListState(search: Search): ListState {
  const filters: Filter[] = []
  for (const [key, value] of Object.entries(search)) {
    const not = key.startsWith('ne:')
    const name = not ? key.slice(3) : key
    if (names.has(name) && value !== '') filters.push({ name: name as FilterName, value, not })
  }
  const sort = search.sort ?? ''
  return { q: (search.q ?? '').slice(0, 100), sort: sorts.has(sort) ? sort : defaultSort, filters }
}

/** The reverse; the default order leaves no trace. */
export function writeListState({ q, sort, filters }: ListState): Search {
  return {
    ...(q === '' ? {} : { q }),
    ...(sort === defaultSort ? {} : { sort }),
    ...filterQuery(filters),
  }
}

function filterQuery(filters: readonly Filter[]): Search {
  return Object.fromEntries(filters.map(({ name, value, not }) => [not ? `ne:${name}` : name, value]))
}

/** Puts a filter in the place of another of the same name. */
export function withFilter(state: ListState, filter: Filter): ListState {
  return { ...state, filters: [...state.filters.filter((one) => one.name !== filter.name), filter] }
}

export function withoutFilter(state: ListState, name: FilterName): ListState {
  return { ...state, filters: state.filters.filter((one) => one.name !== name) }
}

/** What stands for all devices of the list, where no ids are named. */
export const filterOf = ({ q, filters }: ListState): Search => ({ ...(q === '' ? {} : { q }), ...filterQuery(filters) })

/** Query of the list and of its export, in the order that index.html uses for the first page. */
export function listQuery(state: ListState) {
  return {
    sort: state.sort,
    fields: listFields.join(','),
    ...(state.q === '' ? {} : { q: state.q }),
    ...filterQuery(state.filters),
  }
}
