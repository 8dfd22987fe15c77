import type { ResponseOf } from '@longreach/contract/endpoint'
import { getTag, listTags, tagActionKinds } from '@longreach/contract/tags/endpoints'
import type { Tag } from '@longreach/contract/tags/schemas'
import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'

export async function loadTags(query: Record<string, unknown>, signal: AbortSignal): Promise<Answer<Tag[]>> {
  const answer = await call(listTags, { query: query as never }, signal)
  return { ...answer, data: answer.data as Tag[] }
}

export function tagQuery(id: number) {
  return queryOptions({
    queryKey: ['tags', 'one', id],
    queryFn: async ({ signal }) => (await call(getTag, { params: { id } }, signal)).data,
    refetchInterval: 60_000,
  })
}

export type OfferedAction = ResponseOf<typeof tagActionKinds>[number]

/** Actions that the user can let tags start. */
export const offeredQuery = queryOptions({
  queryKey: ['tag-actions', 'offered'],
  queryFn: async ({ signal }) => (await call(tagActionKinds, {}, signal)).data,
  staleTime: 60_000,
})
