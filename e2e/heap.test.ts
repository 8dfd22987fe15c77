import { type ChildProcess, fork } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { listCompanies } from '@longreach/contract/companies/endpoints'
import { createEnrolmentKey } from '@longreach/contract/devices/endpoints'
import { patience } from '@longreach/contract/test-patience'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fleet, startFleet } from '../apps/fleet/src/fleet.ts'
import { loadFleet } from '../apps/fleet/src/spec.ts'
import { until } from '../apps/fleet/src/test-server.ts'
import { signIn } from '../apps/server/src/test/client.ts'

/** Bytes per device of V8's heap and external memory, after garbage collection; some 40,000 are usual. */
const atMost = 56_000
const [first, more] = [100, 150]

let dataDir: string
let server: ChildProcess
let inspector: WebSocket
let connect: (from: number, to: number) => Promise<void>
const fleets: Fleet[] = []

/** Uses the inspector of Node to ask the server's V8, so that the server contains nothing for this test. */
async function ask<Result>(method: string): Promise<Result> {
  const answer = new Promise<Result>((resolve) => {
    inspector.addEventListener('message', ({ data }) => resolve(JSON.parse(String(data)).result), { once: true })
  })
  inspector.send(JSON.stringify({ id: 1, method }))
  return answer
}

async function readHeap(): Promise<number> {
  await ask('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize } = await ask<{ usedSize: number; backingStorageSize: number }>(
    'Runtime.getHeapUsage',
  )
  return usedSize + backingStorageSize
}

/**
 * The lowest of readings until none was lower for a while: what is used only while devices connect is released somewhat
 * later.
 */
async function heap(): Promise<number> {
  let lowest = Number.POSITIVE_INFINITY
  for (let same = 0; same < 20; same++) {
    const read = await readHeap()
    if (read < lowest * 0.999) same = 0
    lowest = Math.min(lowest, read)
    await delay(50)
  }
  return lowest
}

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'e2e-heap-'))
  // PostgreSQL does not run as root; its account needs access to its cluster.
  await chmod(dataDir, 0o711)
  server = fork(path.resolve(import.meta.dirname, '../apps/server/src/main.ts'), {
    execArgv: ['--inspect=127.0.0.1:0'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      ...process.env,
      DEMO: '1',
      DATA_DIR: path.join(dataDir, 'data'),
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
  inspector = new WebSocket(await inspected)
  await new Promise((resolve) => inspector.addEventListener('open', resolve, { once: true }))

  const admin = await signIn(ready.url, 'admin@longreach.test', 'Longreach-demo-1')
  const { data: companies } = await admin.call(listCompanies, { query: {} })
  const { data: key } = await admin.call(createEnrolmentKey, {
    body: { company_id: companies[0]?.id ?? 0, uses: first + more },
  })
  const specs = loadFleet(first + more, 1)
  // The first devices initialise what all devices share.
  connect = async (from, to) => {
    const fleet = startFleet({
      server: { host: '127.0.0.1', port: ready.gatewayPort, hostKey: ready.hostKey },
      specs: specs.slice(from, to),
      credentials: () => ({ key: key.key }),
      retry: { spread: 1 },
      addresses: 20,
      interval: 3600,
    })
    fleets.push(fleet)
    let acknowledged = 0
    await until(() => {
      acknowledged += fleet.stats.take().acknowledged
      return fleet.devices.every((device) => device.online()) && acknowledged >= fleet.devices.length
    }, patience.fleetOnline)
  }
  await connect(0, first)
})

afterAll(async () => {
  for (const fleet of fleets) fleet.stop()
  inspector?.close()
  if (server.exitCode === null && server.signalCode === null) {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
  }
  await rm(dataDir, { recursive: true, force: true })
})

test('a connected device costs the server no more memory than it is allowed', async () => {
  const before = await heap()
  await connect(first, first + more)
  const each = ((await heap()) - before) / more
  expect(each).toBeLessThan(atMost)
  // Otherwise nothing was measured.
  expect(each).toBeGreaterThan(atMost / 4)
})
