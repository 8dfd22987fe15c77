import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type App, startApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { startBalancer } from './balancer.ts'
import { freePort, startNats } from './nats-server.ts'
import { secretKey } from './settings.ts'
import { until } from './until.ts'

/**
 * Two nodes with NATS between and the balancer of deploy/ in front, as if they were one server; `direct` is one of
 * them.
 */
export async function startBalanced(settings: Record<string, string>): Promise<App & { direct: string }> {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const end of stops.reverse().splice(0)) await end()
  }
  try {
    const nats = await startNats()
    stops.push(nats.stop)
    const ports = { console: await freePort(), gateway: await freePort() }
    const url = `http://127.0.0.1:${ports.console}`
    const apps: App[] = []
    const nodes: { http: number; gateway: number }[] = []
    for (const _ of [1, 2]) {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'balanced-'))
      stops.push(() => rm(dataDir, { recursive: true, force: true }))
      const port = await freePort()
      const app = await startApp(
        readConfig({
          SECRET_KEY: secretKey,
          PUBLIC_URL: url,
          TRUST_PROXY: '1',
          GATEWAY_PROXY: '1',
          ...settings,
          DATA_DIR: dataDir,
          HOST: '127.0.0.1',
          PORT: String(port),
          NODE_URL: `http://127.0.0.1:${port}`,
          NATS_URL: nats.url,
        }),
      )
      stops.push(() => app.stop())
      apps.push(app)
      // Without a gateway, a port on which nothing listens; the balancer would replace 0 by its own.
      nodes.push({ http: port, gateway: app.gatewayPort ?? (await freePort()) })
    }
    const balancer = await startBalancer({ ...ports, nodes })
    stops.push(balancer.stop)
    const busThere = async ({ http }: { http: number }) =>
      ((await (await fetch(`http://127.0.0.1:${http}/ready`)).json()) as { bus: boolean }).bus
    for (const node of nodes) await until(() => busThere(node))
    const [first] = apps as [App, App]
    return { ...first, url, direct: `http://127.0.0.1:${nodes[0]?.http}`, gatewayPort: ports.gateway, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
