import { fork } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { listDevices } from '@longreach/contract/devices/endpoints'
import { sql } from 'kysely'
import { loadFleet } from '../apps/fleet/src/spec.ts'
import type { Db } from '../apps/server/src/db/client.ts'
import { bindFleet } from './bound-fleet.ts'
import { ended, type Installation, startInstallation } from './installation.ts'
import { median, percentile, thousands } from './numbers.ts'
import type { StormCount, StormOrders } from './storm-fleet.ts'
import { memoryOf, tree, usageOf } from './usage.ts'
import { checkouts, versionName } from './versions.ts'

const seed = 1
/** Seconds. */
const interval = 60
const steady = 10
const kills = Number(process.argv[4] ?? 3)
/** Milliseconds between two requests of a console user meanwhile. */
const pause = 100

/** Lists devices repeatedly until stopped; returns the milliseconds of each successful response. */
function useConsole(installation: Installation) {
  const took: number[] = []
  let over = false
  const run = async () => {
    while (!over) {
      const startedAt = performance.now()
      const answer = await installation.admin.call(listDevices, { query: { limit: 100 } }).catch(() => null)
      if (answer?.status === 200) took.push(performance.now() - startedAt)
      await delay(pause)
    }
  }
  const running = run()
  return async () => {
    over = true
    await running
    return took
  }
}

/** Stored reports of the fleet: rows, duplicates, and gaps within a boot. */
async function storedReports(db: Db) {
  const { rows } = await sql<{ stored: number; twice: number; holes: number }>`
    SELECT sum(found)::int AS stored, sum(found - single)::int AS twice, sum(span - single)::int AS holes
    FROM (SELECT count(*) AS found, count(DISTINCT seq) AS single, max(seq) - min(seq) + 1 AS span
      FROM history GROUP BY device_id, boot) AS boots`.execute(db)
  return rows[0] ?? { stored: 0, twice: 0, holes: 0 }
}

/** Bytes of memory of PostgreSQL's processes. */
async function databaseMemory(db: Db): Promise<number> {
  const { rows } = await sql<{
    file: string
  }>`SELECT current_setting('data_directory') || '/postmaster.pid' AS file`.execute(db)
  const pid = Number((await readFile(rows[0]?.file ?? '', 'utf8')).split('\n')[0])
  return tree(pid).reduce((total, one) => total + memoryOf(one), 0)
}

async function openSessions(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM device_session WHERE open`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/**
 * Thousands of devices lose the server by kill -9 and reconnect. `AGAINST` lists folders of other versions, separated
 * by colons, which are measured one after the other.
 */
export async function benchStorm(count = Number(process.argv[3] ?? 3000)): Promise<void> {
  for (const checkout of checkouts()) {
    console.log(versionName(checkout))
    await storm(count, checkout)
  }
}

async function storm(count: number, checkout: string | undefined): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-fleet-'))
  const installation = await startInstallation({ checkout })
  const { db } = installation.database
  const fleet = fork(path.join(import.meta.dirname, 'storm-fleet.ts'))
  let now: StormCount = { online: 0, acknowledged: 0 }
  fleet.on('message', (counts) => {
    now = counts as StormCount
  })
  /** Resolves when the number has not grown for some seconds. */
  const settle = async () => {
    let [since, before] = [Date.now(), now.online]
    while (Date.now() - since < steady * 1000) {
      await delay(500)
      if (now.online > before) [since, before] = [Date.now(), now.online]
    }
    return before
  }
  try {
    await bindFleet(db, loadFleet(count, seed), folder)
    const server = { host: '127.0.0.1', port: installation.gatewayPort, hostKey: installation.hostKey }
    fleet.send({ server, devices: count, seed, folder, interval, spread: Math.ceil(count / 150) } satisfies StormOrders)
    while (now.online === 0) await delay(100)
    await settle()
    const results: { ready: number; most: number; all: number; quiet: number; storm: number; online: number }[] = []
    for (let kill = 0; kill < kills; kill++) {
      const quietly = useConsole(installation)
      await delay(10_000)
      const quiet = percentile(await quietly(), 0.95)
      const connected = now.online
      const killed = Date.now()
      const since = () => (Date.now() - killed) / 1000
      const restarting = installation.restart()
      while (now.online > connected / 2) await delay(50)
      await restarting
      const ready = since()
      const meanwhile = useConsole(installation)
      while (now.online < connected * 0.95) await delay(100)
      const most = since()
      while (now.online < connected * 0.99 && since() < 300) await delay(100)
      const all = since()
      const storm = percentile(await meanwhile(), 0.95)
      results.push({ ready, most, all, quiet, storm, online: connected })
      console.log(
        `kill ${kill + 1}: 95 % of ${thousands(connected)} back after ${most.toFixed(0)} s, 99 % after ${all.toFixed(0)} s`,
      )
    }
    const of = (read: (one: (typeof results)[number]) => number) => median(results.map(read))
    const used = await usageOf(installation.server.pid)
    console.log(
      `${thousands(of((one) => one.online))} devices, the server killed ${kills} times: another one ready after ${of((one) => one.ready).toFixed(1)} s, ` +
        `95 % back after ${of((one) => one.most).toFixed(0)} s, 99 % after ${of((one) => one.all).toFixed(0)} s (goal for 5,000: 40)`,
    )
    console.log(
      `a list of 100 devices, p95: quiet ${of((one) => one.quiet).toFixed(0)} ms, meanwhile ${of((one) => one.storm).toFixed(0)} ms, ` +
        `ratio ${of((one) => one.storm / one.quiet).toFixed(1)}; server ${thousands((used?.rss ?? 0) / 1e6)} MB, PostgreSQL ${thousands((await databaseMemory(db)) / 1e6)} MB`,
    )
    await settle()
    const sessions = await openSessions(db)
    const welcomed = now.online
    fleet.kill('SIGSTOP')
    const { acknowledged } = now
    const { stored, twice, holes } = await storedReports(db)
    console.log(
      `sessions open ${thousands(sessions)}, devices welcomed ${thousands(welcomed)}; reports acknowledged ${thousands(acknowledged)}, ` +
        `stored ${thousands(stored)}, twice ${twice}, holes ${holes}`,
    )
    if (stored < acknowledged || twice > 0 || holes > 0) throw new Error('reports were lost or doubled')
  } finally {
    fleet.kill('SIGKILL')
    await ended(fleet)
    await installation.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
