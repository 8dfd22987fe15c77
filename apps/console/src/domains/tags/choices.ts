import type { Tag } from '@longreach/contract/tags/schemas'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

type TagChoice = Pick<Tag, 'id' | 'name' | 'color' | 'devices_count'>

/** Lazy: the list of devices is drawn without it. */
async function load(query: Record<string, unknown>, signal: AbortSignal): Promise<TagChoice[]> {
  const { loadTags } = await import('./queries.ts')
  return (await loadTags({ limit: 100, sort: 'name', fields: 'id,name,color,devices_count', ...query }, signal)).data
}

/** Tags to select from, matching the typed text; with `company`, only tags that its devices can have. */
export function tagChoicesQuery(typed: string, company: number | null = null) {
  return queryOptions({
    queryKey: ['tags', 'choices', typed, company],
    queryFn: ({ signal }) =>
      load({ ...(typed === '' ? {} : { q: typed }), ...(company === null ? {} : { for_company: company }) }, signal),
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })
}

/** Names of tags whose ids are in a URL. */
export function namedTagsQuery(ids: string) {
  return queryOptions({
    queryKey: ['tags', 'named', ids],
    queryFn: ({ signal }) => load({ id: ids }, signal),
    staleTime: 60_000,
  })
}
