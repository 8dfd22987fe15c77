import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Server } from '../apps/fleet/src/link.ts'
import { loadFleet } from '../apps/fleet/src/spec.ts'
import type { BareGateway } from './bare-gateway.ts'
import { bindFleet } from './bound-fleet.ts'
import { ended, type Installation, nextMessage, startInstallation } from './installation.ts'
import { median, thousands } from './numbers.ts'
import type { StormCount, StormOrders } from './storm-fleet.ts'
import { usageOf } from './usage.ts'
import { checkouts, versionName } from './versions.ts'

const seed = 1
const repeats = 5
/** Share of devices that is measured: the last ones wait for their turn after a refusal. */
const most = 0.95
/** Milliseconds; a server that accepts no more devices ends the measurement. */
const patience = 60_000
/** Devices that connect per second, more than can be welcomed. */
const arrivals = 500

interface Result {
  /** Welcomed devices per second, from the first one. */
  rate: number
  /** CPU seconds and bytes of memory of the server per device. */
  cpu: number
  memory: number
}

interface Version {
  name: string
  folder: string
  installation: Installation
  results: { ours: Result; ssh: Result }[]
}

/** Connects all devices of the folder to one server; removes them afterwards. */
async function callIn(server: Server, process: ChildProcess, folder: string, devices: number): Promise<Result> {
  const idle = await usageOf(process.pid)
  const fleet = fork(path.join(import.meta.dirname, 'storm-fleet.ts'))
  try {
    const spread = devices / arrivals
    fleet.send({ server, devices, seed, folder, interval: 300, spread } satisfies StormOrders)
    const startedAt = Date.now()
    let first: { at: number; online: number } | undefined
    for (;;) {
      const { online } = await nextMessage<StormCount>(fleet)
      const at = Date.now()
      if (at - startedAt > patience) throw new Error(`only ${online} of ${devices} devices were welcomed`)
      if (online > 0) first ??= { at, online }
      if (!first || online < devices * most) continue
      const busy = await usageOf(process.pid)
      return {
        rate: ((online - first.online) / (at - first.at)) * 1000,
        cpu: ((busy?.cpu ?? Number.NaN) - (idle?.cpu ?? 0)) / online,
        memory: ((busy?.rss ?? Number.NaN) - (idle?.rss ?? 0)) / online,
      }
    }
  } finally {
    fleet.kill('SIGKILL')
    await ended(fleet)
  }
}

async function startVersion(checkout: string | undefined, devices: number): Promise<Version> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-fleet-'))
  const installation = await startInstallation({ checkout })
  await bindFleet(installation.database.db, loadFleet(devices, seed), folder)
  return { name: versionName(checkout), folder, installation, results: [] }
}

async function allGone({ installation: { database } }: Version): Promise<void> {
  for (;;) {
    const { rows } = await sql`SELECT FROM device_session WHERE open LIMIT 1`.execute(database.db)
    if (rows.length === 0) return
    await delay(250)
  }
}

function print({ name, results }: Version, devices: number): void {
  const of = (read: (one: (typeof results)[number]) => number) => median(results.map(read))
  console.log(
    `${thousands(devices)} devices call in: ${of((one) => one.ours.rate).toFixed(0)} a second (goal 200), SSH alone ` +
      `${of((one) => one.ssh.rate).toFixed(0)}, ratio ${of((one) => one.ours.rate / one.ssh.rate).toFixed(2)} (medians of ${repeats})  ${name}`,
  )
  console.log(
    `server: ${(1000 * of((one) => one.ours.cpu)).toFixed(1)} ms of CPU each, first reports included (goal 3.5), SSH alone ` +
      `${(1000 * of((one) => one.ssh.cpu)).toFixed(1)}; ${((results[0]?.ours.memory ?? Number.NaN) / 1000).toFixed(0)} KB each the first time (goal 32), ` +
      `SSH alone ${((results[0]?.ssh.memory ?? Number.NaN) / 1000).toFixed(0)}`,
  )
}

/**
 * Thousands of devices connect at once: how fast they are welcomed and the cost of each, compared with SSH alone.
 * `AGAINST` lists folders of other versions, separated by colons, which alternate with this one.
 */
export async function benchConnect(devices = Number(process.argv[3] ?? 2000)): Promise<void> {
  const bare = fork(path.join(import.meta.dirname, 'bare-gateway.ts'))
  const versions: Version[] = []
  try {
    const ssh = await nextMessage<BareGateway>(bare)
    for (const checkout of checkouts()) versions.push(await startVersion(checkout, devices))
    for (let repeat = 0; repeat < repeats; repeat++) {
      for (const version of versions) {
        const { installation, folder, results } = version
        const ours = { host: '127.0.0.1', port: installation.gatewayPort, hostKey: installation.hostKey }
        results.push({
          ssh: await callIn(ssh, bare, folder, devices),
          ours: await callIn(ours, installation.server, folder, devices),
        })
        await allGone(version)
      }
    }
    for (const version of versions) print(version, devices)
  } finally {
    bare.kill()
    for (const { installation, folder } of versions) {
      await installation.stop()
      await rm(folder, { recursive: true, force: true })
    }
  }
}
