import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Database, openDatabase } from '../apps/server/src/db/client.ts'
import { startEmbedded } from '../apps/server/src/db/embedded.ts'
import { signIn, type TestClient } from '../apps/server/src/test/client.ts'
import { serverEnv, serverFlags } from '../scripts/server-flags.ts'
import { freePort } from './ports.ts'
import { startProfiler } from './profile.ts'

const password = 'Longreach-demo-1'

export interface Installation {
  url: string
  gatewayPort: number
  hostKey: string
  /** The process that currently runs. */
  readonly server: ChildProcess
  database: Database
  admin: TestClient
  /** Ends only the server by kill -9, and starts another one on the same ports; resolves when that one is ready. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** The first message of a child; rejects if the child ends instead. */
export function nextMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const exited = (code: number | null) => reject(new Error(`a process of the measurement ended with ${code}`))
    child.once('exit', exited)
    child.once('message', (message) => {
      child.off('exit', exited)
      resolve(message as T)
    })
  })
}

/** Resolves when the child has ended. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.once('exit', resolve))
}

/** A server in its own process with the companies and users of the demo, and no devices. */
export async function startInstallation({
  execArgv = [],
  gatewayHost = '127.0.0.1',
  checkout = path.resolve(import.meta.dirname, '..'),
}: {
  execArgv?: string[]
  gatewayHost?: string
  /** Folder of another version for a comparison. */
  checkout?: string | undefined
} = {}): Promise<Installation> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'))
  const postgres = await startEmbedded(path.join(folder, 'database'), { settings: { shared_buffers: '256MB' } })
  const { host, user, database: name } = postgres.connection
  const env = {
    ...process.env,
    ...serverEnv,
    DEMO: '1',
    DATABASE_URL: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}`,
    DATA_DIR: path.join(folder, 'data'),
    PORT: String(await freePort()),
    GATEWAY_HOST: gatewayHost,
    GATEWAY_PORT: String(await freePort()),
    LOG_LEVEL: 'warn',
  }
  const profiler = await startProfiler()
  const launch = () =>
    fork(path.join(checkout, 'apps/server/src/main.ts'), {
      env,
      execArgv: [...serverFlags, ...execArgv, ...profiler.execArgv],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
  let server = launch()
  const stop = async () => {
    server.kill('SIGTERM')
    await ended(server)
    await profiler.print()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const ready = await nextMessage<{ url: string; gatewayPort: number; hostKey: string }>(server)
    const admin = await signIn(ready.url, 'admin@longreach.test', password)
    const database = openDatabase(postgres.connection, () => {})
    return {
      ...ready,
      get server() {
        return server
      },
      database,
      admin,
      async restart() {
        server.kill('SIGKILL')
        await ended(server)
        server = launch()
        await nextMessage(server)
      },
      async stop() {
        await database.stop()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}
