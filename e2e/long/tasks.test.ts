import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { listCompanies } from '@longreach/contract/companies/endpoints'
import { createEnrolmentKey } from '@longreach/contract/devices/endpoints'
import { createTaskGroup, runTaskGroup } from '@longreach/contract/tasks/endpoints'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fleet, startFleet } from '../../apps/fleet/src/fleet.ts'
import { loadFleet } from '../../apps/fleet/src/spec.ts'
import { signIn } from '../../apps/server/src/test/client.ts'
import { until } from '../../apps/server/src/test/until.ts'
import { type MortalServer, startMortalServer } from './mortal-server.ts'

/** `KILLS` makes it longer. */
const kills = Number(process.env.KILLS ?? 3)
const devices = 60
/** A device reads the time in seconds it has been up, so each log shows when its task was run. */
const tasks = ['one', 'two', 'three', 'four', 'five'].map((name) => ({
  name,
  type: 'command' as const,
  timeout: 20,
  stop_on_failure: true,
  data: { command: `echo ${name}; cat /proc/uptime` },
}))
let server: MortalServer
let fleet: Fleet

const admin = () => signIn(server.ready().url, 'admin@longreach.test', 'Longreach-demo-1')

beforeAll(async () => {
  server = await startMortalServer()
  const { url: _, ...ready } = server.ready()
  const client = await admin()
  const { data: companies } = await client.call(listCompanies)
  const body = { company_id: companies[0]?.id ?? 0, uses: devices }
  const { data } = await client.call(createEnrolmentKey, { body })
  fleet = startFleet({
    server: { host: '127.0.0.1', port: ready.gatewayPort, hostKey: ready.hostKey },
    specs: loadFleet(devices, 12),
    credentials: () => ({ key: data.key }),
    interval: 60,
    retry: { spread: 1, max: 2 },
  })
})

afterAll(async () => {
  fleet?.stop()
  await server?.end()
})

async function query<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> {
  const client = new pg.Client({ host: path.join(server.dataDir, 'socket'), user: 'longreach', database: 'postgres' })
  await client.connect()
  const { rows } = await client.query<Row>(statement)
  await client.end()
  return rows
}

const count = async (condition: string) =>
  Number((await query<{ count: string }>(`SELECT count(*) FROM ${condition}`))[0]?.count)

test(`after ${kills} kills of the server each of five tasks was run once on every device, and has one true log`, async () => {
  await until(async () => (await count('devices WHERE status = 1')) >= devices, 60_000)
  const client = await admin()
  const [company] = (await client.call(listCompanies)).data
  const { data: group } = await client.call(createTaskGroup, {
    body: { company_id: company?.id ?? 0, name: 'Five', tasks } as never,
  })
  await client.call(runTaskGroup, { params: { id: group.id }, body: { filter: { status: 'online' } } as never })
  for (let kill = 0; kill < kills; kill++) {
    // Somewhere among the tasks.
    await until(async () => (await count('task_logs')) > kill * devices, 30_000)
    await delay((kill * 137) % 400)
    await server.kill(kill % 2 === 0 ? 'both' : 'server')
    await server.start()
  }
  await until(async () => (await count("action_targets WHERE state IN ('queued', 'sent', 'running')")) === 0, 90_000)
  const logs = await query<{ device: string; names: string[]; states: string[]; said: string[]; uptimes: number[] }>(`
    SELECT device_id AS device, array_agg(name ORDER BY id) AS names, array_agg(DISTINCT state) AS states,
      array_agg(split_part(output, E'\\n', 1) ORDER BY id) AS said,
      array_agg(split_part(split_part(output, E'\\n', 2), ' ', 1)::float ORDER BY id) AS uptimes
    FROM task_logs GROUP BY device_id`)
  expect(logs).toHaveLength(await count('action_targets'))
  expect(logs.length).toBeGreaterThanOrEqual(devices)
  const names = tasks.map(({ name }) => name)
  for (const log of logs) {
    expect([log.names, log.states, log.said]).toEqual([names, ['done'], names])
    // In order, and none before the one it follows.
    expect(log.uptimes.toSorted((a, b) => a - b)).toEqual(log.uptimes)
  }
  expect(await count("action_targets WHERE state = 'done'")).toBe(logs.length)
})
