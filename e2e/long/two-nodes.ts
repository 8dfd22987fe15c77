import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createCompany } from '@longreach/contract/companies/endpoints'
import { createEnrolmentKey } from '@longreach/contract/devices/endpoints'
import pg from 'pg'
import type { FaultKind } from '../../apps/fleet/src/faults.ts'
import { type Fleet, startFleet } from '../../apps/fleet/src/fleet.ts'
import type { DeviceSpec } from '../../apps/fleet/src/spec.ts'
import type { StateStore } from '../../apps/fleet/src/state.ts'
import { startEmbedded } from '../../apps/server/src/db/embedded.ts'
import { signIn, type TestClient } from '../../apps/server/src/test/client.ts'
import { freePort, startNats } from '../../apps/server/src/test/nats-server.ts'
import { until } from '../../apps/server/src/test/until.ts'
import { killDatabase } from './mortal-server.ts'
import { type NodeProcess, startNodeProcess } from './node-process.ts'

const password = 'Correct-horse-1'
export const victims = ['first', 'second', 'database', 'all'] as const

/** Two nodes as processes of their own with one database, and simulated devices on both. */
export interface TwoNodes {
  sql: pg.Pool
  root: TestClient
  company: number
  /** Simulated devices, every other one on the second node. */
  connect(
    specs: readonly DeviceSpec[],
    options: { store: StateStore; faultOf: (index: number) => FaultKind | undefined },
  ): Fleet[]
  /** Addresses of the nodes. */
  urls(): string[]
  /** Ends all simulated devices. */
  disconnect(): void
  /** Devices with a link. */
  online(): Promise<number>
  /**
   * Ends nodes and database like a power cut, and starts the nodes again once `meanwhile` has ended; the database starts
   * by itself.
   */
  kill(victim: (typeof victims)[number], meanwhile?: () => Promise<void>): Promise<void>
  end(): Promise<void>
}

/** `uses`: how often devices enrol at most. */
export async function startTwoNodes({ name, uses }: { name: string; uses: number }): Promise<TwoNodes> {
  const dataDir = await mkdtemp(path.join(tmpdir(), `${name}-`))
  const postgres = await startEmbedded(dataDir, { settings: { max_connections: '200' } })
  const sql = new pg.Pool({ ...postgres.connection, max: 4 })
  sql.on('error', () => {})
  const nats = await startNats()
  const { host, user, database } = postgres.connection
  const ports = [await freePort(), await freePort()]
  const nodes: NodeProcess[] = []
  for (const port of ports)
    nodes.push(
      await startNodeProcess({
        DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
        NATS_URL: nats.url,
        NODE_URL: `http://127.0.0.1:${port}`,
        SECRET_KEY: 'ef'.repeat(32),
        HOST: '127.0.0.1',
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${ports[0]}`,
        GATEWAY_HOST: '127.0.0.1',
        GATEWAY_PORT: String(await freePort()),
        // Many at once are what these tests are about.
        DEVICE_UPDATES_PER_SECOND: '500',
        ADMIN_EMAIL: 'root@example.test',
        ADMIN_PASSWORD: password,
      }),
    )
  const root = await signIn(nodes[0]?.ready().url ?? '', 'root@example.test', password)
  const company = (await root.call(createCompany, { body: { name: 'Transit', parent_id: 0 } as never })).data.id
  const key = (await root.call(createEnrolmentKey, { body: { company_id: company, uses } })).data.key
  const fleets: Fleet[] = []

  return {
    sql,
    root,
    company,
    connect(specs, { store, faultOf }) {
      const started = nodes.map((node, place) => {
        const some = specs.filter((_, at) => at % 2 === place)
        const { gatewayPort = 0, hostKey = '' } = node.ready()
        return startFleet({
          server: { host: '127.0.0.1', port: gatewayPort, hostKey },
          specs: some,
          credentials: () => ({ key }),
          store,
          faults: some.flatMap(({ index }) => {
            const kind = faultOf(index)
            return kind ? [{ kind, device: index }] : []
          }),
          retry: { spread: 1, max: 2 },
          powerCuts: false,
          // One address may enrol 200 at once.
          addresses: Math.ceil(specs.length / 100),
        })
      })
      fleets.push(...started)
      return started
    },
    urls: () => nodes.map((node) => node.ready().url ?? ''),
    disconnect() {
      for (const fleet of fleets) fleet.stop()
    },
    async online() {
      return Number((await sql.query('SELECT count(*) AS count FROM device_session WHERE open')).rows[0]?.count)
    },
    async kill(victim, meanwhile) {
      const chosen =
        victim === 'all' ? nodes : victim === 'database' ? [] : [nodes[victim === 'first' ? 0 : 1] as NodeProcess]
      const ends = chosen.map((node) => node.kill())
      if (victim === 'database' || victim === 'all') killDatabase(dataDir)
      await Promise.all(ends)
      await until(
        () =>
          sql.query('SELECT 1').then(
            () => true,
            () => false,
          ),
        60_000,
      )
      await meanwhile?.()
      for (const node of chosen) await node.start()
    },
    async end() {
      for (const fleet of fleets) fleet.stop()
      for (const node of nodes) await node.end()
      await nats.stop()
      await sql.end()
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
