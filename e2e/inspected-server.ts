import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { listCompanies } from '@longreach/contract/companies/endpoints'
import { signIn, type TestClient } from '../apps/server/src/test/client.ts'
import { serverEnv, serverFlags } from '../scripts/server-flags.ts'

export interface InspectedServer {
  url: string
  gatewayPort: number
  hostKey: string
  admin: TestClient
  /** The company of the administrator's devices. */
  company: number
  /** Bytes of V8's heap and of external memory, after garbage collection. */
  heap(): Promise<number>
  /** Bytes of physical memory. */
  memory(): number
  stop(): Promise<void>
}

/** The demo server as a process of its own, whose V8 is asked through the inspector: it contains nothing for tests. */
export async function startInspectedServer(): Promise<InspectedServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'e2e-inspected-'))
  // PostgreSQL does not run as root; its account needs access to its cluster.
  await chmod(folder, 0o711)
  const server = fork(path.resolve(import.meta.dirname, '../apps/server/src/main.ts'), {
    execArgv: [...serverFlags, '--inspect=127.0.0.1:0'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      ...process.env,
      ...serverEnv,
      DEMO: '1',
      DATA_DIR: path.join(folder, 'data'),
      PORT: '0',
      GATEWAY_HOST: '127.0.0.1',
      GATEWAY_PORT: '0',
      LOG_LEVEL: 'silent',
    },
  })
  const inspected = new Promise<string>((resolve) => {
    server.stderr?.on('data', (chunk) => {
      const address = /ws:\S+/.exec(String(chunk))?.[0]
      if (address) resolve(address)
    })
  })
  const ready = await new Promise<{ url: string; gatewayPort: number; hostKey: string }>((resolve, reject) => {
    server.once('message', (message) => resolve(message as never))
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  const inspector = new WebSocket(await inspected)
  await new Promise((resolve) => inspector.addEventListener('open', resolve, { once: true }))

  async function ask<Result>(method: string): Promise<Result> {
    const answer = new Promise<Result>((resolve) => {
      inspector.addEventListener('message', ({ data }) => resolve(JSON.parse(String(data)).result), { once: true })
    })
    inspector.send(JSON.stringify({ id: 1, method }))
    return answer
  }

  const admin = await signIn(ready.url, 'admin@longreach.test', 'Longreach-demo-1')
  const { data: companies } = await admin.call(listCompanies, { query: {} })
  return {
    ...ready,
    admin,
    company: companies[0]?.id ?? 0,
    async heap() {
      await ask('HeapProfiler.collectGarbage')
      const { usedSize, backingStorageSize } = await ask<{ usedSize: number; backingStorageSize: number }>(
        'Runtime.getHeapUsage',
      )
      return usedSize + backingStorageSize
    },
    memory: () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) * 1024,
    async stop() {
      inspector.close()
      if (server.exitCode === null && server.signalCode === null) {
        const ended = new Promise((resolve) => server.once('exit', resolve))
        server.kill('SIGTERM')
        await ended
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}
