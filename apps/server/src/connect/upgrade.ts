import { type IncomingMessage, request as requestTarget, STATUS_CODES } from 'node:http'
import { type Duplex, pipeline } from 'node:stream'
import type { Db } from '../db/client.ts'
import { requestHeaders, responseHeaders } from './headers.ts'
import { connectTarget } from './target.ts'
import type { WebSession } from './web.ts'

export const responseHead = (status: number, pairs: readonly (readonly [string, string])[]) =>
  `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${pairs.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`

/** Refuses an upgrade with a status line; no page could show more. */
export function refuseUpgrade(socket: Duplex, status: number): void {
  if (!socket.writable) return void socket.destroy()
  socket.end(
    responseHead(status, [
      ['Connection', 'close'],
      ['Content-Length', '0'],
    ]),
    () => socket.destroy(),
  )
}

function joinUntilEnd(browser: Duplex, target: Duplex): void {
  browser.pipe(target)
  target.pipe(browser)
  const close = () => {
    browser.destroy()
    target.destroy()
  }
  for (const stream of [browser, target]) {
    stream.on('error', close)
    stream.on('close', close)
  }
}

/** Relays a WebSocket of the target's page over its own connection to the target. */
export async function relayUpgrade(
  db: Db,
  web: WebSession,
  request: IncomingMessage,
  socket: Duplex,
  early: Buffer,
): Promise<void> {
  socket.on('error', () => {})
  const connection = await connectTarget(db, web.session)
  if (socket.destroyed) return void connection.destroy()
  socket.on('close', () => connection.destroy())
  const pairs = requestHeaders(request, web.sides, { identity: false, webSocket: true })
  const upstream = requestTarget({
    createConnection: () => connection as never,
    method: 'GET',
    path: request.url,
    headers: [...pairs, ['Connection', 'Upgrade'], ['Upgrade', 'websocket']].flat() as never,
    setHost: false,
    insecureHTTPParser: true,
  })
  upstream.on('error', () => {
    connection.destroy()
    refuseUpgrade(socket, 502)
  })
  upstream.on('upgrade', (answer, target, first) => {
    if (answer.headers.upgrade?.toLowerCase() !== 'websocket') {
      target.destroy()
      return refuseUpgrade(socket, 502)
    }
    const back = responseHeaders(answer, web.sides)
    socket.write(responseHead(101, [...back, ['Connection', 'Upgrade'], ['Upgrade', 'websocket']]))
    if (first.length > 0) socket.write(first)
    if (early.length > 0) target.write(early)
    joinUntilEnd(socket, target)
  })
  upstream.on('response', (answer) => {
    // The target refuses the WebSocket and responds with the reason.
    const back = responseHeaders(answer, web.sides).filter(([name]) => !/^content-length$/i.test(name))
    socket.write(responseHead(answer.statusCode ?? 502, [...back, ['Connection', 'close']]))
    // A partial response must end the socket, too.
    pipeline(answer, socket, () => {})
  })
  upstream.end()
}
