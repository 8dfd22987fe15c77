import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { getSessionUser } from '@longreach/contract/account/endpoints'
import { createEnrolmentKey } from '@longreach/contract/devices/endpoints'
import { sql } from 'kysely'
import { buildAgentScript } from '../apps/server/src/drivers/agent/script.ts'
import type { SshKind } from './agent-device.ts'
import { type House, startHouse } from './house.ts'
import { median } from './numbers.ts'

const space = 'lrbench'
const here = '10.79.0.1'
/** Seconds. */
const interval = 2
const watched = 30
const repeats = 5
const reportsAMonth = (30 * 86_400) / 300
const tools: Record<SshKind, string[]> = { dropbear: ['dbclient', 'dropbearkey'], openssh: ['ssh', 'ssh-keygen'] }

const ip = (...words: string[]) => execFileSync('ip', words, { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' })

function removeSpace(): void {
  const pids = spawnSync('ip', ['netns', 'pids', space], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
  for (const pid of pids) spawnSync('kill', ['-9', pid])
  spawnSync('ip', ['netns', 'del', space], { stdio: 'ignore' })
}

/** A host of its own behind one cable whose bytes are counted, headers included. */
function makeSpace(): void {
  removeSpace()
  ip('netns', 'add', space)
  ip('link', 'add', 'lrbench0', 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
  ip('addr', 'add', `${here}/24`, 'dev', 'lrbench0')
  ip('link', 'set', 'lrbench0', 'up')
  ip('-n', space, 'addr', 'add', '10.79.0.2/24', 'dev', 'eth0')
  ip('-n', space, 'link', 'set', 'lo', 'up')
  ip('-n', space, 'link', 'set', 'eth0', 'up')
}

/** Bytes over the cable, both ways. */
function counted(): number {
  const read = (name: string) => Number(readFileSync(`/sys/class/net/lrbench0/statistics/${name}`, 'utf8'))
  return read('rx_bytes') + read('tx_bytes')
}

async function reportsOf(house: House, id: number) {
  const { rows } = await sql<{ count: number; payload: number }>`
    SELECT count(*)::int AS count, coalesce(sum(length(v::text) + length(t::text)), 0)::int AS payload
    FROM history WHERE device_id = ${id}`.execute(house.database.db)
  return rows[0] ?? { count: 0, payload: 0 }
}

async function measure(house: House, kind: SshKind): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-traffic-'))
  try {
    for (const name of ['run', 'etc', 'tools']) mkdirSync(path.join(folder, name))
    const { script } = await buildAgentScript()
    const file = path.join(folder, 'rm-agent')
    writeFileSync(file, script, { mode: 0o755 })
    for (const tool of tools[kind]) {
      const place = execFileSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).trim()
      symlinkSync(place, path.join(folder, 'tools', tool))
    }
    const env = {
      PATH: `${path.join(folder, 'tools')}:${process.env.PATH}`,
      RM_ROOT: folder,
      RM_SERVICE: 'none',
      RM_QUIET: '1',
      RM_SSH: kind,
      RM_SERIAL: `11${kind.length}0000001`,
      RM_MAC: kind === 'dropbear' ? '00:1E:42:AA:BB:D1' : '00:1E:42:AA:BB:D2',
      RM_HOST_KEY: house.hostKey,
      RM_TICK: '1',
      RM_EVERY_DYNAMIC: String(interval),
    }
    const { data: session } = await house.admin.call(getSessionUser)
    const { data: key } = await house.admin.call(createEnrolmentKey, { body: { company_id: session.company_id } })
    const words = ['netns', 'exec', space, file, 'install', `${here}:${house.gatewayPort}`, key.key]
    const before = counted()
    const said = execFileSync('ip', words, { env, encoding: 'utf8' })
    const joined = counted() - before
    const id = Number(/enrolled as device (\d+)/.exec(said)?.[1])
    // The first reports of every kind, and the lists of their names.
    await delay(10_000)
    const results: { wire: number; payload: number }[] = []
    for (let repeat = 0; repeat < repeats; repeat++) {
      const from = { bytes: counted(), ...(await reportsOf(house, id)) }
      await delay(watched * 1000)
      const to = { bytes: counted(), ...(await reportsOf(house, id)) }
      const reports = to.count - from.count
      results.push({ wire: (to.bytes - from.bytes) / reports, payload: (to.payload - from.payload) / reports })
    }
    const [wire, payload] = [median(results.map((one) => one.wire)), median(results.map((one) => one.payload))]
    return (
      `${kind.padEnd(8)} ${wire.toFixed(0)} bytes on the wire a report, headers and acknowledgement included, ${payload.toFixed(0)} of them values: ` +
      `ratio ${(wire / payload).toFixed(1)}; joining ${(joined / 1000).toFixed(0)} KB; ` +
      `a month at 5 minutes ${((wire * reportsAMonth) / 1e6).toFixed(1)} MB (goal 5)`
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What a real agent sends and hears, counted on its cable. Wants root. */
export async function benchTraffic(): Promise<void> {
  const house = await startHouse({ gatewayHost: '0.0.0.0' })
  makeSpace()
  try {
    for (const kind of Object.keys(tools) as SshKind[]) {
      console.log(await measure(house, kind))
      const pids = ip('netns', 'pids', space).split('\n').filter(Boolean)
      for (const pid of pids) spawnSync('kill', ['-9', pid])
    }
    console.log(
      `medians of ${repeats} times ${watched} s with a report every ${interval} s; a report is also the sign of life`,
    )
  } finally {
    removeSpace()
    await house.stop()
  }
}
