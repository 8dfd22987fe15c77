import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import ssh2, { type AcceptConnection, type ClientChannel, type RejectConnection } from 'ssh2'
import { onTestFinished } from 'vitest'
import { until } from '../until.ts'
import { type TestDevice, welcomedDevice } from './device.ts'
import type { TestGateway } from './gateway.ts'

/** Handles a connection to the device's target. */
export type OnConnection = (accept: AcceptConnection<ClientChannel>, reject: RejectConnection) => void

export interface TestForward {
  client: ssh2.Client
  closed(): boolean
}

/** The device's end of a tunnel: a separate connection that registers a forward. Rejects if it is refused. */
export function registerForward(
  login: { port: number; deviceId: number; privateKey: string },
  ticket: string,
  onConnection: OnConnection,
  cipher?: string,
): Promise<TestForward> {
  const client = new ssh2.Client()
  let closed = false
  onTestFinished(() => void client.destroy())
  client.on('close', () => {
    closed = true
  })
  client.on('tcp connection', (_details, accept, reject) => onConnection(accept, reject))
  return new Promise((resolve, reject) => {
    client.on('error', reject)
    client.once('ready', () => {
      client.forwardIn(ticket, 1, (error) => (error ? reject(error) : resolve({ client, closed: () => closed })))
    })
    client.connect({
      sock: connect({ port: login.port, host: '127.0.0.1', noDelay: true }),
      username: String(login.deviceId),
      privateKey: login.privateKey,
      ...(cipher && { algorithms: { cipher: [cipher as never] } }),
    })
  })
}

/** The ticket of the nth tunnel requested from the device. */
export async function ticketOf(device: TestDevice, nth = 1): Promise<string> {
  const commands = () => device.lines.filter((line) => / tunnel \d+ /.test(line))
  await until(() => commands().length >= nth)
  return commands()[nth - 1]!.split(' ')[4]!
}

export type Known = ReturnType<TestGateway['device']>

export function tunnelDevice(known: Known): Promise<TestDevice> {
  return welcomedDevice({ ...known, hello: { caps: ['sh', 'tunnel'] } })
}

/** A device with one open tunnel. */
export async function openTestTunnel(gateway: TestGateway, onConnection: OnConnection, cipher?: string) {
  const known = gateway.device()
  const device = await tunnelDevice(known)
  const asked = gateway.driver.openTunnel(known.deviceId, { host: '127.0.0.1', port: 80 })
  const forward = await registerForward(known, await ticketOf(device), onConnection, cipher)
  return { known, device, forward, tunnel: await asked }
}

/** Reads until the peer ends the stream. */
export async function readAll(stream: Duplex): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Signs in at an SSH server behind a stream and runs a command; returns its output. */
export function runThrough(
  sock: Duplex,
  login: { username: string; privateKey?: string; password?: string },
  command: string,
): Promise<string> {
  const client = new ssh2.Client()
  return new Promise((resolve, reject) => {
    client.on('error', reject)
    client.on('ready', () =>
      client.exec(command, (error, channel) => {
        if (error) return reject(error)
        let output = ''
        channel.on('data', (chunk: Buffer) => {
          output += chunk
        })
        channel.on('close', () => {
          client.end()
          resolve(output)
        })
      }),
    )
    client.connect({ sock, ...login })
  })
}
