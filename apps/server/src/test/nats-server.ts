import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { connect, createServer } from 'node:net'
import { until } from './until.ts'

const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` }

export const hasNats = spawnSync('nats-server', ['--version'], { env }).status === 0

export interface NatsServer {
  url: string
  port: number
  start(): Promise<void>
  stop(): Promise<void>
  /** Holds its process, which then answers nothing, and lets it go on. */
  freeze(): void
  thaw(): void
}

const given = new Set<number>()

/**
 * A port nobody listens on, from below those that connections going out are given: one of them may come in between before
 * it is listened on. None is told twice.
 */
export function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000)
  if (given.has(port)) return freePort()
  given.add(port)
  return new Promise((resolve) => {
    const server = createServer().on('error', () => resolve(freePort()))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)))
  })
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    // It speaks first.
    socket.once('data', () => resolve(true)).once('close', () => resolve(false))
    socket.on('error', () => {}).once('data', () => socket.destroy())
  })
}

/** A real NATS server on a port of its own, which it keeps when it starts again. */
export async function startNats(args: readonly string[] = []): Promise<NatsServer> {
  const port = await freePort()
  let child: ChildProcess | undefined
  const server: NatsServer = {
    url: `nats://127.0.0.1:${port}`,
    port,
    async start() {
      child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port), ...args], { env, stdio: 'ignore' })
      await until(() => answers(port))
    },
    async stop() {
      const ending = child
      child = undefined
      ending?.kill('SIGKILL')
      await until(() => !ending || ending.signalCode !== null || ending.exitCode !== null)
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  }
  await server.start()
  return server
}
