import type { AnyEndpoint, Schema } from '@longreach/contract/endpoint'
import { text } from '@longreach/contract/i18n'
import type { FastifyRequest } from 'fastify'
import { shapeOf } from '../../endpoint/choose-fields.ts'
import { Problem } from '../../endpoint/problem.ts'
import type { Session } from '../../endpoint/session.ts'
import { tokenOf } from './program.ts'

/** Names under which programs put a token into the address, besides any value that is one of ours. */
const names = /^(access_?token|token|api_?(key|token)|bearer|authorization)$/i

const isToken = (value: unknown) => typeof value === 'string' && value.startsWith('pat_')

/** True if the query has an access token, which would end up in the logs of proxies. */
function hasTokenInQuery(query: Schema | undefined, given: object): boolean {
  const own = shapeOf(query) ?? {}
  return Object.entries(given).some(
    ([name, values]) => !Object.hasOwn(own, name) && (names.test(name) || [name, values].flat().some(isToken)),
  )
}

/** Refuses a token in the query, with or without another one in the header. */
export function checkTokenPlace(
  endpoint: Pick<AnyEndpoint, 'query' | 'permission'>,
  { raw, query }: FastifyRequest,
  session: Session | null,
): void {
  if (session?.kind === 'browser' || endpoint.permission === 'public') return
  if (!hasTokenInQuery(endpoint.query, query as object)) return
  const code = tokenOf(raw) === undefined ? 'UNAUTHORIZED' : 'BAD_REQUEST'
  throw new Problem(code, { message: text('account.token_in_query') })
}
