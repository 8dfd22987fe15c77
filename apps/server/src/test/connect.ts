import { type IncomingHttpHeaders, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { Endpoint } from '@longreach/contract/endpoint'
import { pollingPath, type StatusEvent } from '@longreach/contract/live'
import { openRemoteAccess } from '@longreach/contract/remote/endpoints'
import type { TestClient } from './client.ts'
import { until } from './until.ts'

/** Events of a channel, once the last one has arrived. */
export async function finished(client: TestClient, channel: unknown): Promise<StatusEvent[]> {
  let events: StatusEvent[] = []
  await until(async () => {
    const answer = await client.fetch(`${pollingPath}/${channel}`)
    const body = (await answer.json()) as { data?: Record<string, StatusEvent[]> }
    events = Object.values(body.data ?? {}).flat()
    return ['completed', 'error', 'warning'].includes(events.at(-1)?.status ?? '')
  })
  return events
}

/** Opens a session and returns its link; throws with the last event if there is none. */
export async function openLink(
  client: TestClient,
  id: number,
  body: { duration: number; username?: string; password?: string } = { duration: 600 },
  endpoint: Endpoint = openRemoteAccess,
): Promise<{ link: string; sessionId: number }> {
  const answer = await client.call(endpoint, { params: { access_id: id, id } as never, body: body as never })
  if (answer.status !== 201) throw new Error(answer.text)
  const last = (await finished(client, answer.meta.channel)).at(-1)
  if (!last?.link) throw new Error(`${last?.errorCode}: ${last?.value}`)
  return { link: last.link, sessionId: (answer.data as { session_id: number }).session_id }
}

export interface Got {
  status: number
  headers: IncomingHttpHeaders
  rawHeaders: string[]
  body: Buffer
  text: string
}

/** Requests a session's host like a browser. No resolver knows the name here, so it is sent as `Host`. */
export function visit(
  url: string,
  options: {
    method?: string
    headers?: Record<string, string | string[]>
    body?: string | Buffer
    /** Address of the browser, on this machine. */
    localAddress?: string
    /** Another node's port, as a balancer would select one. */
    port?: number | undefined
  } = {},
): Promise<Got> {
  const { protocol, hostname, port, pathname, search } = new URL(url)
  const local = hostname.endsWith('.localhost') || hostname.endsWith('.test') ? '127.0.0.1' : hostname
  return new Promise((resolve, reject) => {
    const sent = (protocol === 'https:' ? secureRequest : request)(
      {
        host: local,
        port: options.port ?? port,
        method: options.method ?? 'GET',
        path: pathname + search,
        headers: { host: `${hostname}:${port}`, ...options.headers },
        agent: false,
        servername: hostname,
        ...(options.localAddress ? { localAddress: options.localAddress } : {}),
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const body = Buffer.concat(chunks)
          const { statusCode = 0, headers, rawHeaders } = answer
          resolve({ status: statusCode, headers, rawHeaders, body, text: body.toString('utf8') })
        })
      },
    )
    sent.on('error', reject)
    sent.end(options.body)
  })
}

/** Follows the link and returns the origin and the cookie of the session. */
export async function enter(link: string, port?: number): Promise<{ origin: string; cookie: string }> {
  const { status, headers, text } = await visit(link, { port })
  if (status !== 303) throw new Error(`${status} ${text}`)
  const cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  return { origin: new URL(link).origin, cookie }
}
