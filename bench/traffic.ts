import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { getSessionUser } from '@longreach/contract/account/endpoints'
import { monitoringIntervals } from '@longreach/contract/devices/constants'
import { createEnrolmentKey, getDevice, updateDevice } from '@longreach/contract/devices/endpoints'
import { linkTimes } from '@longreach/contract/link/limits'
import { sql } from 'kysely'
import { buildAgentScript } from '../apps/server/src/gateway/install/agent-script.ts'
import type { SshKind } from './agent-device.ts'
import { type Installation, startInstallation } from './installation.ts'
import { median } from './numbers.ts'
import { addModem, counted, endSite, furnish, here, makeSite, removeSite, runThere } from './traffic-site.ts'

/**
 * Seconds: dynamic and mobile reports, batches and keep-alives happen sooner than usual, in the same proportions. The
 * site has no data for the other groups.
 */
const interval = 2
const sooner = monitoringIntervals.dynamic_monitoring / interval
const batch = linkTimes.batchMetered / sooner
const tick = 1
const watched = 2 * batch
const intervalsAMonth = (30 * 86_400) / monitoringIntervals.dynamic_monitoring
const repeats = 3
/** Longer than the keep-alive of the demo (180 s) and of TCP (216 s). */
const silence = 300

interface Trial {
  kind: SshKind
  metered: boolean
  mobile: boolean
  /** The agent follows the intervals of the server. */
  slow?: boolean
}

const trials: Trial[] = [
  { kind: 'dropbear', metered: false, mobile: false },
  { kind: 'openssh', metered: false, mobile: false },
  { kind: 'dropbear', metered: true, mobile: false },
  { kind: 'openssh', metered: true, mobile: false },
  { kind: 'dropbear', metered: true, mobile: true },
  { kind: 'openssh', metered: true, mobile: true },
]

async function reportsOf(installation: Installation, id: number) {
  const { rows } = await sql<{ count: number; payload: number }>`
    SELECT count(DISTINCT seq)::int AS count, coalesce(sum(length(v::text) + length(t::text)), 0)::int AS payload
    FROM history WHERE device_id = ${id}`.execute(installation.database.db)
  return rows[0] ?? { count: 0, payload: 0 }
}

/** Installs a device; returns its id, and the cost of enrolling. */
async function install(
  installation: Installation,
  folder: string,
  { kind, metered, mobile, slow }: Trial,
  number: number,
) {
  const { script } = await buildAgentScript()
  const file = path.join(folder, 'rm-agent')
  writeFileSync(file, script, { mode: 0o755 })
  const env = {
    PATH: furnish(folder, kind, mobile),
    RM_ROOT: folder,
    RM_SERVICE: 'none',
    RM_QUIET: '1',
    RM_SSH: kind,
    RM_SERIAL: `110000000${number}`,
    RM_MAC: `00:1E:42:AA:BB:D${number}`,
    RM_HOST_KEY: installation.hostKey,
    RM_TICK: String(tick),
    ...(slow ? {} : { RM_EVERY_DYNAMIC: String(interval), RM_EVERY_BATCH: String(batch) }),
    // The keep-alive comes one tick early. Without batches every report is sent separately.
    ...(metered && !slow ? { RM_KEEPALIVE: String(linkTimes.keepaliveMetered / sooner + tick) } : {}),
  }
  const { data: session } = await installation.admin.call(getSessionUser)
  const { data: key } = await installation.admin.call(createEnrolmentKey, { body: { company_id: session.company_id } })
  const before = counted()
  const said = runThere(env, file, 'install', `${here}:${installation.gatewayPort}`, key.key)
  const id = Number(/enrolled as device (\d+)/.exec(said)?.[1])
  if (metered) await installation.admin.call(updateDevice, { params: { id }, body: { metered_connection: true } })
  return { id, joined: counted() - before }
}

async function measure(installation: Installation, trial: Trial, number: number): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-traffic-'))
  try {
    if (trial.mobile) addModem()
    const { id, joined } = await install(installation, folder, trial, number)
    // Waits for the first reports of every kind, and the lists of their names.
    await delay(batch * 1000)
    const results: { bytes: number; reports: number; payload: number }[] = []
    for (let repeat = 0; repeat < repeats; repeat++) {
      const from = { bytes: counted(), ...(await reportsOf(installation, id)) }
      await delay(watched * 1000)
      const to = { bytes: counted(), ...(await reportsOf(installation, id)) }
      results.push({
        bytes: to.bytes - from.bytes,
        reports: to.count - from.count,
        payload: to.payload - from.payload,
      })
    }
    const of = (value: (one: (typeof results)[number]) => number) => median(results.map(value))
    const [wire, payload] = [of(({ bytes, reports }) => bytes / reports), of(({ payload: p, reports }) => p / reports)]
    const month = of(({ bytes }) => bytes / (watched / interval)) * intervalsAMonth
    const what = `${trial.kind}${trial.metered ? ', metered' : ''}${trial.mobile ? ', with a modem' : ''}`
    return (
      `${what.padEnd(32)} ${wire.toFixed(0)} bytes on the wire a report, everything included, ${payload.toFixed(0)} of them values: ` +
      `ratio ${(wire / payload).toFixed(1)}; joining ${(joined / 1000).toFixed(0)} KB; ` +
      `a month at 5 minutes ${(month / 1e6).toFixed(2)} MB (goal ${trial.metered ? 1.5 : 5})`
    )
  } finally {
    endSite()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Traffic of an idle link, which short intervals would hide. */
async function measureSilence(installation: Installation, number: number): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-traffic-'))
  try {
    const { id } = await install(
      installation,
      folder,
      { kind: 'dropbear', metered: true, mobile: false, slow: true },
      number,
    )
    const body = Object.fromEntries(Object.keys(monitoringIntervals).map((name) => [name, 0]))
    await installation.admin.call(updateDevice, { params: { id }, body })
    await delay(10_000)
    const before = counted()
    await delay(silence * 1000)
    const bytes = counted() - before
    const { data } = await installation.admin.call(getDevice, { params: { id } })
    if (data.status !== 1) throw new Error('the link was gone')
    return `${bytes} bytes in ${silence} s of silence, including one keep-alive`
  } finally {
    endSite()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Traffic of a real agent, measured on its cable. Requires root. */
export async function benchTraffic(): Promise<void> {
  const installation = await startInstallation({ gatewayHost: '0.0.0.0' })
  makeSite()
  try {
    for (const [number, trial] of trials.entries()) console.log(await measure(installation, trial, number))
    console.log(await measureSilence(installation, trials.length))
    console.log(
      `medians of ${repeats} times ${watched} s with a report every ${interval} s, metered a batch every ${batch} s and a sign of life between`,
    )
  } finally {
    removeSite()
    await installation.stop()
  }
}
