import { login } from '@longreach/contract/account/endpoints'
import type { BodyInput, Endpoint, ParamsInput, QueryInput, ResponseOf } from '@longreach/contract/endpoint'
import type { ErrorItem } from '@longreach/contract/errors'

export interface TestAnswer<Data> {
  status: number
  data: Data
  meta: Record<string, unknown>
  errors: ErrorItem[]
  headers: Headers
  text: string
}

export interface Input<E extends Endpoint> {
  params?: ParamsInput<E>
  query?: QueryInput<E>
  body?: BodyInput<E>
  /** Files of an upload, by name. */
  files?: Record<string, File>
  /** The body of a `stream`. */
  bytes?: Uint8Array<ArrayBuffer>
}

/** A browser without a screen: keeps cookies, sends the CSRF header, uses the contract. */
export interface TestClient {
  cookies: Map<string, string>
  call<E extends Endpoint>(endpoint: E, input?: Input<E>): Promise<TestAnswer<ResponseOf<E>>>
  fetch(path: string, init?: RequestInit): Promise<Response>
}

function keepCookies(cookies: Map<string, string>, response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [pair = '', ...attributes] = line.split('; ')
    const [name = '', value = ''] = pair.split('=')
    const expires = attributes.find((attribute) => attribute.startsWith('Expires='))?.slice(8)
    if (expires && new Date(expires) < new Date()) cookies.delete(name)
    else cookies.set(name, decodeURIComponent(value))
  }
}

function urlOf(endpoint: Endpoint, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Record<string, unknown>
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined) query.set(name, String(value))
  }
  const text = query.toString()
  return `/api${path}${text ? `?${text}` : ''}`
}

/** Like the console: several values are numbered. */
function partsOf(body: object, files: Record<string, File>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    if (Array.isArray(value)) for (const [at, one] of value.entries()) form.append(`${name}[${at}]`, String(one))
    else if (value !== undefined) form.append(name, String(value))
  }
  for (const [name, file] of Object.entries(files)) form.append(`${name}[0]`, file)
  return form
}

function sent(
  endpoint: Endpoint,
  { body, files = {}, bytes }: Pick<Input<Endpoint>, 'files' | 'bytes'> & { body?: unknown },
) {
  if (endpoint.kind === 'stream')
    return { headers: { 'content-type': 'application/octet-stream' }, body: bytes ?? new Uint8Array() }
  if (endpoint.kind === 'upload') return { body: partsOf(body ?? {}, files) }
  if (body === undefined) return {}
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

export function createClient(base: string): TestClient {
  const cookies = new Map<string, string>()
  const client: TestClient = {
    cookies,
    async fetch(path, init = {}) {
      const headers = new Headers(init.headers)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
      const csrf = cookies.get('XSRF-TOKEN')
      if (csrf && !headers.has('x-xsrf-token')) headers.set('x-xsrf-token', csrf)
      const response = await fetch(base + path, { ...init, headers, redirect: 'manual' })
      keepCookies(cookies, response)
      return response
    },
    async call(endpoint, input = {}) {
      const response = await client.fetch(urlOf(endpoint, input), {
        method: endpoint.method,
        ...sent(endpoint, input),
      })
      const text = await response.text()
      const json = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {}
      return {
        status: response.status,
        data: json.data,
        meta: json.meta ?? {},
        errors: json.errors ?? [],
        headers: response.headers,
        text,
      }
    },
  }
  return client
}

export async function signIn(base: string, username: string, password: string): Promise<TestClient> {
  const client = createClient(base)
  const { status, text } = await client.call(login, { body: { username, password } })
  if (status !== 200) throw new Error(`${username} could not sign in: ${status} ${text}`)
  return client
}
