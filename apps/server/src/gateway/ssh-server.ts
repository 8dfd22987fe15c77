import { createServer, type Socket } from 'node:net'
import type { AuthContext, ServerChannel, Connection as SshConnection } from 'ssh2'
import ssh2 from 'ssh2'
import { createAdmission } from './admission.ts'
import { type Connection, createConnection, plainAddress } from './connection.ts'
import type { GatewayLimits, GatewayTimes } from './limits.ts'
import type { Log } from './log.ts'
import type { GatewayMetrics } from './metrics.ts'
import { readProxyHeader } from './proxy-header.ts'
import type { DeviceLogin, Login, SignInAnswer } from './sign-in.ts'
import { gatherWrites, trimConnection } from './ssh2-tuning.ts'
import type { Forward } from './tunnels/tunnel.ts'

const algorithms = {
  // This order matters: ssh2 drops every guessed first packet, and dropbear 2022.83 guesses curve25519-sha256 and does
  // not send again if that is the server's first choice.
  kex: ['curve25519-sha256@libssh.org', 'curve25519-sha256', 'ecdh-sha2-nistp256'],
  serverHostKey: ['ssh-ed25519'],
  cipher: [
    'aes128-gcm@openssh.com',
    'aes256-gcm@openssh.com',
    'chacha20-poly1305@openssh.com',
    'aes128-ctr',
    'aes256-ctr',
  ],
  hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-256'],
  // Closing a compressed channel throws outside any handler.
  compress: ['none'],
} as const

const signInAttempts = 6
/** Most session channels of a connection: a device opens one; each uses memory until the connection ends. */
const mostSessions = 2
/** Unexpected requests before a control link is closed. */
const mostBreaches = 20
// ssh2 has one interval for all connections; silence is watched per link instead.
const neverMilliseconds = 2 ** 31 - 1

export interface SshServer {
  /** Resolves to the port it listens on. */
  listen(host: string, port: number): Promise<number>
  /** Stops accepting; open connections stay until `cut`. */
  close(): Promise<void>
  cut(): void
}

/** Bytes with which a client names itself (RFC 4253, 4.2), before it starts to exchange keys. */
const longestName = 255

/**
 * Accepts SSH connections, lets users sign in, and hands over the single exec channel or forward of each. Everything
 * else is refused.
 */
