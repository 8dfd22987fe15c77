import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { executeCommand, executeCommands } from '@longreach/contract/actions/endpoints'
import { getAction } from '@longreach/contract/actions/read-endpoints'
import { createCompany } from '@longreach/contract/companies/endpoints'
import { createEnrolmentKey, listDevices } from '@longreach/contract/devices/endpoints'
import { closeRemoteSession, openCli, openWebui } from '@longreach/contract/remote/endpoints'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fleet, startFleet } from '../../apps/fleet/src/fleet.ts'
import { loadFleet } from '../../apps/fleet/src/spec.ts'
import { type EmbeddedPostgres, startEmbedded } from '../../apps/server/src/db/embedded.ts'
import { type Balancer, hasBalancer, startBalancer } from '../../apps/server/src/test/balancer.ts'
import { signIn, type TestClient } from '../../apps/server/src/test/client.ts'
import { enter, openLink, visit } from '../../apps/server/src/test/connect.ts'
import { freePort, hasNats, type NatsServer, startNats } from '../../apps/server/src/test/nats-server.ts'
import { openPage, takeKey } from '../../apps/server/src/test/shell-page.ts'
import { until } from '../../apps/server/src/test/until.ts'
import { inEnglish } from '../../apps/server/src/texts.ts'
import { type NodeProcess, startNodeProcess } from './node-process.ts'

/** main.ts in a checkout of the previous release: the nodes run that one until the rolling restart. */
const previous = process.env.PREVIOUS_MAIN
const devices = 60
const password = 'Correct-horse-1'
const able = hasNats && hasBalancer
/** Well below the 5 s after which a node polls. */
const atOnce = 2500

test.runIf(process.env.CI)('CI has what several nodes are tested with', () => expect(able).toBe(true))

