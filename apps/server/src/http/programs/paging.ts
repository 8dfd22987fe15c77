import type { AnyEndpoint, Schema } from '@longreach/contract/endpoint'
import { text } from '@longreach/contract/i18n'
import { intText, pageLimits } from '@longreach/contract/page'
import * as z from 'zod/mini'

/** Rows that one call with a token returns at most. */
export const mostRows = 10_000

interface Paged {
  limit: number
  offset?: number
  page?: number
  fields_only?: boolean
}

const queries = new WeakMap<AnyEndpoint, Schema>()

function toOffset({ page, ...query }: Paged, context: z.core.ParsePayload) {
  // The names of fields need no rows.
  if (query.fields_only) query.limit = 0
  if (page === undefined) return { ...query, offset: query.offset ?? 0 }
  if (query.offset !== undefined)
    context.issues.push({ code: 'custom', path: ['page'], input: page, message: text('system.page_or_offset') })
  return { ...query, offset: (page - 1) * query.limit }
}

function programQuery({ query }: AnyEndpoint): Schema {
  const paged = z.extend(query as z.ZodMiniObject, {
    limit: z._default(intText(0, mostRows), pageLimits.default),
    offset: z.optional(intText(0, Number.MAX_SAFE_INTEGER)),
    /** Instead of `offset`: from 1, in steps of `limit`. */
    page: z.optional(intText(1, Math.floor(Number.MAX_SAFE_INTEGER / mostRows))),
  })
  return z.pipe(paged, z.transform(toOffset as never))
}

/** The query of a list for programs: longer answers, and pages by number. */
export function pagedQuery(endpoint: AnyEndpoint): Schema {
  const known = queries.get(endpoint) ?? programQuery(endpoint)
  queries.set(endpoint, known)
  return known
}
