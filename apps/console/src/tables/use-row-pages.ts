import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Answer } from '../api/call.ts'

export const pageSize = 100

/** A list in one order and with one filter. */
export interface RowSource<Row> {
  /** Names the list with its filters and order; pages of one key belong together. */
  key: readonly unknown[]
  load: (page: { offset: number; limit: number; cursor: string | null }, signal: AbortSignal) => Promise<Answer<Row[]>>
  /** Milliseconds between silent refreshes of what is on the screen. */
  refreshEvery: number
}

export interface RowPages<Row> {
  total: number | null
  /** True when the server stopped counting at `total`. */
  capped: boolean
  loaded: number
  getRow: (index: number) => Row | undefined
  /** Tells which rows are on the screen; their pages are loaded. */
  show: (first: number, last: number) => void
  /** Failure of the first page: there is nothing to show. */
  error: Error | null
  /** Failure of a page in the middle. */
  pageError: Error | null
  retry: () => void
  /** A changed list is being loaded while the old one is still shown. */
  changing: boolean
  refreshing: boolean
  updatedAt: number
  /** Changes whenever another list is shown, so that the grid goes back to its top. */
  shownKey: string
}

const pageOptions = <Row>(client: QueryClient, from: RowSource<Row>, page: number) => ({
  queryKey: [...from.key, page] as readonly unknown[],
  queryFn: ({ signal }: { signal: AbortSignal }) => {
    const before = client.getQueryData<Answer<Row[]>>([...from.key, page - 1])
    return from.load({ offset: page * pageSize, limit: pageSize, cursor: before?.meta.next ?? null }, signal)
  },
  refetchInterval: from.refreshEvery,
  // On a slow machine seconds pass between the answer and the first picture.
  staleTime: 5000,
})

/** Loads the first page before its list is drawn; never rejects. */
export function loadFirstPage<Row>(client: QueryClient, source: RowSource<Row>): Promise<void> {
  return client.prefetchQuery(pageOptions(client, source, 0))
}

/**
 * A list of any length, of which only the pages on the screen are loaded. A changed filter or order keeps the old
 * rows until the new first page is here. `source` must be stable between renders.
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
    // A new function whenever a page arrives: that is what redraws the rows.
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
  // Of all pages that are here, not only those on the screen: a jump to pages still to come keeps the total.
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
