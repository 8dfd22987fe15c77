import { formatTime } from '@longreach/contract/time'
import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { useContextQuery } from '../../api/context.ts'
import type { Search } from '../../api/search.ts'
import { boundsOf, type Preset, type Range, readRange, writeRange, zoomTo } from '../../charts/range.ts'

/** Start and end of a range in the format of the API. */
export function timesOf(range: Range): { start_date: string; end_date: string } {
  const { from, to } = boundsOf(range, Date.now())
  return { start_date: formatTime(new Date(from * 1000)), end_date: formatTime(new Date(to * 1000)) }
}

/** The period of a page, stored in its address, and the company that the page is limited to. */
export function usePeriod(usual: Preset = '30d') {
  const search = useSearch({ strict: false }) as Search
  const to = useRouterState({ select: (state) => state.location.pathname })
  const navigate = useNavigate()
  const context = useContextQuery()
  const range = readRange(search, usual)
  const setRange = (next: Range) =>
    void navigate({ to, search: writeRange(search, next, usual) as never, replace: true })
  return {
    search,
    context,
    range,
    setRange,
    zoom: {
      onZoom(one: number, other: number) {
        const next = zoomTo(one, other)
        if (next) setRange(next)
      },
      onZoomOut: () => setRange({ kind: 'preset', preset: usual }),
    },
    set: (values: Search) => void navigate({ to, search: { ...search, ...values } as never, replace: true }),
  }
}
