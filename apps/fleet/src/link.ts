import { connect } from 'node:net'
import ssh2, { type ClientChannel } from 'ssh2'

export interface Server {
  host: string
  port: number
  /** The pinned key, `ssh-ed25519 AAAA…`. */
  hostKey: string
  /** Local address to connect from; by default the system chooses it. */
  from?: string
}

export interface Link {
  send(line: string): void
  /** Writes bytes unchanged. */
  raw(bytes: string): void
  /** Stops reading, so that the server's window fills up. */
  deafen(): void
  /** Ends the connection immediately. */
  cut(): void
}

export interface LinkListener {
  line(text: string): void
  /** Called once, whichever side ended the link. */
  closed(reason: string): void
}

export const algorithms = {
  kex: ['curve25519-sha256@libssh.org', 'curve25519-sha256'],
  serverHostKey: ['ssh-ed25519'],
  cipher: ['aes128-gcm@openssh.com', 'aes256-gcm@openssh.com', 'chacha20-poly1305@openssh.com', 'aes128-ctr'],
  compress: ['none'],
} as unknown as NonNullable<ssh2.ConnectConfig['algorithms']>

/** An unknown server must not be able to fill the memory. */
const longestLine = 65_536

/** Opens the only SSH connection of a device. Rejects if it is not open within `within` milliseconds. */
export function openLink(
  server: Server,
  login: { user: string; privateKey: string },
  within: number,
  listener: LinkListener,
): Promise<Link> {
  return new Promise((resolve, reject) => {
    const client = new ssh2.Client()
    const socket = connect({
      host: server.host,
      port: server.port,
      noDelay: true,
      ...(server.from !== undefined && { localAddress: server.from }),
    })
    let failure = 'connection closed'
    let opened = false
    const timer = setTimeout(() => {
      failure = 'no answer in time'
      socket.destroy()
    }, within)

    client.on('error', (error) => {
      failure = error.message
      socket.destroy()
    })
    socket.on('error', (error) => {
      failure = error.message
    })
    socket.once('close', () => {
      clearTimeout(timer)
      client.destroy()
      if (opened) listener.closed(failure)
      else reject(new Error(failure))
    })
    client.once('ready', () => {
      client.exec('link', (error, channel) => {
        if (error) {
          failure = error.message
          socket.destroy()
          return
        }
        clearTimeout(timer)
        opened = true
        listen(channel)
        resolve(createLink(channel, () => socket.destroy()))
      })
    })
    client.connect({
      sock: socket,
      username: login.user,
      privateKey: login.privateKey,
      algorithms,
      readyTimeout: 0,
      hostVerifier: (key: Buffer) => key.toString('base64') === server.hostKey.split(' ')[1],
    })

    function listen(channel: ClientChannel): void {
      let rest = ''
      channel.setEncoding('utf8')
      channel.on('data', (chunk: string) => {
        const lines = (rest + chunk).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) listener.line(line)
        if (rest.length > longestLine) socket.destroy()
      })
      channel.on('close', () => socket.end())
      channel.on('error', () => socket.destroy())
    }
  })
}

function createLink(channel: ClientChannel, cut: () => void): Link {
  const raw = (bytes: string) => {
    if (channel.writable) channel.write(bytes)
  }
  return { raw, send: (line) => raw(`${line}\n`), deafen: () => channel.pause(), cut }
}
