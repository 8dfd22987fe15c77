import type { Duplex } from 'node:stream'
import ssh2, { type AuthContext, type ServerChannel, type Session } from 'ssh2'
import { algorithms } from '../link.ts'
import type { Machine } from './machine.ts'
import { runLine } from './shell.ts'
import { openTerminal } from './terminal.ts'

const attempts = 6

function mayEnter(machine: Machine, context: AuthContext): boolean {
  if (context.username !== 'root') return false
  if (context.method === 'password') return context.password === machine.password()
  if (context.method !== 'publickey' || !machine.keys().has(context.key.data.toString('base64'))) return false
  if (!context.signature || !context.blob) return true
  const key = ssh2.utils.parseKey(context.key.data)
  return !(key instanceof Error) && key.verify(context.blob, context.signature, context.hashAlgo) === true
}

async function exec(machine: Machine, channel: ServerChannel, command: string): Promise<void> {
  const over = new AbortController()
  channel.on('close', () => over.abort())
  const print = (text: string) => {
    if (channel.writable) channel.write(text)
  }
  const exit = await runLine(command, { machine, print, last: 0, signal: over.signal })
  if (!channel.writable) return
  channel.exit(exit)
  channel.end()
}

function shell(machine: Machine, channel: ServerChannel): void {
  const terminal = openTerminal(machine, {
    write(text) {
      if (channel.writable) channel.write(text)
    },
    ended(exit) {
      if (!channel.writable) return
      channel.exit(exit)
      channel.end()
    },
  })
  channel.setEncoding('utf8')
  channel.on('data', (text: string) => terminal.typed(text))
  channel.on('end', () => channel.end())
  channel.on('close', () => terminal.close())
}

function serve(machine: Machine, session: Session): void {
  session.on('pty', (accept) => accept?.())
  session.on('window-change', (accept) => accept?.())
  session.on('env', (_accept, reject) => reject?.())
  session.on('shell', (accept) => shell(machine, accept()))
  session.on('exec', (accept, _reject, { command }) => void exec(machine, accept(), command))
}

/** The SSH server of a device. It does not listen, but is given streams. */
export function createSshd(machine: Machine): (stream: Duplex) => void {
  const server = new ssh2.Server({ hostKeys: [machine.hostKey()], ident: 'simulated', algorithms }, (client) => {
    let left = attempts
    client.on('error', () => {})
    client.on('authentication', (context) => {
      if (mayEnter(machine, context)) return context.accept()
      if (left-- > 0) context.reject(['publickey', 'password'])
      else client.end()
    })
    client.on('session', (accept) => serve(machine, accept()))
  })
  return (stream) => server.injectSocket(stream as never)
}
