import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { executeAction } from '@longreach/contract/actions/endpoints'
import { listCompanies } from '@longreach/contract/companies/endpoints'
import { createEnrolmentKey } from '@longreach/contract/devices/endpoints'
import pg from 'pg'
import { type Fleet, startFleet } from '../../apps/fleet/src/fleet.ts'
import { between, pick } from '../../apps/fleet/src/prng.ts'
import { loadFleet } from '../../apps/fleet/src/spec.ts'
import { memoryStore, type StateStore } from '../../apps/fleet/src/state.ts'
import { signIn } from '../../apps/server/src/test/client.ts'
import { until } from '../../apps/server/src/test/until.ts'
import { type MortalServer, startMortalServer, type Victim } from './mortal-server.ts'
import { startTagWriters, type TagWriters } from './tag-writers.ts'

const victims: [Victim, ...Victim[]] = ['server', 'database', 'both']

export interface Outcome {
  kills: Victim[]
  reports: number
  calls: number
  actions: number
  targets: Record<string, number>
  /** Everything inconsistent with what was acknowledged; nothing if all is well. */
  faults: string[]
}

/** The devices' own record of their restarts, by serial. */
export function accountRestarts(): { store: StateStore; restarts(serial: string): number } {
  const inner = memoryStore()
  const boots = new Map<string, string[]>()
  return {
    store: {
      load: inner.load,
      save(serial, state) {
        const list = boots.get(serial) ?? []
        if (list.at(-1) !== state.boot) boots.set(serial, [...list, state.boot])
        inner.save(serial, state)
      },
    },
    restarts: (serial) => Math.max((boots.get(serial)?.length ?? 0) - 1, 0),
  }
}

async function reportFaults(database: pg.Client, acknowledged: number): Promise<{ reports: number; faults: string[] }> {
  const { rows } = await database.query<Record<string, string>>(`
    WITH stored AS (SELECT device_id, boot, seq, set_id, count(*) AS copies FROM history GROUP BY 1, 2, 3, 4),
      boots AS (SELECT device_id, boot, count(DISTINCT seq) AS kept, max(seq) AS last, min(seq) AS first FROM stored GROUP BY 1, 2)
    SELECT (SELECT count(DISTINCT (device_id, boot, seq)) FROM stored) AS reports,
      (SELECT count(*) FROM stored WHERE copies > 1) AS doubled,
      (SELECT coalesce(sum(last - first + 1 - kept), 0) FROM boots) AS missing,
      (SELECT coalesce(sum(refused_count), 0) FROM device_state) AS refused`)
  const { reports = '0', ...wrong } = rows[0] ?? {}
  const faults = Object.entries(wrong).flatMap(([what, count]) => (count === '0' ? [] : [`${count} reports ${what}`]))
  if (Number(reports) < acknowledged) faults.push(`${acknowledged} reports were acknowledged, ${reports} are there`)
  return { reports: Number(reports), faults }
}

export interface Asked {
  id: number
  devices: number
}

/** The targets' states, compared with the responses and with what the devices did. */
export async function actionFaults(
  database: Pick<pg.Pool, 'query'>,
  asked: readonly Asked[],
  restarts: (serial: string) => number,
): Promise<{ targets: Record<string, number>; faults: string[] }> {
  const { rows } = await database.query<{ action_id: string; device_serial: string; state: string; events: string }>(`
    SELECT action_id, device_serial, state, (SELECT count(*) FROM action_events e
      WHERE e.target_id = t.id AND e.state IN ('done', 'failed', 'expired', 'cancelled')) AS events
    FROM action_targets t`)
  const faults: string[] = []
  const targets: Record<string, number> = {}
  const bySerial = new Map<string, { done: number; other: number }>()
  for (const { action_id, device_serial, state, events } of rows) {
    targets[state] = (targets[state] ?? 0) + 1
    if (events !== '1') faults.push(`action ${action_id} on ${device_serial}: ${events} final events`)
    const count = bySerial.get(device_serial) ?? { done: 0, other: 0 }
    count[state === 'done' ? 'done' : 'other']++
    bySerial.set(device_serial, count)
  }
  for (const { id, devices } of asked) {
    const serials = rows.filter((row) => Number(row.action_id) === id).map((row) => row.device_serial)
    if (serials.length !== devices)
      faults.push(`action ${id}: ${devices} devices were answered, ${serials.length} are there`)
    if (new Set(serials).size !== serials.length) faults.push(`action ${id}: a device is listed twice`)
  }
  for (const [serial, { done, other }] of bySerial) {
    const happened = restarts(serial)
    if (happened < done || happened > done + other)
      faults.push(`${serial}: ${done} restarts reported as done, ${other} otherwise, ${happened} happened`)
  }
  return { targets, faults }
}

