import { type ChildProcess, fork, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Tunnel } from '../apps/server/src/drivers/driver.ts'
import { type AgentDriver, createAgentDriver } from '../apps/server/src/gateway/agent-driver.ts'
import { generateHostKey, hostKeyLine } from '../apps/server/src/gateway/host-key.ts'
import { type TestDevice, welcomedDevice } from '../apps/server/src/test/gateway/device.ts'
import { createTestServer } from '../apps/server/src/test/gateway/server.ts'
import { nextMessage } from './installation.ts'
import { median, percentile } from './numbers.ts'
import { profiled } from './profile.ts'
import { startPlainTunnel } from './sshd.ts'
import type { IdleTunnel } from './tunnel-clients.ts'
import type { TargetReady } from './tunnel-target.ts'
import { usageOf } from './usage.ts'

const megabytes = 200
const repeats = 5
const opens = 500
const idle = 1000
const deviceId = 1

type Open = () => Promise<Duplex>

async function seconds(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await run()
  return (performance.now() - startedAt) / 1000
}

const block = Buffer.alloc(256 * 1024, 120)

async function toDevice(open: Open): Promise<void> {
  const stream = await open()
  stream.write('d')
  for (let sent = 0; sent < megabytes * 1e6; sent += block.length) {
    if (!stream.write(block)) await new Promise((resolve) => stream.once('drain', resolve))
  }
  stream.end()
  for await (const _chunk of stream);
}

async function fromDevice(open: Open): Promise<void> {
  const stream = await open()
  stream.write(`u ${megabytes * 1e6}`)
  let received = 0
  for await (const chunk of stream) received += chunk.length
  if (received !== megabytes * 1e6) throw new Error(`${received} bytes arrived`)
}

interface World {
  driver: AgentDriver
  device: TestDevice
  port: number
  privateKey: string
  hostKey: string
}

async function startWorld(): Promise<World> {
  const server = createTestServer()
  const [hostKey, privateKey] = [generateHostKey(), generateHostKey()]
  server.devices.set(deviceId, { publicKey: hostKeyLine(privateKey) })
  const driver = createAgentDriver({
    port: server.port,
    listen: { host: '127.0.0.1', port: 0 },
    hostKey,
    agent: { content: Buffer.alloc(0), sha256: '' },
    log: { debug() {}, info() {}, warn() {}, error() {} },
    limits: { tunnelsPerDevice: 2 * idle },
  })
  await driver.start()
  const port = driver.address()?.port ?? 0
  const device = await welcomedDevice({ port, deviceId, privateKey, hello: { caps: ['tunnel'] } })
  return { driver, device, port, privateKey, hostKey }
}

/** Requests a tunnel and lets `join` open the device's end of it. */
async function openTunnel(world: World, port: number, join: (ticket: string) => void): Promise<Tunnel> {
  const before = world.device.lines.length
  const asked = world.driver.openTunnel(deviceId, { host: '127.0.0.1', port })
  while (world.device.lines.length === before) await delay(1)
  join(world.device.lines.at(-1)?.split(' ')[4] ?? '')
  return asked
}

/** The SSH client, started like by the agent (agent/lib/40-ssh.sh). */
function startClient(world: World, folder: string, ticket: string, target: number): ChildProcess {
  return spawn('ssh', [
    ...[
      '-F',
      '/dev/null',
      '-c',
      'aes128-gcm@openssh.com',
      '-N',
      '-T',
      '-p',
      String(world.port),
      '-i',
      path.join(folder, 'device'),
    ],
    ...['-o', `UserKnownHostsFile=${path.join(folder, 'gateway')}`, '-o', 'IdentityAgent=none'],
    ...['-R', `${ticket}:1:127.0.0.1:${target}`, `${deviceId}@127.0.0.1`],
  ])
}

