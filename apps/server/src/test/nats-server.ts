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
  /** Stops its process, which then does not respond, and resumes it. */
  freeze(): void
  thaw(): void
}

const given = new Set<number>()

/**
 * A port on which nothing listens, below the range for outgoing connections: one of those could take it before it is
 * listened on. Never returns the same port twice.
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
    // The server speaks first.
    socket.once('data', () => resolve(true)).once('close', () => resolve(false))
    socket.on('error', () => {}).once('data', () => socket.destroy())
  })
}

/** A real NATS server on its own port, which it keeps when it starts again. */
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
