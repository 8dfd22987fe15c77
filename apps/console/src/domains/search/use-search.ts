import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useContextQuery } from '../../api/context.ts'
import { messageOf } from '../../api/error.ts'
import { useUser } from '../../api/session.ts'
import { useStored } from '../../api/user-storage.ts'
import type { Found, SearchProvider } from '../../registry/domain.ts'
import { groupSize } from '../../registry/search-provider.ts'

/** Milliseconds without a key before a search (spec §9). */
const debounce = 500

/** The debounced text, and a function that skips the delay. */
export function useRested(text: string): [string, () => void] {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), debounce)
    return () => clearTimeout(timer)
  }, [text])
  return [rested, () => setRested(text)]
}

/** The kinds that the user may search, and the selected ones, which are remembered. */
export function useProviders(providers: readonly SearchProvider[]) {
  const { permissions } = useUser()
  const allowed = providers.filter(({ permission }) => permissions.includes(permission))
  const [stored, store] = useStored('search_endpoints')
  const off = new Set(Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [])
  const chosen = allowed.filter(({ key }) => !off.has(key))
  const toggle = (key: string) => store(off.has(key) ? [...off].filter((other) => other !== key) : [...off, key])
  return { allowed, chosen, toggle }
}

export interface Group {
  provider: SearchProvider
  items: readonly Found[]
  /** `7`, or `10+` if there are more than shown. */
  count: string
  more: boolean
  error: string | null
}

/** The results of each provider; empty groups are left out. */
export function useFound(chosen: readonly SearchProvider[], q: string): { groups: Group[]; busy: boolean } {
  const context = useContextQuery()
  return useQueries({
    queries: chosen.map((provider) => ({
      queryKey: ['search', provider.key, q, context],
      queryFn: ({ signal }: { signal: AbortSignal }) => provider.find(q, context, signal),
      enabled: q !== '',
      retry: false,
    })),
    combine: (results) => ({
      busy: results.some(({ isFetching }) => isFetching),
      groups: results.flatMap(({ data, error }, at): Group[] => {
        const provider = chosen[at] as SearchProvider
        if (error) return [{ provider, items: [], count: '', more: false, error: messageOf(error) }]
        if (!data || data.items.length === 0) return []
        const more = data.total > groupSize
        return [{ provider, items: data.items, count: more ? `${groupSize}+` : String(data.total), more, error: null }]
      }),
    }),
  })
}
