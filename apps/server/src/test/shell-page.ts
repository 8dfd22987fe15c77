import { openShell } from '@longreach/contract/remote/endpoints'
import type { ShellClientMessage, ShellServerMessage } from '@longreach/contract/remote/shell'
import { WebSocket } from 'ws'
import { createClient, type TestClient } from './client.ts'
import { until } from './until.ts'

type Of<T extends ShellServerMessage['type']> = Extract<ShellServerMessage, { type: T }>

/** The shell's page without a screen. */
export interface ShellPage {
  socket: WebSocket
  messages: ShellServerMessage[]
  output(): string
  received(): number
  say(message: ShellClientMessage): void
  type(text: string): void
  hear<T extends ShellServerMessage['type']>(type: T, nth?: number): Promise<Of<T>>
  see(text: string): Promise<void>
  closed(): number | undefined
}

/** The response of `POST /rms-connect/open` to the key of a link: the path of the socket and its cookie. */
export async function takeKey(base: string, link: string, client: TestClient = createClient(base)) {
  const key = new URL(link).searchParams.get('key') ?? ''
  const answer = await client.call(openShell, { body: { key } })
  const [line = ''] = answer.headers.getSetCookie()
  return { answer, path: answer.data?.path, line, cookie: line.split(';')[0] ?? '' }
}

/** Opens the socket; resolves with its page, or with the status of the refusal. */
export function openPage(
  base: string,
  at: { path: string; cookie: string; origin?: string | null; host?: string },
  options: { acknowledge?: boolean } = {},
): Promise<ShellPage | number> {
  const { origin = base } = at
  const socket = new WebSocket(base.replace('http', 'ws') + at.path, {
    headers: { cookie: at.cookie, ...(origin === null ? {} : { origin }), ...(at.host ? { host: at.host } : {}) },
  })
  const messages: ShellServerMessage[] = []
  const chunks: Buffer[] = []
  let received = 0
  let code: number | undefined
  const page: ShellPage = {
    socket,
    messages,
    output: () => Buffer.concat(chunks).toString('latin1'),
    received: () => received,
    say: (message) => socket.send(JSON.stringify(message)),
    type: (text) => socket.send(Buffer.from(text, 'latin1')),
    async hear(type, nth = 1) {
      const found = () => messages.filter((message) => message.type === type)
      await until(() => found().length >= nth || code !== undefined)
      const message = found()[nth - 1]
      if (!message) throw new Error(`closed with ${code} before ${type}: ${JSON.stringify(messages)}`)
      return message as never
    },
    see: (text) => until(() => page.output().includes(text)),
    closed: () => code,
  }
  socket.on('message', (data: Buffer, binary) => {
    if (!binary) return void messages.push(JSON.parse(data.toString()))
    received += data.length
    if (received < 4 * 1024 * 1024) chunks.push(data)
    if (options.acknowledge ?? true) page.say({ type: 'ack', bytes: data.length })
  })
  socket.on('close', (closedWith) => {
    code = closedWith
  })
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve(page))
    socket.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0)
      response.resume()
    })
    socket.on('error', (error) => reject(error))
  })
}
