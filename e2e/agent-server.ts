import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { listCompanies } from '@longreach/contract/companies/endpoints'
import { createEnrolmentKey } from '@longreach/contract/devices/endpoints'
import { openDatabase } from '../apps/server/src/db/client.ts'
import { signIn, type TestClient } from '../apps/server/src/test/client.ts'
import { killTree } from './kill-tree.ts'

const ownMain = path.resolve(import.meta.dirname, '../apps/server/src/main.ts')
const password = 'Longreach-demo-1'

export interface Stored {
  set: number
  seq: number
  /** Milliseconds since 1970. */
  at: number
  values: Record<string, number | string | null>
}

export interface TestServer {
  url: string
  admin: TestClient
  /** The install command for one device of the first company. */
  installLine(): Promise<string>
  /** Every row of history of a device, by sequence number. */
  history(deviceId: number): Promise<Stored[]>
  /** Suspends the server's process, and resumes it. */
  freeze(): void
  thaw(): void
  /** kill -9 of the server and of every process of its database. */
  kill(): void
  stop(): Promise<void>
}

interface HistoryRow {
  set_id: number
  seq: number
  at: number
  numbers: string[]
  texts: string[]
  v: (number | null)[]
  t: (string | null)[]
}

/**
 * Where the embedded database keeps its cluster and socket: the data folder, to which every account has access here.
 */
function databaseOf(dataDir: string) {
  const postmaster = path.join(dataDir, 'postgres/postmaster.pid')
  return {
    host: path.join(dataDir, 'socket'),
    pid: () => (existsSync(postmaster) ? readFileSync(postmaster, 'utf8').split('\n')[0]! : undefined),
  }
}

/** The demo server as a process of its own, without its simulated devices. */
export async function startServer(options: {
  dataDir: string
  gatewayHost: string
  gatewayPort: number
  /** The server's main.ts; that of this repository by default. */
  main?: string
}): Promise<TestServer> {
  const { dataDir, gatewayHost, gatewayPort, main = ownMain } = options
  let output = ''
  const child: ChildProcess = fork(main, [], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      DEMO: '1',
      DATA_DIR: dataDir,
      HOST: 'localhost',
      PORT: '0',
      GATEWAY_HOST: '0.0.0.0',
      GATEWAY_PORT: String(gatewayPort),
      GATEWAY_PUBLIC: `${gatewayHost}:${gatewayPort}`,
      LOG_LEVEL: 'warn',
    },
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-20_000)
    })
  }
  const url = await new Promise<string>((resolve, reject) => {
    child.on('message', (message: { url?: string }) => message.url && resolve(message.url))
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}\n${output}`)))
  })
  const postgres = databaseOf(dataDir)
  const database = openDatabase({ host: postgres.host, user: 'longreach', database: 'postgres' }, () => {})

  const admin = await signIn(url, 'admin@longreach.test', password)

  return {
    url,
    admin,
    async installLine() {
      const { data: companies } = await admin.call(listCompanies)
      const { data: key } = await admin.call(createEnrolmentKey, {
        body: { company_id: companies[0]?.id ?? 0, uses: 1 },
      })
      return key.lines[0]?.line ?? ''
    },
    async history(deviceId) {
      const { rows } = await database.pool.query<HistoryRow>(
        `SELECT h.set_id, h.seq, extract(epoch FROM h.ts) * 1000 AS at, s.numbers, s.texts, h.v, h.t
        FROM history h JOIN parameter_set s ON s.id = h.set_id
        WHERE h.device_id = $1 ORDER BY h.seq, h.set_id`,
        [deviceId],
      )
      return rows.map((row) => ({
        set: row.set_id,
        seq: row.seq,
        at: Number(row.at),
        values: Object.fromEntries([
          ...row.numbers.map((name, index) => [name, row.v[index] ?? null]),
          ...row.texts.map((name, index) => [name, row.t[index] ?? null]),
        ]),
      }))
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    kill() {
      const pid = postgres.pid()
      child.kill('SIGKILL')
      if (pid) killTree(pid)
      void database.stop()
    },
    async stop() {
      await database.stop()
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}