describe.skipIf(!able)('two nodes and a worker behind a balancer', () => {
  const ports = { console: 0, gateway: 0, http: [0, 0, 0], ssh: [0, 0] }
  const nats: NatsServer[] = []
  const nodes: NodeProcess[] = []
  let dataDir: string
  let postgres: EmbeddedPostgres
  let sql: pg.Pool
  let balancer: Balancer
  let fleet: Fleet
  /** Over the balancer, and directly to each node. */
  let root: TestClient
  let straight: TestClient[]
  let base: string

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'nodes-long-'))
    postgres = await startEmbedded(dataDir, { settings: { max_connections: '200' } })
    sql = new pg.Pool({ ...postgres.connection, max: 4 })
    sql.on('error', () => {})
    await startCluster()
    ports.console = await freePort()
    ports.gateway = await freePort()
    for (const list of [ports.http, ports.ssh]) for (const index of list.keys()) list[index] = await freePort()
    base = `http://127.0.0.1:${ports.console}`
    const { host, user, database } = postgres.connection
    for (const [index, port] of ports.http.entries()) {
      nodes.push(
        await startNodeProcess(
          {
            DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
            NATS_URL: nats.map(({ url }) => url).join(','),
            NODE_URL: `http://127.0.0.1:${port}`,
            SECRET_KEY: 'cd'.repeat(32),
            PUBLIC_URL: base,
            TRUST_PROXY: '1',
            GATEWAY_PROXY: '1',
            HOST: '127.0.0.1',
            PORT: String(port),
            GATEWAY_HOST: '127.0.0.1',
            GATEWAY_PORT: String(ports.ssh[index] ?? 0),
            ROLES: index === 2 ? 'worker' : 'api,gateway,worker',
            ADMIN_EMAIL: 'root@example.test',
            ADMIN_PASSWORD: password,
          },
          previous,
        ),
      )
    }
    balancer = await startBalancer({
      ...ports,
      nodes: ports.ssh.map((gateway, index) => ({ http: ports.http[index] as number, gateway })),
    })
    await until(async () => (await fetch(`${base}/ready`)).status === 200, 20_000)
    const connect = (url: string) => signIn(url, 'root@example.test', password)
    root = await connect(base)
    straight = [await connect(urlOf(0)), await connect(urlOf(1))]
    const company = await root.call(createCompany, { body: { name: 'Harbour', parent_id: 0 } as never })
    const { data } = await root.call(createEnrolmentKey, { body: { company_id: company.data.id, uses: devices } })
    fleet = startFleet({
      server: { host: '127.0.0.1', port: ports.gateway, hostKey: nodes[0]?.ready().hostKey ?? '' },
      specs: loadFleet(devices, 11),
      credentials: () => ({ key: data.key }),
      interval: 1,
      retry: { spread: 1, max: 2 },
    })
    await until(async () => (await linked()).reduce((sum, count) => sum + count) === devices, 60_000)
  }, 180_000)

  afterAll(async () => {
    fleet?.stop()
    await balancer?.stop()
    for (const node of nodes) await node.end()
    for (const server of nats) await server.stop()
    await sql?.end()
    await postgres?.stop()
    if (dataDir) rmSync(dataDir, { recursive: true, force: true })
  }, 120_000)

  /** A cluster of three NATS servers. */
  async function startCluster() {
    const routes = [await freePort(), await freePort(), await freePort()]
    for (const route of routes) {
      const others = routes.filter((port) => port !== route).map((port) => `nats://127.0.0.1:${port}`)
      const own = ['--cluster_name', 'nodes', '--cluster', `nats://127.0.0.1:${route}`, '--routes', others.join(',')]
      nats.push(await startNats(own))
    }
  }

  const urlOf = (node: number) => `http://127.0.0.1:${ports.http[node]}`

  /** Devices by the node that has their link, in the order of the nodes. */
  async function linkedTo(): Promise<number[][]> {
    const { rows } = await sql.query<{ url: string; device_id: string }>(
      'SELECT n.url, s.device_id FROM device_session s JOIN nodes n ON n.id = s.node WHERE s.open ORDER BY 2',
    )
    return [0, 1].map((node) => rows.filter(({ url }) => url === urlOf(node)).map((row) => Number(row.device_id)))
  }
  const linked = async () => (await linkedTo()).map((ids) => ids.length)

  const busIsThere = async (node: number) =>
    ((await (await fetch(`${urlOf(node)}/ready`)).json()) as { bus: boolean }).bus

  async function run(client: TestClient, id: number) {
    const { status, data } = await client.call(executeCommand, { params: { id }, body: { command: 'echo works' } })
    return { status, id: data?.id }
  }

  async function isDone(client: TestClient, action: number): Promise<boolean> {
    const { targets } = (await client.call(getAction, { params: { id: action }, query: {} })).data
    return targets.every(({ state }) => state === 'done')
  }

  test('devices spread over both nodes; the worker serves neither console nor devices and is ready', async () => {
    for (const count of await linked()) expect(count).toBeGreaterThan(devices / 4)
    expect((await fetch(`${urlOf(2)}/ready`)).status).toBe(200)
    expect((await fetch(`${urlOf(2)}/api/devices`)).status).toBe(404)
    expect(nodes[2]?.ready()).toMatchObject({ hostKey: nodes[0]?.ready().hostKey })
    expect(nodes[2]?.ready().gatewayPort).toBeUndefined()
    expect((await fetch(`${base}/metrics`)).status).toBe(404)
  })

  test('a command for a device of the other node is executed at once, also when one of three NATS servers is down', async () => {
    const round = async () => {
      const [first = [], second = []] = await linkedTo()
      for (const [client, ids] of [
        [straight[0], second],
        [straight[1], first],
      ] as const) {
        for (const id of ids.slice(0, 3)) {
          const { id: action } = await run(client as TestClient, id)
          await until(() => isDone(client as TestClient, action as number), atOnce)
        }
      }
    }
    await round()
    await nats[0]?.stop()
    await until(async () => (await busIsThere(0)) && (await busIsThere(1)) && (await busIsThere(2)), 20_000)
    await round()
    await nats[0]?.start()
  })

  test('shells and pages open for devices of either node, over either node and over the balancer', async () => {
    const [first = [], second = []] = await linkedTo()
    for (const id of [first[0], second[0]] as number[]) {
      for (const browser of [...ports.http.slice(0, 2), ports.console]) {
        const body = { duration: 600 }
        const page = await openLink(root, id, body, openWebui)
        const { origin, cookie } = await enter(page.link, browser)
        const shown = await visit(`${origin}/`, { headers: { cookie, accept: 'text/html' }, port: browser })
        expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('<form')])

        const shell = await openLink(root, id, body, openCli)
        const at = `http://127.0.0.1:${browser}`
        const taken = await takeKey(at, shell.link)
        const opened = await openPage(at, { ...taken, origin: base } as {
          path: string
          cookie: string
          origin: string
        })
        if (typeof opened === 'number') throw new Error(`refused: ${opened}`)
        opened.say({ type: 'start', cols: 80, rows: 24 })
        await opened.hear('ready')
        opened.type('uptime\r')
        await opened.see('load average')
        opened.socket.close()
        for (const session_id of [page.sessionId, shell.sessionId])
          await root.call(closeRemoteSession, { params: { session_id } })
      }
    }
  })

  /** Programs that read and send commands over the balancer until they are stopped; their responses. */
  function useApi(ids: number[]) {
    const asked = { reads: 0, commands: [] as number[], failures: [] as { what: string; at: number }[] }
    let over = false
    const fail = (what: string) => asked.failures.push({ what, at: Date.now() })
    const loop = async (step: () => Promise<void>, pauseMs: number) => {
      while (!over) {
        await step().catch((error: Error) => fail(String(error.cause ?? error)))
        await delay(pauseMs)
      }
    }
    const read = async () => {
      const { status, data } = await root.call(listDevices, { query: { limit: 100 } })
      if (status !== 200) return void fail(`read ${status}`)
      asked.reads++
      expect(data).toHaveLength(devices)
    }
    const command = async () => {
      const { status, data, text } = await root.call(executeCommands, {
        body: { device_id: ids, command: 'echo works' },
      })
      if (status === 200) asked.commands.push(data.id)
      else fail(`command ${status} ${text}`)
    }
    // A user may send 60 commands a minute, each to many devices.
    const loops = [loop(read, 50), loop(read, 50), loop(read, 50), loop(command, 1500)]
    return {
      asked,
      async stop() {
        over = true
        await Promise.all(loops)
      },
    }
  }

  /** Every command that was answered has run exactly once. */
  async function checkCommands(ids: readonly number[]) {
    await until(async () => {
      const { rows } = await sql.query<{ left: string }>(
        "SELECT count(*) AS left FROM action_targets WHERE action_id = ANY ($1) AND state IN ('queued', 'sent', 'running')",
        [ids],
      )
      return rows[0]?.left === '0'
    }, 90_000)
    const { rows } = await sql.query(
      `SELECT t.state, count(DISTINCT t.id)::int AS targets, count(e.id)::int AS ends FROM action_targets t
       JOIN action_events e ON e.target_id = t.id AND e.state = t.state WHERE t.action_id = ANY ($1) GROUP BY 1`,
      [ids],
    )
    expect(rows).toEqual([{ state: 'done', targets: ids.length * devices, ends: ids.length * devices }])
  }

  let acknowledged = 0
  const countReports = () => {
    acknowledged += fleet.stats.take().acknowledged
    return acknowledged
  }

  test('kill -9 of one node under load: devices and programs move over, nothing answered is lost or doubled', async () => {
    const api = useApi((await linkedTo()).flat())
    const before = countReports()
    await until(() => countReports() > before + devices * 3, 60_000)
    const session = await openLink(
      straight[0] as TestClient,
      ((await linkedTo())[1] ?? [])[0] as number,
      undefined,
      openWebui,
    )
    const { origin, cookie } = await enter(session.link)
    const page = () => visit(`${origin}/`, { headers: { cookie }, port: ports.console })
    expect((await page()).status).toBe(200)
    // While one is on its way to all devices.
    const sent = api.asked.commands.length
    await until(() => api.asked.commands.length > sent)
    const killedAt = Date.now()
    await nodes[0]?.kill()
    await until(async () => (await linkedTo())[1]?.length === devices, 40_000)
    const movedAt = Date.now()
    const moved = countReports()
    await until(() => countReports() > moved + devices * 3 && api.asked.commands.length > sent + 8, 60_000)
    await api.stop()
    const { asked } = api
    // Only what was on its way to the node that was killed.
    expect(asked.failures.filter(({ at }) => at > killedAt + 5000)).toEqual([])
    expect(asked.failures.slice(5)).toEqual([])
    expect(asked.reads).toBeGreaterThan(20)
    await checkCommands(asked.commands)
    process.stdout.write(
      `kill: ${movedAt - killedAt} ms until all devices were back; ${asked.reads} reads, ${asked.commands.length} commands, failed: ${JSON.stringify(asked.failures.map(({ what, at }) => `${what} after ${at - killedAt} ms`))}\n`,
    )
    // The sessions of the dead node have ended, with the reason.
    expect((await page()).status).toBe(502)
    const endOf = 'SELECT end_reason FROM remote_sessions WHERE id = $1'
    await until(async () => (await sql.query(endOf, [session.sessionId])).rows[0]?.end_reason, 60_000)
    const [ended] = (await sql.query(endOf, [session.sessionId])).rows
    expect(inEnglish(ended.end_reason)).toBe('Server stopped responding')
    expect((await page()).status).toBe(410)
    await nodes[0]?.start()
    await until(async () => (await fetch(`${urlOf(0)}/ready`)).status === 200)
  }, 300_000)

  test('a rolling restart: one node after the other, under load', async () => {
    const api = useApi((await linkedTo()).flat())
    for (const node of nodes) {
      await node.stop()
      node.upgrade()
      await node.start()
      const port = ports.http[nodes.indexOf(node)]
      await until(async () => (await fetch(`http://127.0.0.1:${port}/ready`)).status === 200, 20_000)
      await until(async () => (await linked()).reduce((sum, count) => sum + count) === devices, 60_000)
      // The balancer must have noticed it before the next one stops.
      await delay(5000)
    }
    const before = countReports()
    await until(() => countReports() > before + devices * 3, 60_000)
    await api.stop()
    const { asked } = api
    expect(asked.failures.filter(({ what }) => what.startsWith('read'))).toEqual([])
    expect(asked.failures.slice(4)).toEqual([])
    await checkCommands(asked.commands)
    process.stdout.write(
      `rolling restart: ${asked.reads} reads, ${asked.commands.length} commands, failed: ${JSON.stringify(asked.failures.map(({ what }) => what))}\n`,
    )
  }, 300_000)

  test('after all of it every report that was acknowledged is stored, each once', async () => {
    fleet.stop()
    countReports()
    const { rows } = await sql.query<Record<string, string>>(`
      WITH stored AS (SELECT device_id, boot, seq, set_id, count(*) AS copies FROM history GROUP BY 1, 2, 3, 4),
        boots AS (SELECT device_id, boot, count(DISTINCT seq) AS kept, max(seq) AS last, min(seq) AS first FROM stored GROUP BY 1, 2)
      SELECT (SELECT count(DISTINCT (device_id, boot, seq)) FROM stored) AS reports,
        (SELECT count(*) FROM stored WHERE copies > 1) AS doubled,
        (SELECT coalesce(sum(last - first + 1 - kept), 0) FROM boots) AS missing,
        (SELECT coalesce(sum(refused_count), 0) FROM device_state) AS refused`)
    const { reports, ...faults } = rows[0] ?? {}
    expect(faults).toEqual({ doubled: '0', missing: '0', refused: '0' })
    expect(Number(reports)).toBeGreaterThanOrEqual(acknowledged)
  })
})
