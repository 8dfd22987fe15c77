import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { fileExits, formatPut, type PutStep } from '@longreach/contract/link/files'
import ssh2 from 'ssh2'
import { algorithms, type Server } from './link.ts'

interface Target {
  server: Server
  login: { user: string; privateKey: string }
  ticket: string
}

/** Milliseconds between two attempts, which double up to `most`; `all` is the limit for all attempts. */
const patience = { first: 1000, most: 30_000, all: 900_000 }
const hopeless: readonly (number | undefined)[] = [fileExits.badTicket, fileExits.refused]

/** A gzipped tar archive of texts, by name. */
export function archive(files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const content = Buffer.from(text)
    const header = Buffer.alloc(512)
    header.write(name, 0)
    header.write('0000644\0', 100)
    header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124)
    header.write('0', 156)
    header.write('        ', 148)
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]))
}

/** Sends a file over connections of its own, resuming after a disconnect. Rejects with the server's reason. */
export async function sendFile(target: Target, file: Buffer, gone: AbortSignal): Promise<void> {
  const until = performance.now() + patience.all
  let wait = patience.first
  const attempt = async (step: PutStep, input?: Buffer) => {
    const end = await put(target, step, input)
    if (end.exit === fileExits.sent) return Number(end.output)
    if (hopeless.includes(end.exit) || performance.now() > until) throw new Error(end.said || 'connection closed')
    await delay(wait, undefined, { signal: gone })
    wait = Math.min(patience.most, wait * 2)
    return undefined
  }
  let offset = 0
  while ((await attempt({ step: 'append', offset }, file.subarray(offset))) !== file.length) {
    let stored: number | undefined
    while (stored === undefined) stored = await attempt({ step: 'ask' })
    offset = Math.min(file.length, stored)
  }
  const sha256 = createHash('sha256').update(file).digest('hex')
  while ((await attempt({ step: 'end', sha256 })) === undefined);
}

/** A single connection. */
function put(
  { server, login, ticket }: Target,
  step: PutStep,
  input: Buffer = Buffer.alloc(0),
): Promise<{ exit?: number; output: string; said: string }> {
  const client = new ssh2.Client()
  const from = server.from && { localAddress: server.from }
  const socket = connect({ host: server.host, port: server.port, noDelay: true, ...from })
  const end: { exit?: number; output: string; said: string } = { output: '', said: '' }
  return new Promise((resolve) => {
    const fail = (error: Error) => {
      end.said ||= error.message
      socket.destroy()
    }
    client.on('error', fail)
    socket.on('error', fail)
    socket.once('close', () => {
      client.destroy()
      resolve({ ...end, said: end.said.trim() })
    })
    client.once('ready', () => {
      client.exec(formatPut({ ticket, ...step }), (error, channel) => {
        if (error) return fail(error)
        channel.stderr.on('data', (chunk: Buffer) => {
          end.said = (end.said + chunk).slice(0, 200)
        })
        channel.on('data', (chunk: Buffer) => {
          end.output = (end.output + chunk).slice(0, 200)
        })
        channel.on('exit', (code: number | null) => {
          if (code !== null) end.exit = code
        })
        channel.on('close', () => client.end())
        channel.end(input)
      })
    })
    client.connect({
      sock: socket,
      username: login.user,
      privateKey: login.privateKey,
      algorithms,
      hostVerifier: (key: Buffer) => key.toString('base64') === server.hostKey.split(' ')[1],
    })
  })
}