async function measureBulk(ours: Open, plain: Open): Promise<void> {
  for (const [name, run] of [
    ['to the device', toDevice],
    ['from the device', fromDevice],
  ] as const) {
    const rates: { ours: number; plain: number }[] = []
    for (let repeat = 0; repeat <= repeats; repeat++) {
      const one = {
        plain: megabytes / (await seconds(() => run(plain))),
        ours: megabytes / (await seconds(() => run(ours))),
      }
      // The first run is a warm-up.
      if (repeat > 0) rates.push(one)
    }
    const [mine, theirs] = [median(rates.map((one) => one.ours)), median(rates.map((one) => one.plain))]
    const ratio = median(rates.map((one) => one.ours / one.plain))
    console.log(
      `${name.padEnd(16)} ${mine.toFixed(0)} MB/s, ssh -R through sshd ${theirs.toFixed(0)} MB/s: ${ratio.toFixed(2)} times (goal 1.0)`,
    )
  }
}

async function measureOpen(tunnel: Tunnel): Promise<void> {
  const times: number[] = []
  for (let count = 0; count < opens; count++) {
    const startedAt = performance.now()
    const stream = await tunnel.open()
    times.push(performance.now() - startedAt)
    const closed = new Promise((resolve) => stream.once('close', resolve))
    stream.destroy()
    await closed
  }
  console.log(
    `connection opens p50 ${percentile(times, 0.5).toFixed(2)} ms (goal 0.5), p95 ${percentile(times, 0.95).toFixed(2)} ms`,
  )
}

function collect(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

async function measureMemory(world: World): Promise<void> {
  const clients = fork(path.join(import.meta.dirname, 'tunnel-clients.ts'))
  await nextMessage(clients)
  const join = (ticket: string) => {
    const server = { host: '127.0.0.1', port: world.port, hostKey: hostKeyLine(world.hostKey) }
    const order: IdleTunnel = { server, user: String(deviceId), privateKey: world.privateKey, ticket }
    clients.send(order)
  }
  const rest = async () => {
    await delay(1000)
    collect()
    await delay(500)
    const { heapUsed, external } = process.memoryUsage()
    return { rss: (await usageOf(process.pid))?.rss ?? Number.NaN, live: heapUsed + external }
  }
  try {
    for (let count = 0; count < idle / 4; count++) await openTunnel(world, 80, join)
    const before = await rest()
    for (let count = 0; count < idle; count++) await openTunnel(world, 80, join)
    const after = await rest()
    const each = (what: 'rss' | 'live') => ((after[what] - before[what]) / idle / 1000).toFixed(0)
    console.log(
      `idle tunnel      ${each('rss')} KB of the server's memory each (goal 45), ${each('live')} KB of them in use, ${idle} tunnels`,
    )
  } finally {
    clients.kill()
  }
}

/**
 * A tunnel of the gateway compared with `ssh -R` through the machine's own sshd, both with the machine's own ssh as
 * client and the same cipher.
 */
export async function benchTunnel(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-tunnel-'))
  const world = await startWorld()
  const target = fork(path.join(import.meta.dirname, 'tunnel-target.ts'))
  const stops: (() => unknown)[] = [() => target.kill(), () => world.driver.stop(), () => world.device.leave()]
  try {
    const { port } = await nextMessage<TargetReady>(target)
    await writeFile(path.join(folder, 'device'), world.privateKey, { mode: 0o600 })
    await writeFile(path.join(folder, 'gateway'), `[127.0.0.1]:${world.port} ${hostKeyLine(world.hostKey)}\n`)
    const tunnel = await openTunnel(world, port, (ticket) => {
      const client = startClient(world, folder, ticket, port)
      stops.push(() => client.kill())
    })
    const plain = await startPlainTunnel(folder, port)
    stops.push(plain.stop)
    await measureMemory(world)
    const straight = async () => connect({ port: plain.port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
    await profiled(() => measureBulk(() => tunnel.open(), straight))
    await measureOpen(tunnel)
  } finally {
    for (const stop of stops.reverse()) await stop()
    await rm(folder, { recursive: true, force: true })
  }
}
