import { createHash } from 'node:crypto'
import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import type { OtherNode } from './alive-nodes.ts'
import { type Signer, signatureHeader } from './signed-request.ts'

/** Bytes of the largest response by another node that is read into memory. */
const longestAnswer = 1024 * 1024

/** Thrown if another node refused or failed; `fault` is its reason. */
export class NodeFault extends Error {
  readonly fault: string
  readonly detail: Record<string, unknown>

  constructor(fault: string, detail: Record<string, unknown> = {}) {
    super(`The other node says: ${fault}`)
    this.name = 'NodeFault'
    this.fault = fault
    this.detail = detail
  }
}

export interface NodeClient {
  /** Sends a request to another node. Rejects with NodeFault, or with the error that kept the request from arriving. */
  ask(node: OtherNode, path: string, body: unknown, signal?: AbortSignal): Promise<unknown>
  /** A connection to another node for one purpose. Rejects like `ask`. */
  connect(node: OtherNode, path: string, signal?: AbortSignal): Promise<Duplex>
  /** Passes a request on unchanged; the caller writes its body. */
  pass(
    node: OtherNode,
    given: { method: string; url: string; host: string; headers: string[]; client: string; upgrade: boolean },
  ): ClientRequest
  stop(): void
}

export function createNodeClient(signer: Signer): NodeClient {
  const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) }

  function open(node: OtherNode, options: RequestOptions & { fresh: boolean }) {
    const { protocol, hostname, port } = new URL(node.url)
    const secure = protocol === 'https:'
    const host = hostname.replace(/^\[|\]$/g, '')
    const { fresh, ...rest } = options
    // Each direction ends separately: Node closes both by default.
    const ways = fresh
      ? secure
        ? { agent: false as const }
        : { createConnection: () => connect({ host, port: Number(port) || 80, noDelay: true, allowHalfOpen: true }) }
      : { agent: agents[secure ? 'https:' : 'http:'] }
    return (secure ? requestHttps : requestHttp)({ host, port: port || (secure ? 443 : 80), ...ways, ...rest })
  }

  const hostOf = (node: OtherNode) => new URL(node.url).host

  return {
    async ask(node, path, body, signal) {
      const text = JSON.stringify(body)
      const digest = createHash('sha256').update(text).digest('hex')
      const sent = { method: 'POST', host: hostOf(node), url: path, digest }
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const request = open(node, {
          fresh: false,
          method: 'POST',
          path,
          headers: {
            host: sent.host,
            [signatureHeader]: signer.sign(node.id, sent),
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          },
        })
        giveUpOn(signal, request)
        request.on('response', resolve).on('error', reject).end(text)
      })
      return readAnswer(answer)
    },
    connect(node, path, signal) {
      const sent = { method: 'GET', host: hostOf(node), url: path, digest: '' }
      return new Promise((resolve, reject) => {
        const request = open(node, {
          fresh: true,
          method: 'GET',
          path,
          headers: {
            host: sent.host,
            [signatureHeader]: signer.sign(node.id, sent),
            connection: 'Upgrade',
            upgrade: 'longreach',
          },
        })
        const settled = giveUpOn(signal, request)
        request.on('upgrade', (_answer, socket, early) => {
          settled()
          if (early.length > 0) socket.unshift(early)
          resolve(socket)
        })
        request.on('response', (answer) => readAnswer(answer).then(() => reject(new NodeFault('answered')), reject))
        request.on('error', reject).end()
      })
    },
    pass(node, { method, url, host, headers, client, upgrade }) {
      const signature = signer.sign(node.id, { method, host, url, digest: '' }, client)
      return open(node, {
        fresh: upgrade,
        method,
        path: url,
        headers: [...headers, signatureHeader, signature] as never,
        setHost: false,
      })
    },
    stop() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/**
 * Lets the signal abort the request until the returned function is called: the connection created by the request
 * outlives the signal.
 */
function giveUpOn(signal: AbortSignal | undefined, request: ClientRequest): () => void {
  const abort = () => void request.destroy(signal?.reason as Error)
  const settled = () => signal?.removeEventListener('abort', abort)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  request.on('close', settled)
  return settled
}

async function readAnswer(answer: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > longestAnswer) throw new NodeFault('too much')
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  if (answer.statusCode === 200) return JSON.parse(text)
  if (answer.statusCode !== 409) throw new NodeFault(`status ${answer.statusCode}`)
  const { fault, ...detail } = JSON.parse(text) as { fault?: unknown }
  throw new NodeFault(String(fault), detail)
}
