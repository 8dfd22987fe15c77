import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream'
import { text } from '@longreach/contract/i18n'
import type { Db } from '../db/client.ts'
import type { Forwarded } from '../http/forwarded.ts'
import { findHolder, type OtherNode } from '../nodes/alive-nodes.ts'
import type { NodeClient } from '../nodes/client.ts'
import { joinStreams } from '../nodes/join-streams.ts'
import { answerPage } from './pages.ts'
import { refuseUpgrade, responseHead } from './upgrade.ts'

/** Milliseconds for which the node of a session is cached; a page sends many requests at once. */
const rememberMs = 5000
const mostRemembered = 1000

/** Hop-by-hop headers. The length of a chunked body is set again. */
const ofConnection = /^(connection|keep-alive|proxy-[a-z-]+|te|trailer|upgrade|expect|http2-settings)$/i

export interface Relay {
  find(name: string): Promise<OtherNode | undefined>
  request(node: OtherNode, request: IncomingMessage, response: ServerResponse): void
  upgrade(node: OtherNode, request: IncomingMessage, socket: Duplex, early: Buffer): void
  /** True if another node passed the request on: it must not be passed on again. */
  isPassedOn(request: IncomingMessage): boolean
  /** Closes the sockets of browsers, which a closing server would wait for. */
  stop(): void
}

export interface RelayDeps {
  db: Db
  node: string
  client: NodeClient
  clientOf(request: IncomingMessage): string | undefined
  forwarded: Pick<Forwarded, 'addressOf' | 'hostOf' | 'isHttps'>
  passed(): void
  log: { warn(details: object, message: string): void }
}

function headersFor({ rawHeaders }: IncomingMessage): string[] {
  const kept: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    if (!ofConnection.test(name)) kept.push(name, value)
  }
  return kept
}

/** Passes browser requests for a session unchanged to the node that has it. */
export function createRelay(deps: RelayDeps): Relay {
  const { db, node: own, client, log } = deps
  const sockets = new Set<Duplex>()
  const remembered = new Map<string, { node: OtherNode; until: number }>()

  function send(node: OtherNode, request: IncomingMessage, upgrade: boolean) {
    deps.passed()
    const { method = 'GET', url = '/' } = request
    // The browser's address and URL as given by a proxy that this node trusts; the other node need not know it.
    const host = deps.forwarded.hostOf(request) ?? ''
    const headers = pairs(headersFor(request)).flatMap(([name, value]) => [name, /^host$/i.test(name) ? host : value])
    headers.push('X-Forwarded-Proto', deps.forwarded.isHttps(request) ? 'https' : 'http')
    if (upgrade) headers.push('Connection', 'Upgrade', 'Upgrade', request.headers.upgrade ?? '')
    // An empty address marks a node's own requests, so a browser must always have one.
    const address = deps.forwarded.addressOf(request) || 'unknown'
    return client.pass(node, { method, url, host, headers, client: address, upgrade })
  }

  function failed(node: OtherNode, error: unknown) {
    for (const [name, known] of remembered) if (known.node.id === node.id) remembered.delete(name)
    log.warn({ err: error, node: node.id }, 'a session on another node cannot be reached')
  }

  return {
    isPassedOn: (request) => deps.clientOf(request) !== undefined,
    stop() {
      for (const socket of sockets) socket.destroy()
    },
    async find(name) {
      const known = remembered.get(name)
      if (known && known.until > Date.now()) return known.node
      remembered.delete(name)
      const node = await findHolder(db, name, own).catch((error: unknown) => {
        log.warn({ err: error }, 'node of a session could not be looked up')
        return undefined
      })
      if (!node) return undefined
      if (remembered.size >= mostRemembered) remembered.clear()
      remembered.set(name, { node, until: Date.now() + rememberMs })
      return node
    },
    request(node, request, response) {
      response.on('error', () => {})
      const upstream = send(node, request, false)
      upstream.on('error', (error) => {
        if (response.headersSent || response.destroyed) return void response.destroy()
        failed(node, error)
        answerPage(response, {
          status: 502,
          title: text('remote.page_server_gone'),
          lines: [text('remote.page_server_gone_hint')],
          link: { text: text('remote.try_again'), href: '' },
        })
      })
      // A protocol switch that was not requested.
      upstream.on('upgrade', (_answer, socket) => socket.destroy())
      upstream.on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, headersFor(answer))
        // A partial response must end the browser's connection, too.
        pipeline(answer, response, () => {})
      })
      response.on('close', () => {
        if (!response.writableFinished) upstream.destroy()
      })
      pipeline(request, upstream, () => {})
    },
    upgrade(node, request, socket, early) {
      socket.on('error', () => {})
      const upstream = send(node, request, true)
      sockets.add(socket)
      socket.on('close', () => {
        sockets.delete(socket)
        upstream.destroy()
      })
      upstream.on('error', (error) => {
        if (socket.destroyed) return
        failed(node, error)
        refuseUpgrade(socket, 502)
      })
      upstream.on('upgrade', (answer, far, first) => {
        const { upgrade = '' } = answer.headers
        const back = pairs(headersFor(answer))
        socket.write(responseHead(101, [...back, ['Connection', 'Upgrade'], ['Upgrade', upgrade]]))
        if (first.length > 0) far.unshift(first)
        if (early.length > 0) socket.unshift(early)
        joinStreams(socket, far)
      })
      upstream.on('response', (answer) => {
        const back = pairs(headersFor(answer)).filter(([name]) => !/^transfer-encoding$/i.test(name))
        socket.write(responseHead(answer.statusCode ?? 502, [...back, ['Connection', 'close']]))
        pipeline(answer, socket, () => {})
      })
      upstream.end()
    },
  }
}

function pairs(flat: readonly string[]): [string, string][] {
  const found: [string, string][] = []
  for (let at = 0; at < flat.length; at += 2) found.push([flat[at] ?? '', flat[at + 1] ?? ''])
  return found
}
