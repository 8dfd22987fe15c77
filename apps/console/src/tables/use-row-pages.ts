import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Answer } from '../api/call.ts'

export const pageSize = 100

/** A list in one order and with one filter. */
export interface RowSource<Row> {
  /** Identifies the list with its filters and order; pages with the same key belong together. */
  key: readonly unknown[]
  load: (page: { offset: number; limit: number; cursor: string | null }, signal: AbortSignal) => Promise<Answer<Row[]>>
  /** Milliseconds between silent refreshes of the visible rows. */
  refreshEvery: number
}

export interface RowPages<Row> {
  total: number | null
  /** True if the server stopped counting at `total`. */
  capped: boolean
  loaded: number
  getRow: (index: number) => Row | undefined
  /** Reports the visible rows; their pages are loaded. */
  show: (first: number, last: number) => void
  /** Failure of the first page, so that there is nothing to show. */
  error: Error | null
  /** Failure of a later page. */
  pageError: Error | null
  retry: () => void
  /** A changed list is loading while the previous one is still shown. */
  changing: boolean
  refreshing: boolean
  updatedAt: number
  /** Changes with every other list, so that the grid scrolls to its top. */
  shownKey: string
}

const pageOptions = <Row>(client: QueryClient, from: RowSource<Row>, page: number) => ({
  queryKey: [...from.key, page] as readonly unknown[],
  queryFn: ({ signal }: { signal: AbortSignal }) => {
    const before = client.getQueryData<Answer<Row[]>>([...from.key, page - 1])
    return from.load({ offset: page * pageSize, limit: pageSize, cursor: before?.meta.next ?? null }, signal)
  },
  refetchInterval: from.refreshEvery,
  // On a slow machine, seconds pass between the response and the first paint.
  staleTime: 5000,
})

/** Loads the first page before its list is drawn; never rejects. */
export function loadFirstPage<Row>(client: QueryClient, source: RowSource<Row>): Promise<void> {
  return client.prefetchQuery(pageOptions(client, source, 0))
}

/**
 * A list of any length that loads only the pages on the screen. After a change of filter or order, the old rows stay
 * until the new first page has arrived. `source` must be stable between renders.
 */
export function useRowPages<Row>(source: RowSource<Row>): RowPages<Row> {
  const client = useQueryClient()
  const [shown, setShown] = useState(source)
  const [visible, setVisible] = useState<readonly number[]>([0])

  const options = useCallback((from: RowSource<Row>, page: number) => pageOptions(client, from, page), [client])

  const first = useQuery(options(source, 0))
  const ready = first.data !== undefined || first.isError
  useEffect(() => {
    if (!ready) return
    setShown(source)
    if (shown !== source) setVisible([0])
  }, [ready, source, shown])

  const pages = useQueries({ queries: visible.map((page) => options(shown, page)) })
  const dataKey = pages.map((page) => page.dataUpdatedAt).join()

  const getRow = useMemo(() => {
    // A new function whenever a page arrives, which redraws the rows.
    void dataKey
    return (index: number) => {
      const page = Math.floor(index / pageSize)
      return client.getQueryData<Answer<Row[]>>([...shown.key, page])?.data[index - page * pageSize]
    }
  }, [client, shown, dataKey])

  const show = useCallback((from: number, to: number) => {
    const pages: number[] = []
    for (let page = Math.floor(Math.max(0, from) / pageSize); page <= Math.floor(to / pageSize); page++)
      pages.push(page)
    setVisible((now) => (now.join() === pages.join() ? now : pages))
  }, [])

  const shownKey = JSON.stringify(shown.key)
  // Over all loaded pages, not only visible ones: a jump to pages that are still loading keeps the total.
  const here = client
    .getQueryCache()
    .findAll({ queryKey: shown.key })
    .flatMap((query) => (query.state.data as Answer<Row[]> | undefined) ?? [])
  const newest = here.reduce<Answer<Row[]> | undefined>(
    (best, one) => (best && best.at >= one.at ? best : one),
    undefined,
  )

  return {
    total: newest?.meta.total ?? null,
    capped: newest?.meta.capped === true,
    loaded: here.reduce((sum, one) => sum + one.data.length, 0),
    getRow,
    show,
    error: first.isError && first.data === undefined ? first.error : null,
    pageError: pages.find((page) => page.isError)?.error ?? null,
    retry: () => void client.refetchQueries({ queryKey: shown.key, type: 'active' }),
    changing: shown !== source && !ready,
    refreshing: pages.some((page) => page.isFetching),
    updatedAt: newest?.at ?? 0,
    shownKey,
  }
}
