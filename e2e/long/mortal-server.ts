import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '../../apps/server/src/test/until.ts'
import { killTree } from '../kill-tree.ts'

const main = path.resolve(import.meta.dirname, '../../apps/server/src/main.ts')

interface Ready {
  url: string
  gatewayPort: number
  hostKey: string
}

/** `server` leaves the database running, `database` the server, which starts it again by itself. */
export type Victim = 'server' | 'database' | 'both'

export interface MortalServer {
  dataDir: string
  /** Addresses of the current process; the gateway's port stays the same. */
  ready(): Ready
  /** Ends server and every process of its database at the same moment, like a power cut; or one of the two alone. */
  kill(what?: Victim): Promise<void>
  start(): Promise<void>
  /** Stops it properly and removes its data. */
  end(): Promise<void>
}

/** The whole server as a process of its own, in demo mode, with its embedded database. */
export async function startMortalServer(): Promise<MortalServer> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'mortal-'))
  let server: ChildProcess
  let ready: Ready | undefined

  const isOver = () => server.exitCode !== null || server.signalCode !== null
  const start = async () => {
    server = fork(main, [], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        DEMO: '1',
        DATA_DIR: dataDir,
        PORT: '0',
        GATEWAY_HOST: '127.0.0.1',
        GATEWAY_PORT: String(ready?.gatewayPort ?? 0),
        LOG_LEVEL: 'silent',
      },
    })
    ready = await new Promise<Ready>((resolve, reject) => {
      server.once('message', (message) => resolve(message as Ready))
      server.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
    })
  }
  await start()
  return {
    dataDir,
    ready: () => ready as Ready,
    start,
    async kill(what = 'both') {
      if (what !== 'database') {
        server.removeAllListeners('exit')
        server.kill('SIGKILL')
      }
      if (what !== 'server') killDatabase(dataDir)
      if (what !== 'database') await until(isOver)
    },
    async end() {
      server.kill('SIGTERM')
      await until(isOver, 30_000)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Every process of an embedded database at the same moment. */
export function killDatabase(dataDir: string): void {
  const postmaster = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0] as string
  killTree(postmaster)
}
