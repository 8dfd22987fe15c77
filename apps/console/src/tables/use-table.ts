import { sortsOf } from '@longreach/contract/list-sorts'
import type { PermissionName } from '@longreach/contract/permissions'
import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useContextQuery } from '../api/context.ts'
import type { Search } from '../api/search.ts'
import { useUser } from '../api/session.ts'
import { useStored } from '../api/user-storage.ts'
import type { FilterField } from './filters/field.ts'
import type { FilterRule } from './filters/rules.ts'
import {
  filterOf,
  type ListRules,
  type ListState,
  listQuery,
  readListState,
  withOrderOf,
  writeListState,
} from './list-state.ts'
import { usePreselected } from './preselected.ts'
import { sourceOf } from './row-source.ts'
import type { LazyFilters, Table } from './table.ts'
import { useColumns } from './use-columns.ts'
import { useRowPages } from './use-row-pages.ts'
import { useSelection } from './use-selection.ts'

type TableFilters = readonly FilterField[] | LazyFilters

const isLazy = (filters: TableFilters): filters is LazyFilters => 'Builder' in filters

export const rulesOf = (
  { list, defaultSort, sortFor }: Pick<Table<never>, 'list' | 'defaultSort' | 'sortFor'>,
  filters: Readonly<Record<string, FilterRule>>,
): ListRules => ({ sorts: sortsOf(list), defaultSort, sortFor, filters })

interface Options<Row extends { id: number }> {
  table: Table<Row>
  /** Filters that the address cannot change. */
  narrow?: Search | undefined
  /** Overrides that of the table. */
  defaultSort?: string | undefined
  /** Ids of columns that are left out. */
  without?: readonly string[] | undefined
  filtered?: boolean | undefined
  /** Receives the `meta` of each response. */
  onMeta?: ((meta: object) => void) | undefined
}

/** Filters of pages about one object, which show all of its rows. */
const objects = ['company_id', 'within', 'device_id'] as const

/** Limits that the address of the list cannot change: the filter of the page, and the company context. */
const limitsOf = (narrow: Search = {}, context: Search): Search =>
  objects.some((name) => name in narrow) ? narrow : { ...narrow, ...context }

/** Columns and filters of a table, in the user's language and according to their permissions. */
function useParts<Row extends { id: number }>(table: Table<Row>, narrow: Search, without: string, filtered: boolean) {
  const { t } = useTranslation(table.texts)
  const { permissions } = useUser()
  const context = useMemo(
    () => ({
      can: (permission: PermissionName) => permissions.includes(permission),
      narrowed: (filter: string) => filter in narrow,
    }),
    [permissions, narrow],
  )
  const columns = useMemo(() => {
    const left = without.split(',')
    return table.columns(t as never).filter(({ id, notWithin, permission }) => {
      if (left.includes(id) || (notWithin && context.narrowed(notWithin))) return false
      return permission === undefined || context.can(permission)
    })
  }, [table, t, context, without])
  const filters = useMemo((): TableFilters => {
    const all = filtered ? (table.filters ?? []) : []
    if (typeof all !== 'function') return all
    return all(t as never, context as never).filter(({ name }) => !(name in narrow))
  }, [table, t, context, narrow, filtered])
  const rules = useMemo((): Readonly<Record<string, FilterRule>> => {
    const named = isLazy(filters)
      ? Object.entries(filters.rules)
      : filters.map((field): [string, FilterRule] => [field.name, field])
    return Object.fromEntries(named.filter(([name]) => !(name in narrow)))
  }, [filters, narrow])
  return { columns, filters, rules, context }
}

/** A table on the screen: its state in the address, rows, selection, columns and filters. */
export function useTable<Row extends { id: number }>({ table, onMeta, defaultSort, ...rest }: Options<Row>) {
  const search = useSearch({ strict: false }) as Search
  const path = useRouterState({ select: (state) => state.location.pathname })
  const navigate = useNavigate()
  const context = useContextQuery()
  const narrowKey = JSON.stringify(limitsOf(rest.narrow, context))
  const narrow = useMemo(() => JSON.parse(narrowKey) as Search, [narrowKey])
  const parts = useParts(table, narrow, (rest.without ?? []).join(), rest.filtered ?? true)
  const rules = useMemo(
    () => rulesOf({ ...table, defaultSort: defaultSort ?? table.defaultSort }, parts.rules),
    [table, defaultSort, parts.rules],
  )
  const searchKey = JSON.stringify(search)
  const state = useMemo(() => readListState(JSON.parse(searchKey) as Search, rules), [searchKey, rules])
  const onMetaNow = useRef(onMeta)
  onMetaNow.current = onMeta
  const source = useMemo(() => {
    const plain = sourceOf<Row>(table, state, rules, narrow)
    return {
      ...plain,
      async load(...request: Parameters<typeof plain.load>) {
        const answer = await plain.load(...request)
        onMetaNow.current?.(answer.meta)
        return answer
      },
    }
  }, [table, state, rules, narrow])
  const pages = useRowPages<Row>(source)
  const selection = useSelection(
    // Without the order: sorting does not change the rows.
    JSON.stringify([state.q, state.filters, narrowKey]),
    useCallback((index) => pages.getRow(index)?.id, [pages.getRow]),
  )
  usePreselected(table.name, state, selection.set)
  const [stored, store] = useStored(`table.${table.name}`)
  const filtered = useCallback(
    (filter: string) => state.filters.some(({ name, not }) => !not && name === filter),
    [state],
  )
  const phoneRow = useCallback(
    (row: Row) => table.phoneRow(row, { ...parts.context, filtered } as never),
    [table, parts.context, filtered],
  )
  const explaining = parts.columns.filter(({ shownFor = [] }) => shownFor.some(filtered)).map(({ id }) => id)
  const open = (next: ListState) => void navigate({ to: path, search: writeListState(next, rules), replace: true })
  return {
    table,
    state,
    pages,
    source,
    selection,
    columns: useColumns(parts.columns, stored, store, explaining),
    fields: isLazy(parts.filters) ? [] : parts.filters,
    lazyFilters: isLazy(parts.filters) ? parts.filters : null,
    /** Filters set by the page that contains the table. */
    narrow,
    phoneRow,
    setState: (next: ListState) => open(withOrderOf(state, next, rules)),
    /** Shows a whole state, with its own order. */
    open,
    rules,
    /** The filter for a bulk call on all rows. */
    filter: { ...filterOf(state, rules), ...narrow },
    /** The query of the list's endpoint. */
    query: { ...listQuery(state, rules), ...narrow },
  }
}

export type OpenTable<Row extends { id: number }> = ReturnType<typeof useTable<Row>>
