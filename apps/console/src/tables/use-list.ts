import { sortsOf } from '@longreach/contract/page'
import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useRef } from 'react'
import type { Search } from '../api/search.ts'
import { useStored } from '../api/user-storage.ts'
import type { GridColumn } from './columns.ts'
import type { FilterRule } from './filters/rules.ts'
import { type ListSpec, sourceOf } from './list-source.ts'
import { filterOf, type ListRules, type ListState, listQuery, readListState, writeListState } from './list-state.ts'
import { useColumns } from './use-columns.ts'
import { useRowPages } from './use-row-pages.ts'
import { useSelection } from './use-selection.ts'

export const rulesOf = (spec: ListSpec, filters: Readonly<Record<string, FilterRule>>): ListRules => ({
  sorts: sortsOf(spec.list),
  defaultSort: spec.defaultSort,
  filters,
})

interface Options<Row> {
  spec: ListSpec
  filters: Readonly<Record<string, FilterRule>>
  narrow: Search | undefined
  columns: readonly GridColumn<Row>[]
  /** Hears what else an answer says. */
  onMeta: ((meta: object) => void) | undefined
}

/** All that a list on the screen is: its state in the address, rows, choice and columns. */
export function useList<Row extends { id: number }>({ spec, filters, columns, onMeta, ...rest }: Options<Row>) {
  const search = useSearch({ strict: false }) as Search
  const path = useRouterState({ select: (state) => state.location.pathname })
  const navigate = useNavigate()
  const rules = useMemo(() => rulesOf(spec, filters), [spec, filters])
  const searchKey = JSON.stringify(search)
  const state = useMemo(() => readListState(JSON.parse(searchKey) as Search, rules), [searchKey, rules])
  const narrowKey = JSON.stringify(rest.narrow ?? {})
  const narrow = useMemo(() => JSON.parse(narrowKey) as Search, [narrowKey])
  const notify = useRef(onMeta)
  notify.current = onMeta
  const source = useMemo(() => {
    const plain = sourceOf<Row>(spec, state, rules, narrow)
    return {
      ...plain,
      async load(...asked: Parameters<typeof plain.load>) {
        const answer = await plain.load(...asked)
        notify.current?.(answer.meta)
        return answer
      },
    }
  }, [spec, state, rules, narrow])
  const pages = useRowPages<Row>(source)
  const selection = useSelection(
    // In another order they are the same rows.
    JSON.stringify([state.q, state.filters, narrowKey]),
    useCallback((index) => pages.getRow(index)?.id, [pages.getRow]),
  )
  const [stored, store] = useStored(`table.${spec.name}`)
  return {
    state,
    pages,
    selection,
    columns: useColumns(columns, stored, store),
    /** Shows the list in another state. */
    setState(next: ListState) {
      void navigate({ to: path, search: writeListState(next, rules), replace: true })
    },
    rules,
    /** What stands for all rows, where no ids are named. */
    filter: { ...filterOf(state, rules), ...narrow },
    /** The query of the list's endpoint. */
    query: { ...listQuery(state, rules), ...narrow },
  }
}

export type List<Row extends { id: number }> = ReturnType<typeof useList<Row>>