export function createSshServer(deps: {
  hostKey: string
  limits: Pick<GatewayLimits, 'unauthenticated' | 'unauthenticatedPerAddress' | 'silence'>
  times: Pick<GatewayTimes, 'ready' | 'hello' | 'linger'>
  metrics: GatewayMetrics
  log: Log
  checkSignIn: (context: AuthContext) => Promise<SignInAnswer>
  /** True for the address of a balancer, which sends the client's address in a PROXY header. */
  balancer?: ((address: string) => boolean) | undefined
  /** Returns true if the command is served at all. */
  serves: (login: Login, command: string) => boolean
  exec: (login: Login, command: string, channel: ServerChannel, connection: Connection) => void
  /** Called when a device requests a forward; resolves with true if it is accepted. Never rejects. */
  forward: (login: DeviceLogin, forward: Forward, connection: Connection) => Promise<boolean>
}): SshServer {
  const { times, metrics, log } = deps
  const admission = createAdmission(deps.limits)
  const sockets = new Set<Socket>()
  /** By remote address and port: ssh2 does not tell which socket a client came from. */
  const arrivals = new Map<string, { socket: Socket; address: string; ready: () => void; admitted: () => void }>()

  const server = new ssh2.Server(
    {
      hostKeys: [deps.hostKey],
      algorithms: algorithms as unknown as NonNullable<ssh2.ServerConfig['algorithms']>,
      ident: 'gateway',
      keepaliveInterval: neverMilliseconds,
    } as ssh2.ServerConfig,
    serve,
  )
  server.on('error', (error: Error) => log.error({ err: error }, 'The SSH server failed'))
  const listener = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, accept)

  function accept(socket: Socket) {
    socket.on('error', () => {})
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    const address = plainAddress(socket.remoteAddress)
    if (!deps.balancer?.(address)) return admit(socket, address)
    readProxyHeader(socket, times.ready).then(
      (caller) => {
        admit(socket, caller ?? address)
        socket.resume()
      },
      () => {
        metrics.connection('broken')
        socket.destroy()
      },
    )
  }

  function admit(socket: Socket, address: string) {
    const read = socket.bytesRead
    const entry = admission.enter({
      address,
      silent: () => socket.bytesRead - read <= longestName,
      drop() {
        metrics.connection('displaced')
        socket.destroy()
      },
    })
    if ('refused' in entry) {
      metrics.connection(entry.refused)
      socket.destroy()
      return
    }
    metrics.connection('accepted')
    const key = `${socket.remoteAddress} ${socket.remotePort}`
    const timer = setTimeout(() => {
      metrics.connection('too_slow')
      socket.destroy()
    }, times.ready)
    arrivals.set(key, { socket, address, ready: () => clearTimeout(timer), admitted: entry.visit.leave })
    socket.once('close', () => {
      clearTimeout(timer)
      arrivals.delete(key)
      entry.visit.leave()
    })
    gatherWrites(socket)
    server.injectSocket(socket)
  }

  function serve(client: SshConnection, info: { ip: string; port: number }) {
    const arrival = arrivals.get(`${info.ip} ${info.port}`)
    client.on('error', (error: Error & { level?: string }) => {
      log.debug({ err: error, address: info.ip }, 'SSH connection failed')
      // A socket that ends with an error is common, a protocol error is not.
      if (error.level !== 'socket') metrics.connection('broken')
      arrival?.socket.destroy()
    })
    if (!arrival) {
      client.end()
      return
    }
    const { socket, address, ready, admitted } = arrival
    trimConnection(client)
    let login: Login | undefined
    let rejections = 0

    client.on('authentication', (context) => {
      const checked = deps.checkSignIn(context).then((answer) => {
        if (socket.destroyed) return
        if (answer === 'reject') {
          context.reject(['publickey'])
          if (++rejections >= signInAttempts) socket.destroy()
          return
        }
        if (answer !== 'prove') login = answer
        context.accept()
      })
      checked.catch((error: unknown) => {
        log.error({ err: error, address: info.ip }, 'A sign-in could not be checked')
        socket.destroy()
      })
    })
    client.on('ready', () => {
      ready()
      serveLogin(client, createConnection({ socket, address, client, admitted, linger: times.linger }))
    })

    function serveLogin(signedIn: SshConnection, connection: Connection) {
      const idle = setTimeout(() => socket.destroy(), times.hello)
      socket.once('close', () => clearTimeout(idle))
      let use: 'channel' | 'forward' | undefined
      let sessions = 0
      let breaches = 0

      /** Counts unexpected requests; a connection other than a control link is closed at the first one. */
      function uninvited(what: string, reject?: () => void) {
        // Input in the same packets as the violation that ended the connection.
        if (socket.destroyed) return
        metrics.uninvited(what)
        log.info({ address: info.ip, what }, 'Unexpected request from a device')
        reject?.()
        if (use !== 'channel') connection.end()
        else if (++breaches > mostBreaches) connection.cut()
      }

      signedIn.on('session', (acceptSession, rejectSession) => {
        if (use || !login || ++sessions > mostSessions) return uninvited('session', rejectSession)
        const session = acceptSession()
        session.on('exec', (acceptExec, rejectExec, { command }) => {
          if (use || !login || !deps.serves(login, command)) return rejectExec?.()
          use = 'channel'
          clearTimeout(idle)
          deps.exec(login, command, acceptExec(), connection)
        })
      })
      signedIn.on('tcpip', (_accept, reject) => uninvited('direct', reject))
      signedIn.on('request', (accept, reject, name, { bindAddr, bindPort }) => {
        if (use === 'forward' && name === 'cancel-tcpip-forward') {
          accept?.()
          return connection.end()
        }
        if (use || login?.kind !== 'device' || name !== 'tcpip-forward') return uninvited('forward', reject)
        use = 'forward'
        void deps.forward(login, { address: bindAddr, port: bindPort }, connection).then((welcome) => {
          if (welcome) {
            clearTimeout(idle)
            accept?.(bindPort)
          } else {
            reject?.()
            connection.end()
          }
        })
      })
    }
  }

  return {
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        listener.once('error', reject)
        listener.listen(port, host, () => {
          listener.off('error', reject)
          listener.on('error', (error) => log.error({ err: error }, 'The gateway cannot accept connections'))
          const address = listener.address()
          resolve(typeof address === 'object' && address ? address.port : port)
        })
      }),
    close: () => new Promise((resolve) => (listener.listening ? listener.close(() => resolve()) : resolve())),
    cut() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