/**
 * Kills the server, its database or both again and again under load, and compares the remaining data with what was
 * acknowledged.
 */
export async function runKills(given: {
  kills: number
  devices: number
  seed: number
  say: (line: string) => void
}): Promise<Outcome> {
  const server: MortalServer = await startMortalServer()
  const boots = accountRestarts()
  let fleet: Fleet | undefined
  let writers: TagWriters | undefined
  let database: pg.Client | undefined
  const admin = () => signIn(server.ready().url, 'admin@longreach.test', 'Longreach-demo-1')
  try {
    const client = await admin()
    const { data: companies } = await client.call(listCompanies)
    const company = companies[0]?.id ?? 0
    const key = await client.call(createEnrolmentKey, { body: { company_id: company, uses: given.devices } })
    const { gatewayPort, hostKey } = server.ready()
    const running = startFleet({
      server: { host: '127.0.0.1', port: gatewayPort, hostKey },
      specs: loadFleet(given.devices, 31),
      credentials: () => ({ key: key.data.key }),
      store: boots.store,
      interval: 1,
      retry: { spread: 1, max: 2 },
    })
    fleet = running
    let acknowledged = 0
    const count = () => {
      acknowledged += running.stats.take().acknowledged
      return acknowledged
    }
    const load = startTagWriters({ url: () => server.ready().url, company, writers: 4 })
    writers = load
    const grows = async (reports: number, calls: number) => {
      const [before, written] = [count(), load.acknowledged()]
      await until(() => count() > before + reports && load.acknowledged() > written + calls, 120_000)
    }
    await grows(given.devices * 2, 20)

    const asked: Asked[] = []
    const kills: Victim[] = []
    for (let kill = 0; kill < given.kills; kill++) {
      const answer = await (await admin()).call(executeAction, {
        body: { action: 'reboot', filter: {}, expires_in: 900 },
      })
      if (answer.status === 200) asked.push(answer.data)
      // Each once, then at random.
      const victim = victims[kill] ?? pick(victims, given.seed, kill)
      const after = Math.round(between(0, 3000, given.seed, kill, 1))
      await delay(after)
      given.say(`kill ${kill + 1}: ${victim} after ${after} ms`)
      kills.push(victim)
      await server.kill(victim)
      count()
      if (victim !== 'database') await server.start()
      await until(
        async () => (await fetch(`${server.ready().url}/ready`).catch(() => undefined))?.status === 200,
        60_000,
      )
      await grows(given.devices / 4, 20)
    }
    await load.stop()
    const connection = new pg.Client({
      host: path.join(server.dataDir, 'socket'),
      user: 'longreach',
      database: 'postgres',
    })
    database = connection
    await connection.connect()
    await until(async () => {
      await delay(500)
      const { rows } = await connection.query(
        `SELECT FROM action_targets WHERE state IN ('queued', 'sent', 'running') LIMIT 1`,
      )
      return rows.length === 0
    }, 900_000)
    running.stop()
    count()
    const reports = await reportFaults(connection, acknowledged)
    const actions = await actionFaults(connection, asked, boots.restarts)
    return {
      kills,
      reports: reports.reports,
      calls: load.acknowledged(),
      actions: asked.length,
      targets: actions.targets,
      faults: [...reports.faults, ...actions.faults, ...(await load.faults(connection))],
    }
  } finally {
    fleet?.stop()
    await writers?.stop()
    await database?.end()
    await server.end()
  }
}
