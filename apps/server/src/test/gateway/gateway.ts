import { createHash } from 'node:crypto'
import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { type AgentDriver, createAgentDriver } from '../../gateway/agent-driver.ts'
import { generateHostKey, hostKeyLine } from '../../gateway/host-key.ts'
import type { GatewayLimits, GatewayTimes } from '../../gateway/limits.ts'
import type { GatewayMetrics } from '../../gateway/metrics.ts'
import { publicKeyOf } from './device.ts'
import { createTestServer, type TestServer } from './server.ts'

const quick: Partial<GatewayTimes> = { linger: 300, sweep: 20, drain: 1000, goneRetry: [20, 100] }

export interface TestGateway {
  driver: AgentDriver
  server: TestServer
  port: number
  hostKeyLine: string
  /** Counters by name and label. */
  counts: Map<string, number>
  /** A device that the server knows. */
  device(deviceId?: number): { deviceId: number; privateKey: string; port: number }
}

interface Given {
  limits?: Partial<GatewayLimits>
  times?: Partial<GatewayTimes>
  now?: () => number
  script?: Buffer
  balancer?: (address: string) => boolean
}

/** A started gateway with a server in memory; stopped at the end of the test. */
export async function startGateway(given: Given): Promise<TestGateway> {
  const gateway = await openGateway(given)
  onTestFinished(() => gateway.driver.stop())
  return gateway
}

/** Like `startGateway`, for several tests; the caller stops its driver. */
export async function openGateway(given: Given): Promise<TestGateway> {
  const server = createTestServer()
  const counts = new Map<string, number>()
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  const metrics: GatewayMetrics = {
    connection: (outcome) => count(`connection ${outcome}`),
    refused: (code) => count(`refused ${code}`),
    line: (verb) => count(`line ${verb}`),
    badLine: (verb) => count(`bad ${verb}`),
    dropped: (reason) => count(`dropped ${reason}`),
    links: (open) => counts.set('links', open),
    forward: (outcome) => count(`forward ${outcome}`),
    uninvited: (what) => count(`uninvited ${what}`),
    tunnels: (open) => counts.set('tunnels', open),
    file: (outcome) => count(`file ${outcome}`),
    fileBytes: (sent) => counts.set('file bytes', (counts.get('file bytes') ?? 0) + sent),
  }
  const hostKey = generateHostKey()
  const script = given.script ?? Buffer.from('#!/bin/sh\necho agent\n')
  const driver = createAgentDriver({
    port: server.port,
    listen: { host: '127.0.0.1', port: 0 },
    hostKey,
    agent: { content: script, sha256: createHash('sha256').update(script).digest('hex') },
    log: { debug() {}, info() {}, warn() {}, error() {} },
    metrics,
    limits: { ...given.limits },
    times: { ...quick, ...given.times },
    ...(given.now && { now: given.now }),
    ...(given.balancer && { balancer: given.balancer }),
  })
  await driver.start()
  const { port } = driver.address()!
  return {
    driver,
    server,
    port,
    hostKeyLine: hostKeyLine(hostKey),
    counts,
    device(deviceId = 42) {
      const privateKey = generateHostKey()
      server.devices.set(deviceId, { publicKey: publicKeyOf(privateKey) })
      return { deviceId, privateKey, port }
    },
  }
}

/** A TCP relay that can stop forwarding the server's data, like a device that never reads. */
export async function startStall(target: number): Promise<{ port: number; stall: () => void }> {
  const pairs: [Socket, Socket][] = []
  const relay = createServer((socket) => {
    const up = connect(target, '127.0.0.1')
    pairs.push([socket, up])
    socket.pipe(up)
    up.pipe(socket)
    socket.on('error', () => up.destroy())
    up.on('error', () => socket.destroy())
    up.on('close', () => socket.destroy())
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
    relay.close()
  })
  return {
    port: (relay.address() as { port: number }).port,
    stall() {
      for (const [socket, up] of pairs) {
        up.unpipe(socket)
        up.pause()
      }
    },
  }
}
