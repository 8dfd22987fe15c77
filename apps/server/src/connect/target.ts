import { constants, createHash } from 'node:crypto'
import { Agent, type ClientRequest } from 'node:http'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls, type DetailedPeerCertificate, type TLSSocket } from 'node:tls'
import { type Text, text } from '@longreach/contract/i18n'
import type { Db } from '../db/client.ts'
import { meetKey } from '../domains/remote/host-keys.ts'
import type { LiveSession } from '../domains/remote/live-session.ts'
import { ReachError, targetText } from '../domains/remote/reach.ts'
import { connectTiming } from './timing.ts'

/** Most connections of a session to its target, and most of them that stay idle. */
const sockets = { most: 24, idle: 6 } as const

const fingerprintOf = (certificate: Buffer) =>
  `SHA256:${createHash('sha256').update(certificate).digest('base64').replace(/=+$/, '')}`

async function checkCertificate(db: Db, session: LiveSession, socket: TLSSocket): Promise<Text> {
  const certificate = socket.getPeerCertificate(true) as Partial<DetailedPeerCertificate>
  if (!certificate.raw)
    throw new ReachError('tls', text('remote.no_certificate', { target: targetText(session.target) }))
  const fingerprint = fingerprintOf(certificate.raw)
  const { host, port } = session.target
  const target = { deviceId: session.row.device_id, host, port, kind: 'tls' } as const
  const met = await meetKey(db, target, { type: 'x509', fingerprint })
  if (met.state === 'changed')
    throw new ReachError(
      'tls',
      text('remote.certificate_changed', { target: targetText(session.target), before: met.was, now: fingerprint }),
    )
  return met.state === 'new'
    ? text('remote.certificate_pinned', { fingerprint })
    : text('remote.certificate_known', { fingerprint })
}

/**
 * TLS to a target. Old devices speak old versions with small keys, so this one context allows them; a self-signed
 * certificate is accepted if it is the one pinned at first use.
 */
function secure(db: Db, session: LiveSession, channel: Duplex): Promise<{ socket: TLSSocket; note: Text }> {
  return new Promise((resolve, reject) => {
    const { host } = session.target
    const socket = connectTls({
      socket: channel,
      rejectUnauthorized: false,
      minVersion: 'TLSv1',
      ciphers: 'DEFAULT:@SECLEVEL=0',
      secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
      ...(isIP(host) === 0 ? { servername: host } : {}),
    })
    const timer = setTimeout(() => socket.destroy(new Error('timeout')), connectTiming.handshake)
    const fail = (error: Error) => {
      clearTimeout(timer)
      socket.destroy()
      channel.destroy()
      const words =
        error instanceof ReachError ? error.text : text('remote.no_tls', { target: targetText(session.target) })
      reject(new ReachError('tls', words))
    }
    socket.once('error', fail)
    socket.once('close', () => fail(new Error('closed')))
    socket.once('secureConnect', () => {
      checkCertificate(db, session, socket).then((note) => {
        clearTimeout(timer)
        socket.off('error', fail)
        resolve({ socket, note })
      }, fail)
    })
  })
}

export async function connectTarget(db: Db, session: LiveSession, signal?: AbortSignal): Promise<Duplex> {
  const channel = await session.connect(signal)
  channel.on('error', () => {})
  return session.row.protocol === 'https' ? (await secure(db, session, channel)).socket : channel
}

/** Connects once and returns the text that identifies the target. */
export async function greetTarget(db: Db, session: LiveSession): Promise<Text | undefined> {
  if (session.row.protocol !== 'https') return undefined
  const channel = await session.connect()
  channel.on('error', () => {})
  const { socket, note } = await secure(db, session, channel)
  socket.destroy()
  return note
}

/** Keeps connections to a session's target open for a moment, because an old device takes long for each handshake. */
class TargetAgent extends Agent {
  readonly #connect: () => Promise<Duplex>
  readonly #waiting = new WeakMap<Duplex, NodeJS.Timeout>()

  constructor(connect: () => Promise<Duplex>, keepAlive: boolean) {
    super({ keepAlive, maxSockets: sockets.most, maxFreeSockets: sockets.idle })
    this.#connect = connect
  }

  override createConnection(_options: unknown, done?: (error: Error | null, socket: Duplex) => void): undefined {
    this.#connect().then(
      (socket) => done?.(null, socket),
      (error: Error) => done?.(error, undefined as never),
    )
  }

  override keepSocketAlive(socket: Duplex): boolean {
    // Typed as void, but returns whether the target keeps the connection open.
    const keeps = super.keepSocketAlive as (this: Agent, socket: Duplex) => unknown
    this.#waiting.set(
      socket,
      setTimeout(() => socket.destroy(), connectTiming.idle),
    )
    return keeps.call(this, socket) as boolean
  }

  override reuseSocket(socket: Duplex, request: ClientRequest): void {
    clearTimeout(this.#waiting.get(socket))
    super.reuseSocket(socket, request)
  }
}

/** One agent that keeps connections open, and one that opens a new one for each request. */
export function createTargetAgents(db: Db, session: LiveSession): { kept: Agent; fresh: Agent } {
  const connect = () => connectTarget(db, session)
  const agents = { kept: new TargetAgent(connect, true), fresh: new TargetAgent(connect, false) }
  session.onEnd(() => {
    for (const agent of Object.values(agents)) agent.destroy()
  })
  return agents
}
