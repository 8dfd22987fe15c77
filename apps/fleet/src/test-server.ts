import { createHmac } from 'node:crypto'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fileExits, parseGet, parsePut } from '@longreach/contract/link/files'
import { proofText } from '@longreach/contract/link/identity'
import {
  type DownLine,
  formatDownLine,
  type Hello,
  LineError,
  parseUpLine,
  type UpLine,
} from '@longreach/contract/link/lines'
import ssh2, { type ServerChannel } from 'ssh2'
import { generateDeviceKey } from './keys.ts'
import type { Server } from './link.ts'

export const testSecret = 'a secret of the test'

/** Polls until the condition is true; fails with its source after `within` milliseconds. */
export async function until(condition: () => unknown, within = 60_000): Promise<void> {
  const deadline = Date.now() + within
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`never became true: ${condition}`)
    await delay(10)
  }
}

export type ReportLine = Extract<UpLine, { verb: 'report' }>

export interface TestLink {
  user: string
  /** Public key of the sign-in. */
  key: string
  hello?: Hello
  names: Map<number, string[]>
  reports: ReportLine[]
  lines: UpLine[]
  bad: string[]
  say(line: DownLine): void
  cut(): void
  open: boolean
}

export interface TestServer {
  server: Server
  links: TestLink[]
  /** Sends the welcome; tests of refusals replace it. */
  greet: (link: TestLink) => DownLine
  /** Answers a `get`; set by tests that have a file. */
  serveFile: (get: { ticket: string; offset: number }, channel: ServerChannel, client: ssh2.Connection) => void
  /** Content that devices have sent, by ticket. */
  received: Map<string, Buffer>
  /** Whether reports are acknowledged. */
  acknowledging: boolean
  /** Maximum number of unacknowledged reports at any time. */
  mostUnderWay: number
  /** Enrolled keys by device id. */
  bound: Map<number, string>
  stop(): Promise<void>
}

/** A minimal server for the link: it accepts every key, verifies proofs and records everything it receives. */
export async function startTestServer(settings: Record<string, number> = {}): Promise<TestServer> {
  const hostKey = generateDeviceKey()
  const parsed = ssh2.utils.parseKey(hostKey)
  if (parsed instanceof Error) throw parsed
  const bySerial = new Map<string, number>()
  const clients = new Set<ssh2.Connection>()

  const gateway = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
    clients.add(client)
    let user = ''
    let key = ''
    client.on('error', () => {})
    client.on('close', () => clients.delete(client))
    client.on('authentication', (context) => {
      if (context.method !== 'publickey') return context.reject(['publickey'])
      user = context.username
      key = context.key.data.toString('base64')
      context.accept()
    })
    client.on('session', (accept) => {
      accept().on('exec', (acceptExec, _reject, { command }) => {
        const get = parseGet(command)
        const put = parsePut(command)
        if (put) receive(put.ticket, acceptExec())
        else if (get) test.serveFile(get, acceptExec(), client)
        else serve(acceptExec(), { user, key }, client)
      })
    })
  })

  /** Appends content, or confirms that the file is complete. */
  function receive(ticket: string, channel: ServerChannel): void {
    channel.on('data', (chunk: Buffer) => {
      test.received.set(ticket, Buffer.concat([test.received.get(ticket) ?? Buffer.alloc(0), chunk]))
    })
    channel.on('end', () => {
      channel.write(`${test.received.get(ticket)?.length ?? 0}\n`)
      channel.exit(fileExits.sent)
      channel.end()
    })
  }

  function serve(channel: ServerChannel, { user, key }: { user: string; key: string }, client: ssh2.Connection): void {
    const link: TestLink = {
      user,
      key,
      names: new Map(),
      reports: [],
      lines: [],
      bad: [],
      say: (line) => void channel.write(`${formatDownLine(line)}\n`),
      cut: () => client.end(),
      open: true,
    }
    const nonce = 'c0ffee'
    let rest = ''
    let underWay = 0
    test.links.push(link)
    client.on('close', () => {
      link.open = false
    })
    channel.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) hear(line)
    })

    function acknowledge({ boot, seq }: Pick<ReportLine, 'boot' | 'seq'>): void {
      underWay++
      test.mostUnderWay = Math.max(test.mostUnderWay, underWay)
      setImmediate(() => {
        underWay--
        if (test.acknowledging && link.open) link.say({ verb: 'ack', boot, seq })
      })
    }

    function prove(proof: string): DownLine {
      const { serial = '', mac = '' } = link.hello ?? {}
      const expected = createHmac('sha256', testSecret)
        .update(proofText(nonce, serial, mac))
        .digest('hex')
      if (proof !== expected) return { verb: 'refused', code: 12, retry: 1, reason: 'Device could not be verified' }
      const device = bySerial.get(serial) ?? bySerial.size + 1
      bySerial.set(serial, device)
      test.bound.set(device, key)
      return { verb: 'bound', device }
    }

    function hear(text: string): void {
      let line: UpLine
      try {
        line = parseUpLine(text)
      } catch (error) {
        if (!(error instanceof LineError)) throw error
        link.bad.push(error.message)
        return
      }
      link.lines.push(line)
      if (line.verb === 'hello') {
        link.hello = line.hello
        link.say(user === 'enroll' ? { verb: 'nonce', nonce } : test.greet(link))
      } else if (line.verb === 'proof') link.say(prove(line.proof))
      else if (line.verb === 'set') link.names.set(line.set, line.names)
      else if (line.verb === 'report') {
        link.reports.push(line)
        acknowledge(line)
      } else if (line.verb === 'batch') {
        const { boot, seq, rows } = line
        for (const [at, row] of rows.entries())
          if (row) link.reports.push({ verb: 'report', boot, seq: seq + at, ...row })
        acknowledge({ boot, seq: seq + rows.length - 1 })
      }
    }
  }

  const listener = createServer({ noDelay: true }, (socket) => gateway.injectSocket(socket))
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', () => resolve()))
  const address = listener.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const test: TestServer = {
    server: {
      host: '127.0.0.1',
      port,
      hostKey: `ssh-ed25519 ${parsed.getPublicSSH().toString('base64')}`,
    },
    links: [],
    greet: () => ({
      verb: 'welcome',
      settings: { keepalive: 60, dynamic: 1, static: 1000, io: 1, gps: 1, wireless: 1, ...settings },
    }),
    serveFile: (_get, _channel, client) => client.end(),
    received: new Map(),
    acknowledging: true,
    mostUnderWay: 0,
    bound: new Map(),
    async stop() {
      for (const client of clients) client.end()
      await new Promise<void>((resolve) => listener.close(() => resolve()))
    },
  }
  return test
}
