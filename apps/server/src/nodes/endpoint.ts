import { createHash } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type LinkVerb, linkCommands } from '@longreach/contract/link/commands'
import * as z from 'zod/mini'
import type { Db } from '../db/client.ts'
import { DeviceOffline, NoAnswer, type OwnLinks, TunnelError } from '../drivers/driver.ts'
import type { Listener } from '../listeners.ts'
import { findNode } from './alive-nodes.ts'
import { type NodeClient, NodeFault } from './client.ts'
import { createFarTunnel } from './far-tunnel.ts'
import { joinStreams } from './join-streams.ts'
import type { OfferedTunnels } from './neighbours.ts'
import { channelPath, nodeFolder, nodePaths, offerPath } from './paths.ts'
import { type SignedRequest, type Signer, signatureHeader } from './signed-request.ts'

/** Bytes of a command of 4,000 bytes as JSON, with a margin. */
const longestQuestion = 64 * 1024

const deviceId = z.int().check(z.minimum(1))
const linkBody = z.object({ device_id: deviceId })
const askBody = z.object({
  device_id: deviceId,
  question: z.object({
    verb: z.enum(Object.keys(linkCommands) as LinkVerb[]),
    arg: z.string(),
    seconds: z.int().check(z.minimum(1)),
  }),
})
const restartBody = z.object({ session_id: deviceId, channel: z.string() })

export interface NodeEndpointDeps {
  db: Db
  signer: Signer
  client: NodeClient
  offered: OfferedTunnels
  /** The links and tunnels of this node; undefined without a gateway. */
  here: OwnLinks | undefined
  /** Reopens the tunnel of a session on this node; false if it is not here. */
  restart(sessionId: number, channel: string): boolean
  /** Filled with the browser's address for each request that another node passed on. */
  passedOn: WeakMap<IncomingMessage, string>
  /** Filled with the connections that other nodes open here for one purpose each. */
  sockets: Set<Duplex>
  refused(): void
  log: { warn(details: object, message: string): void }
}

/** Serves requests of other nodes of the installation, and the requests of browsers that they pass on. */
export function createNodeEndpoint(deps: NodeEndpointDeps): Listener {
  const { here, passedOn, sockets } = deps

  function verify(request: IncomingMessage, header: string): SignedRequest | undefined {
    const { method = '', url = '' } = request
    // Removes the signature: a device's page must never see it.
    delete request.headers[signatureHeader]
    for (let at = request.rawHeaders.length - 2; at >= 0; at -= 2) {
      if (request.rawHeaders[at]?.toLowerCase() === signatureHeader) request.rawHeaders.splice(at, 2)
    }
    const signed = deps.signer.verify(header, { method, url, host: request.headers.host ?? '' })
    if (!signed) deps.refused()
    return signed
  }

  const answers: Record<string, (body: unknown) => Promise<unknown> | unknown> = {
    [nodePaths.link]: (body) => {
      const found = here?.link(linkBody.parse(body).device_id)
      if (!found) throw new NodeFault('offline')
      return found
    },
    [nodePaths.ask]: async (body) => {
      const { device_id, question } = askBody.parse(body)
      if (!here) throw new NodeFault('offline')
      return here.ask(device_id, question).catch((error: unknown) => {
        throw error instanceof DeviceOffline
          ? new NodeFault('offline')
          : error instanceof NoAnswer
            ? new NodeFault('no_answer')
            : error
      })
    },
    [nodePaths.restart]: (body) => {
      const { session_id, channel } = restartBody.parse(body)
      if (!deps.restart(session_id, channel)) throw new NodeFault('unknown')
      return {}
    },
  }

  async function answer(signed: SignedRequest, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const say = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    try {
      const text = await readBody(request)
      const find = Object.hasOwn(answers, request.url ?? '') ? answers[request.url ?? ''] : undefined
      if (!find || request.method !== 'POST' || sha256(text) !== signed.digest) return void say(404, {})
      say(200, (await find(JSON.parse(text))) as object)
    } catch (error) {
      if (error instanceof NodeFault) return void say(409, { fault: error.fault, ...error.detail })
      deps.log.warn({ err: error, from: signed.from }, 'request of another node failed')
      if (!response.headersSent) say(500, {})
    }
  }

  async function offerOf(signed: SignedRequest, parts: RegExpExecArray, socket: Duplex): Promise<void> {
    const [, ticket = '', device = '', id = ''] = parts
    const node = await findNode(deps.db, signed.from)
    if (!node) throw new NodeFault('late')
    const tunnel = createFarTunnel(deps.client, { node, path: nodePaths.channel(id), deviceId: Number(device) }, socket)
    if (!here?.takeIn(ticket, tunnel)) throw new NodeFault('late')
    welcome(socket)
  }

  async function channelOf(id: string, socket: Duplex): Promise<void> {
    const tunnel = await deps.offered.find(id)
    if (!tunnel) throw new NodeFault('tunnel_gone')
    const closed = new AbortController()
    socket.on('close', () => closed.abort())
    const channel = await tunnel.open(closed.signal)
    welcome(socket)
    joinStreams(socket, channel)
  }

  async function connect(
    signed: SignedRequest,
    request: IncomingMessage,
    socket: Duplex,
    early: Buffer,
  ): Promise<void> {
    const { method, url = '' } = request
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    if (early.length > 0) socket.unshift(early)
    const offer = offerPath.exec(url)
    const channel = channelPath.exec(url)
    if (method !== 'GET' || request.headers.upgrade !== 'longreach') return refuse(socket, 404)
    if (offer) return offerOf(signed, offer, socket)
    if (channel) return channelOf(channel[1] ?? '', socket)
    refuse(socket, 404)
  }

  /** The signed request of another node; 'refused' if the signature is invalid, undefined if there is none. */
  function check(request: IncomingMessage): SignedRequest | 'refused' | undefined {
    const header = request.headers[signatureHeader]
    return header === undefined ? undefined : (verify(request, String(header)) ?? 'refused')
  }

  /** True for a node's own request; otherwise a browser's request was passed on and is handled from here on. */
  function isOwn(signed: SignedRequest, request: IncomingMessage): boolean {
    if (request.url?.startsWith(nodeFolder) && !signed.client) return true
    passedOn.set(request, signed.client)
    return false
  }

  return {
    request(request, response) {
      const signed = check(request)
      if (signed === undefined) return false
      if (signed === 'refused') response.writeHead(403, { connection: 'close' }).end()
      else if (isOwn(signed, request)) void answer(signed, request, response)
      else return false
      return true
    },
    upgrade(request, socket, early) {
      const signed = check(request)
      if (signed === undefined) return false
      socket.on('error', () => {})
      if (signed === 'refused') refuse(socket, 403)
      else if (isOwn(signed, request))
        connect(signed, request, socket, early).catch((error: unknown) => refuseBy(socket, error))
      else return false
      return true
    },
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > longestQuestion) throw new NodeFault('too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function welcome(socket: Duplex): void {
  socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: longreach\r\n\r\n')
}

function refuse(socket: Duplex, status: number, body = ''): void {
  if (!socket.writable) return void socket.destroy()
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    () => socket.destroy(),
  )
}

function refuseBy(socket: Duplex, error: unknown): void {
  if (error instanceof NodeFault) refuse(socket, 409, JSON.stringify({ fault: error.fault }))
  else if (error instanceof TunnelError)
    refuse(socket, 409, JSON.stringify({ fault: error.step, message: error.message }))
  else refuse(socket, 500)
}
