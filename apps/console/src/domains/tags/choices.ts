import type { Tag } from '@longreach/contract/tags/schemas'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

type TagChoice = Pick<Tag, 'id' | 'name' | 'color' | 'devices_count'>

/** The call comes with its first use: the list of devices is drawn without it. */
async function load(query: Record<string, unknown>, signal: AbortSignal): Promise<TagChoice[]> {
  const { loadTags } = await import('./queries.ts')
  return (await loadTags({ limit: 100, sort: 'name', fields: 'id,name,color,devices_count', ...query }, signal)).data
}

/** Tags to pick from, those that fit what was typed; `company`: only what its devices may carry. */
export function tagChoicesQuery(typed: string, company: number | null = null) {
  return queryOptions({
    queryKey: ['tags', 'choices', typed, company],
    queryFn: ({ signal }) =>
      load({ ...(typed === '' ? {} : { q: typed }), ...(company === null ? {} : { for_company: company }) }, signal),
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })
}

/** Names of tags that stand in an address. */
export function namedTagsQuery(ids: string) {
  return queryOptions({
    queryKey: ['tags', 'named', ids],
    queryFn: ({ signal }) => load({ id: ids }, signal),
    staleTime: 60_000,
  })
}
