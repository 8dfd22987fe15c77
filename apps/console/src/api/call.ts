import type { AnyEndpoint, BodyInput, ParamsInput, QueryInput, ResponseOf } from '@longreach/contract/endpoint'
import type { ErrorItem } from '@longreach/contract/errors'
import { fillPath, queryText } from './address.ts'
import { notifyBlocked } from './blocked.ts'
import { csrfToken } from './csrf.ts'
import { takeEarly } from './early.ts'
import { ApiError, toApiError } from './error.ts'
import { type Proof, proven } from './proof.ts'
import { refreshSession } from './refresh.ts'
import { spaVersion } from './version.ts'

type Part<Name extends string, Input> = undefined extends Input
  ? { [K in Name]?: Input }
  : Record<never, never> extends Input
    ? { [K in Name]?: Input }
    : { [K in Name]: Input }

/** Input of an endpoint: only the parts it declares, required as it declares them. */
export type CallInput<E extends AnyEndpoint> = Part<'params', ParamsInput<E>> &
  Part<'query', QueryInput<E>> &
  Part<'body', BodyInput<E>>

export interface Meta {
  total?: number
  /** Number of devices with a known position. */
  located?: number
  capped?: boolean
  next?: string | null
  /** Channel for the progress of the work that the call has started. */
  channel?: string
  /** Id of the action, if the work is one. */
  action_id?: number
  /** Id of the undo record, if the change can be undone. */
  undo?: number
  /** Version of the agent that the server offers. */
  agent_version?: string
}

export interface Answer<Data> {
  data: Data
  meta: Meta
  /** Rows of a bulk call that failed while others succeeded. */
  errors: readonly ErrorItem[]
  message?: string
  /** When the response arrived, in milliseconds since 1970. */
  at: number
}

export const apiBase = '/api'

function send(method: string, address: string, body: unknown, signal: AbortSignal | undefined): Promise<Response> {
  if (method === 'GET') {
    const early = takeEarly(address)
    if (early !== undefined) return early
  }
  const headers = new Headers({ 'X-Requested-With': 'XMLHttpRequest', 'X-SPA-Version': spaVersion() })
  const token = csrfToken()
  if (token !== undefined) headers.set('X-XSRF-TOKEN', token)
  const bytes = body instanceof Blob
  if (body !== undefined) headers.set('Content-Type', bytes ? 'application/octet-stream' : 'application/json')
  return fetch(address, {
    method,
    headers,
    credentials: 'same-origin',
    ...(body === undefined ? {} : { body: bytes ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  })
}

export interface CallOptions {
  /** Milliseconds after which the call fails with 408; none by default. */
  timeout?: number
  /** File that is sent as the raw body. */
  bytes?: Blob
  /** A 401 is returned as it is, without refreshing the session. */
  asIs?: boolean
}

/** Sends a body as JSON, or a file as it is; throws ApiError if no response arrives. */
export async function sendOnce(method: string, address: string, body: unknown, signal?: AbortSignal, timeout?: number) {
  const timedOut = timeout === undefined ? undefined : AbortSignal.timeout(timeout)
  try {
    return await send(
      method,
      address,
      body,
      timedOut && signal ? AbortSignal.any([timedOut, signal]) : (timedOut ?? signal),
    )
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ApiError(timedOut?.aborted ? 408 : 0, [], null)
  }
}

/** True if a 401 may be fixed by refreshing the session: not for the account calls themselves. */
export const canRefresh = (path: string) => !path.includes('/account')

/**
 * Calls one endpoint of the contract. A 401 refreshes the session, once for all waiting calls, and the call is retried
 * once. Throws ApiError; an aborted signal throws its own reason.
 */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  signal?: AbortSignal,
  { timeout, bytes, asIs = false }: CallOptions = {},
): Promise<Answer<ResponseOf<E>>> {
  const { params, query, body } = input as { params?: object; query?: object; body?: unknown }
  const address =
    apiBase +
    fillPath(endpoint.path, params as Record<string, unknown>) +
    queryText((query ?? {}) as Parameters<typeof queryText>[0])
  const sendIt = (proof?: Proof) =>
    sendOnce(endpoint.method, address, proof ? { ...(body as object), ...proof } : (bytes ?? body), signal, timeout)
  const heals = !asIs && canRefresh(endpoint.path)
  const answer = await request(sendIt, { heals, hasBody: endpoint.method !== 'GET', name: endpoint.name })
  return answer as Answer<ResponseOf<E>>
}

interface Options {
  /** After a 401 the session is refreshed and the request is repeated once. */
  heals: boolean
  /** A code that the server requires is sent in the body. */
  hasBody?: boolean
  /** Name of the endpoint, for a failure without a message. */
  name?: string
}

/** One request and its parsed response; if the server requires a proof of identity, asks for it and sends it along. */
export const request = (
  sendIt: (proof?: Proof) => Promise<Response>,
  { heals, hasBody = true, name }: Options,
): Promise<Answer<unknown>> => proven((proof) => requestOnce(() => sendIt(proof), heals, name), { hasBody })

async function requestOnce(
  sendIt: () => Promise<Response>,
  heals: boolean,
  name: string | undefined,
): Promise<Answer<unknown>> {
  let response = await sendIt()
  if (response.status === 401 && heals && (await refreshSession())) response = await sendIt()
  const answer: unknown = await response.json().catch(() => null)
  const { success, data, meta, errors, message } = (answer ?? {}) as Partial<Answer<unknown>> & { success?: boolean }
  // A proxy or a captive portal that answers 200 with a page of its own has executed nothing.
  const readable = typeof answer === 'object' && answer !== null
  if (!response.ok || !readable || (success === false && data === undefined)) {
    const error = toApiError(response.status, answer, response.headers, { statusText: response.statusText, name })
    notifyBlocked(error)
    throw error
  }
  return {
    data,
    meta: meta ?? {},
    errors: errors ?? [],
    at: Date.now(),
    ...(message ? { message } : {}),
  }
}
