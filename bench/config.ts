import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { executeAction, executeCommands } from '@longreach/contract/actions/endpoints'
import { configureDevices } from '@longreach/contract/configs/endpoints'
import { sql } from 'kysely'
import type { Db } from '../apps/server/src/db/client.ts'
import { differenceOf } from '../apps/server/src/domains/configs/difference.ts'
import { bindFleet } from './bound-fleet.ts'
import { type CampaignOrders, campaignFleet } from './campaign-fleet.ts'
import { ended, type Installation, startInstallation } from './installation.ts'
import { percentile, thousands } from './numbers.ts'

/** Devices that connect per second. */
const pace = 50
/** Bytes of each compared text. */
const textSize = 200_000

const processorSeconds = (pid: number) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

async function count(db: Db, query: ReturnType<typeof sql<{ count: number }>>): Promise<number> {
  return (await query.execute(db)).rows[0]?.count ?? 0
}

/**
 * Does something on all devices; returns seconds until the last is done, and the server's CPU milliseconds per device.
 */
async function onAll(installation: Installation, devices: number, start: () => Promise<number>) {
  const { db } = installation.database
  const before = processorSeconds(installation.server.pid ?? 0)
  const startedAt = performance.now()
  const id = await start()
  const done = () =>
    count(
      db,
      sql<{
        count: number
      }>`SELECT count(*)::int AS count FROM action_targets WHERE action_id = ${id} AND state = 'done'`,
    )
  while ((await done()) < devices) await delay(100)
  const seconds = (performance.now() - startedAt) / 1000
  return { id, seconds, each: ((processorSeconds(installation.server.pid ?? 0) - before) * 1000) / devices }
}

/** Seconds from a device's last connection, which proves the new settings, to its 'done'. */
async function confirmations(db: Db, id: number): Promise<number[]> {
  const { rows } = await sql<{ took: number }>`
    SELECT extract(epoch FROM t.finished_at - s.since)::float8 AS took
    FROM action_targets t JOIN LATERAL (
      SELECT max(since) AS since FROM device_session WHERE device_id = t.device_id
    ) s ON true
    WHERE t.action_id = ${id}`.execute(db)
  return rows.map(({ took }) => took)
}

/** Lines of settings for a text of that size; every `changed`th line differs. */
function settings(changed: number): { text: string; shown: string }[] {
  const lines: { text: string; shown: string }[] = []
  for (let at = 0, size = 0; size < textSize; at++) {
    const text = `set network.route_${at}.target='10.${at % 256}.${(at * 7) % 256}.${at % changed === 1 ? 1 : 0}/24'`
    lines.push({ text, shown: text })
    size += text.length + 1
  }
  return lines
}

function benchDifference() {
  for (const [title, changed] of [
    ['one line in a hundred', 100],
    ['every second line', 2],
  ] as const) {
    const [before, after] = [settings(Number.POSITIVE_INFINITY), settings(changed)]
    const took = Array.from({ length: 9 }, () => {
      const startedAt = performance.now()
      differenceOf(before, after)
      return performance.now() - startedAt
    })
    console.log(
      `difference of two texts of ${thousands(textSize)} bytes, ${title} changed: ${percentile(took, 0.5).toFixed(0)} ms (goal 300)`,
    )
  }
}

/** Measures differences, and a change of the configuration of many devices against a command on the same ones. */
export async function benchConfig(devices = Number(process.argv[3] ?? 500)): Promise<void> {
  benchDifference()
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-fleet-'))
  const installation = await startInstallation()
  const { admin, gatewayPort: port, hostKey } = installation
  const { db } = installation.database
  const fleet = fork(path.join(import.meta.dirname, 'campaign-fleet.ts'))
  try {
    await bindFleet(db, campaignFleet(devices), folder)
    const server = { host: '127.0.0.1', port, hostKey }
    fleet.send({ server, devices, folder, spread: Math.ceil(devices / pace) } satisfies CampaignOrders)
    const connected = () =>
      count(db, sql<{ count: number }>`SELECT count(*)::int AS count FROM device_session WHERE open`)
    while ((await connected()) < devices) await delay(200)
    await delay(5000)
    const idOf = ({ data, text }: { data?: { id: number }; text: string }) => {
      if (!data) throw new Error(text)
      return data.id
    }
    const print = (title: string, { seconds, each }: { seconds: number; each: number }) =>
      console.log(`${title}: ${seconds.toFixed(1)} s, ${each.toFixed(1)} ms of the server's processor each`)
    const command = await onAll(installation, devices, async () =>
      idOf(await admin.call(executeCommands, { body: { command: 'uptime', filter: {} } as never })),
    )
    print(`a command on ${thousands(devices)} devices`, command)
    const read = await onAll(installation, devices, async () =>
      idOf(await admin.call(executeAction, { body: { action: 'read_configuration', filter: {} } as never })),
    )
    print('their configurations read', read)
    const change = await onAll(installation, devices, async () => {
      const calls = [{ method: 'PUT', path: '/uci/network/lan', request_data: { ipaddr: '10.44.0.1' } }]
      return idOf(await admin.call(configureDevices, { body: { filter: {}, seconds: 120, calls } as never }))
    })
    print('a change, each confirmed over a connection of its own', change)
    const took = await confirmations(db, change.id)
    console.log(
      `from that connection to the confirmation: p50 ${percentile(took, 0.5).toFixed(2)} s, p95 ${percentile(took, 0.95).toFixed(2)} s; ` +
        `the change beside the command: ${(change.seconds / command.seconds).toFixed(1)} times as long, ${(change.each / command.each).toFixed(1)} times the processor`,
    )
  } finally {
    fleet.kill('SIGKILL')
    await ended(fleet)
    await installation.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
