import { spawn, spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import path from 'node:path'
import { until } from './until.ts'

const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` }
const config = path.resolve(import.meta.dirname, '../../../../deploy/haproxy.cfg')

export const hasBalancer = spawnSync('haproxy', ['-v'], { env }).status === 0

export interface Balancer {
  stop(): Promise<void>
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** haproxy with the configuration of deploy/. */
export async function startBalancer(given: {
  console: number
  gateway: number
  nodes: readonly { http: number; gateway: number }[]
}): Promise<Balancer> {
  const places = given.nodes.flatMap(({ http, gateway }, index) => [
    [`NODE${index + 1}`, `127.0.0.1:${http}`],
    [`GATEWAY${index + 1}`, `127.0.0.1:${gateway}`],
  ])
  const child = spawn('haproxy', ['-db', '-f', config], {
    env: {
      ...env,
      CONSOLE_BIND: `127.0.0.1:${given.console}`,
      GATEWAY_BIND: `127.0.0.1:${given.gateway}`,
      ...Object.fromEntries(places),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await until(async () => (await listens(given.console)) && (await listens(given.gateway)))
  return {
    async stop() {
      child.kill('SIGTERM')
      await until(() => child.exitCode !== null || child.signalCode !== null)
    },
  }
}
