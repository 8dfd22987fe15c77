import { connect } from 'node:net'
import { formatUpLine, type Hello } from '@longreach/contract/link/lines'
import ssh2, { type ClientChannel } from 'ssh2'
import { hostKeyLine } from '../../gateway/host-key.ts'
import { until } from '../until.ts'

export const testHello: Hello = {
  v: 1,
  serial: 'L-0123456789ab',
  mac: '00:1E:42:AA:BB:CC',
  model: 'Test',
  firmware: '1.0',
  backend: 'linux',
  agent: '1.0.0',
  boot: '0123456789ab',
  uptime: 1000,
}

export interface TestDevice {
  lines: string[]
  say(...lines: string[]): void
  raw(bytes: string | Buffer): Promise<void>
  /** Resolves with the first line that starts with the prefix. */
  hear(start: string): Promise<string>
  closed(): boolean
  client: ssh2.Client
  channel: ClientChannel
  leave(): void
}

/** Connects as `user` and runs `command`; rejects if either is refused. */
export function connectDevice(options: {
  port: number
  user: string
  privateKey?: string
  agent?: ssh2.BaseAgent
  command?: string
  /** PROXY header of a balancer, sent first. */
  proxyHeader?: string
}): Promise<TestDevice> {
  const client = new ssh2.Client()
  return new Promise((resolve, reject) => {
    client.on('error', reject)
    client.once('close', () => reject(new Error('closed before ready')))
    client.once('ready', () => {
      client.exec(options.command ?? 'link', (error, channel) => {
        if (error) return reject(error)
        resolve(createTestDevice(client, channel))
      })
    })
    // ssh2's own socket waits for more to send, which costs 40 ms per round trip.
    const sock = connect({ port: options.port, host: '127.0.0.1', noDelay: true })
    if (options.proxyHeader) sock.write(options.proxyHeader)
    client.connect({
      sock,
      username: options.user,
      ...(options.privateKey && { privateKey: options.privateKey }),
      ...(options.agent && { agent: options.agent }),
    })
  })
}

function createTestDevice(client: ssh2.Client, channel: ClientChannel): TestDevice {
  const lines: string[] = []
  let rest = ''
  let closed = false
  channel.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString('utf8')).split('\n')
    rest = parts.pop()!
    lines.push(...parts)
  })
  channel.on('close', () => client.end())
  client.on('close', () => {
    closed = true
  })
  client.on('error', () => {})
  return {
    lines,
    client,
    channel,
    say: (...said) => void channel.write(said.map((line) => `${line}\n`).join('')),
    raw: (bytes) => new Promise((resolve) => channel.write(bytes, () => resolve())),
    async hear(start) {
      await until(() => lines.some((line) => line.startsWith(start)))
      return lines.find((line) => line.startsWith(start))!
    },
    closed: () => closed,
    leave: () => void client.destroy(),
  }
}

export async function welcomedDevice(options: {
  port: number
  deviceId: number
  privateKey: string
  hello?: Partial<Hello>
  proxyHeader?: string
}): Promise<TestDevice> {
  const { deviceId, hello, ...login } = options
  const device = await connectDevice({ ...login, user: String(deviceId) })
  device.say(formatUpLine({ verb: 'hello', hello: { ...testHello, ...hello } }))
  await device.hear('welcome ')
  return device
}

/** Offers the public part of one key and signs with another: an attacker who copied a public key. */
export class ForgingAgent extends ssh2.BaseAgent<ssh2.ParsedKey> {
  readonly #shown: ssh2.ParsedKey
  readonly #signing: ssh2.ParsedKey

  constructor(shown: string, signing: string) {
    super()
    this.#shown = ssh2.utils.parseKey(shown) as ssh2.ParsedKey
    this.#signing = ssh2.utils.parseKey(signing) as ssh2.ParsedKey
  }

  override getIdentities(callback: (error: undefined, keys: ssh2.ParsedKey[]) => void) {
    callback(undefined, [this.#shown])
  }

  override sign(_key: unknown, data: Buffer, ...rest: unknown[]) {
    const callback = rest.at(-1) as (error: undefined, signature: Buffer) => void
    callback(undefined, this.#signing.sign(data) as Buffer)
  }
}

export function publicKeyOf(privateKey: string): string {
  return hostKeyLine(privateKey)
}
