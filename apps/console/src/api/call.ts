import type { AnyEndpoint, BodyInput, ParamsInput, QueryInput, ResponseOf } from '@longreach/contract/endpoint'
import type { ErrorItem } from '@longreach/contract/errors'
import { fillPath, queryText } from './address.ts'
import { takeEarly } from './early.ts'
import { ApiError, toApiError } from './error.ts'
import { refreshSession } from './refresh.ts'

type Part<Name extends string, Input> = undefined extends Input
  ? { [K in Name]?: Input }
  : Record<never, never> extends Input
    ? { [K in Name]?: Input }
    : { [K in Name]: Input }

/** What an endpoint wants: only the parts it declares, required where it requires them. */
export type CallInput<E extends AnyEndpoint> = Part<'params', ParamsInput<E>> &
  Part<'query', QueryInput<E>> &
  Part<'body', BodyInput<E>>

export interface Meta {
  total?: number
  capped?: boolean
  next?: string | null
  channel?: string
}

export interface Answer<Data> {
  data: Data
  meta: Meta
  /** Rows of a bulk call that failed beside others that did not. */
  errors: readonly ErrorItem[]
  /** When the answer arrived, in milliseconds since 1970. */
  at: number
}

export const apiBase = '/api'

/** The cross-site token of the session; undefined while nobody is signed in. */
export function csrfToken(): string | undefined {
  const value = /(?:^|; )XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1]
  return value === undefined ? undefined : decodeURIComponent(value)
}

function send(method: string, address: string, body: unknown, signal: AbortSignal | undefined): Promise<Response> {
  if (method === 'GET') {
    const early = takeEarly(address)
    if (early !== undefined) return early
  }
  const headers = new Headers({ 'X-Requested-With': 'XMLHttpRequest', 'X-SPA-Version': __APP_VERSION__ })
  const token = csrfToken()
  if (token !== undefined) headers.set('X-XSRF-TOKEN', token)
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  return fetch(address, {
    method,
    headers,
    credentials: 'same-origin',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  })
}

async function sendOnce(method: string, address: string, body: unknown, signal: AbortSignal | undefined) {
  try {
    return await send(method, address, body, signal)
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ApiError(0, [], null)
  }
}

/** True when a 401 here may be healed by a fresh session: not for the account calls themselves. */
const canRefresh = (path: string) => !path.includes('/account')

/**
 * Calls one endpoint of the contract. A 401 refreshes the session once, shared by all that wait, and is tried once
 * more. Throws ApiError; an aborted signal throws its own reason.
 */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  signal?: AbortSignal,
): Promise<Answer<ResponseOf<E>>> {
  const { params, query, body } = input as { params?: object; query?: object; body?: unknown }
  const address =
    apiBase +
    fillPath(endpoint.path, params as Record<string, unknown>) +
    queryText((query ?? {}) as Parameters<typeof queryText>[0])
  let response = await sendOnce(endpoint.method, address, body, signal)
  if (response.status === 401 && canRefresh(endpoint.path) && (await refreshSession())) {
    response = await sendOnce(endpoint.method, address, body, signal)
  }
  const answer: unknown = await response.json().catch(() => null)
  const { success, data, meta, errors } = (answer ?? {}) as Partial<Answer<unknown>> & { success?: boolean }
  if (!response.ok || (success === false && data === undefined))
    throw toApiError(response.status, answer, response.headers)
  return { data: data as ResponseOf<E>, meta: meta ?? {}, errors: errors ?? [], at: Date.now() }
}
