import type { AddressInfo } from 'node:net'
import ssh2, { type ServerChannel } from 'ssh2'
import { generateHostKey } from '../gateway/host-key.ts'

export interface SshTarget {
  port: number
  /** Sign-in attempts, such as `publickey root`. */
  tries: string[]
  sizes: string[]
  /** Bytes of the flood written so far. */
  flooded: number
  /** A user whose key it always rejects (PermitRootLogin). */
  forbidden: string | undefined
  stop(): Promise<void>
}

/** A real SSH server: a prompt that echoes, `flood` that writes without end, `exit`. */
export async function startSshTarget(given: {
  password?: string
  keys?: () => Iterable<string>
  hostKey?: string
  interactive?: boolean
  algorithms?: ssh2.ServerConfig['algorithms']
}): Promise<SshTarget> {
  const clients = new Set<ssh2.Connection>()
  const target = {
    tries: [] as string[],
    sizes: [] as string[],
    flooded: 0,
    forbidden: undefined as string | undefined,
  }

  function allowsKey(context: ssh2.PublicKeyAuthContext): boolean {
    if (target.forbidden === context.username) return false
    const shown = context.key.data.toString('base64')
    const known = [...(given.keys?.() ?? [])].some((line) => line.split(' ')[1] === shown)
    if (!known || !context.signature) return known
    const key = ssh2.utils.parseKey(`${context.key.algo} ${shown}`) as ssh2.ParsedKey
    return key.verify(context.blob as Buffer, context.signature) === true
  }

  function flood(channel: ServerChannel): void {
    const chunk = Buffer.alloc(16 * 1024, 'y\n')
    const more = () => {
      while (!channel.destroyed) {
        target.flooded += chunk.length
        if (!channel.write(chunk)) return void channel.once('drain', more)
      }
    }
    more()
  }

  function run(channel: ServerChannel): void {
    let line = ''
    channel.write('$ ')
    channel.on('data', (chunk: Buffer) => {
      channel.write(chunk)
      line += chunk.toString('latin1')
      if (!line.endsWith('\r')) return
      const command = line.trim()
      line = ''
      if (command === 'exit') {
        channel.exit(3)
        channel.end()
      } else if (command === 'flood') flood(channel)
      else channel.write(Buffer.from(`\n<${command}>\n$ `, 'latin1'))
    })
  }

  const server = new ssh2.Server(
    { hostKeys: [given.hostKey ?? generateHostKey()], ...(given.algorithms && { algorithms: given.algorithms }) },
    (client) => {
      clients.add(client)
      client.on('error', () => {})
      client.on('close', () => clients.delete(client))
      client.on('authentication', (context) => {
        target.tries.push(`${context.method} ${context.username}`)
        const ways = [
          ...(given.password ? [given.interactive ? 'keyboard-interactive' : 'password'] : []),
          ...(given.keys ? ['publickey'] : []),
        ] as ssh2.AuthenticationType[]
        if (context.method === 'password' && !given.interactive && context.password === given.password)
          return context.accept()
        if (context.method === 'publickey' && allowsKey(context)) return context.accept()
        if (context.method === 'keyboard-interactive' && given.interactive)
          return context.prompt([{ prompt: 'Password: ', echo: false }], (answers) =>
            answers[0] === given.password ? context.accept() : context.reject(ways),
          )
        context.reject(ways)
      })
      client.on('session', (accept) => {
        const session = accept()
        session.on('pty', (ok, _no, { cols, rows, term }: ssh2.PseudoTtyInfo & { term?: string }) => {
          target.sizes.push(`${term} ${cols}x${rows}`)
          ok()
        })
        session.on('window-change', (ok, _no, { cols, rows }) => {
          target.sizes.push(`${cols}x${rows}`)
          ok?.()
        })
        session.on('shell', (ok) => run(ok()))
      })
    },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(target, {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      for (const client of clients) client.end()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  })
}
