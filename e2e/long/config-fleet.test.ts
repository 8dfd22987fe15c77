import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { executeAction } from '@longreach/contract/actions/endpoints'
import { createChangeCampaign } from '@longreach/contract/campaigns/endpoints'
import { configureDevices } from '@longreach/contract/configs/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FaultKind } from '../../apps/fleet/src/faults.ts'
import { between, pick } from '../../apps/fleet/src/prng.ts'
import { specOf } from '../../apps/fleet/src/spec.ts'
import { memoryStore } from '../../apps/fleet/src/state.ts'
import { hasNats } from '../../apps/server/src/test/nats-server.ts'
import { until } from '../../apps/server/src/test/until.ts'
import { startTwoNodes, type TwoNodes, victims } from './two-nodes.ts'

/** `DEVICES` and `KILLS` make it longer, `KILLS_SEED` repeats it. */
const count = Number(process.env.DEVICES ?? 30)
const kills = Number(process.env.KILLS ?? 1)
const seed = Number(process.env.KILLS_SEED ?? randomInt(2 ** 31))
/** Milliseconds. */
const patience = 180_000 + 300 * count
const address = '10.44.0.1'

/** Faults of devices, by position in every thirty; the others are well. */
const faults: Record<number, FaultKind> = { 7: 'cuts-itself', 11: 'refuses-line' }
const faultOf = (index: number) => faults[index % 30]
/** A tenth is offline until all others have ended. */
const isAbsent = (index: number) => index % 10 === 9

const specs = Array.from({ length: count }, (_, at) =>
  specOf({ index: at, model: 'RUTX11', name: `Bus ${at}`, use: 'vehicle', life: 'steady' }, 43),
)
const store = memoryStore()
let world: TwoNodes

beforeAll(async () => {
  process.stdout.write(`KILLS_SEED=${seed}\n`)
  world = await startTwoNodes({ name: 'config-fleet', uses: 2 * count })
}, 180_000)

afterAll(() => world?.end(), 120_000)

/** States of the devices of an action, and how many have each. */
async function states(action: number): Promise<Record<string, number>> {
  const { rows } = await world.sql.query<{ state: string; count: number }>(
    'SELECT state, count(*)::int AS count FROM action_targets WHERE action_id = $1 GROUP BY 1',
    [action],
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

test.skipIf(!hasNats)(
  `a change on ${count} devices through ${kills} kills of two nodes and their database: who cuts itself off has the old, who is well the new`,
  async () => {
    // All enrol and are read; a tenth then leaves.
    const first = world.connect(specs, { store, faultOf: () => undefined })
    await until(async () => (await world.online()) === count, patience)
    const read = await world.root.call(executeAction, { body: { action: 'read_configuration', filter: {} } })
    await until(async () => (await states(read.data.id)).done === count, patience)
    for (const fleet of first) fleet.stop()
    const there = specs.filter(({ index }) => !isAbsent(index))
    world.connect(there, { store, faultOf })
    await until(async () => (await world.online()) === there.length, patience)

    const { data } = await world.root.call(configureDevices, {
      body: {
        filter: {},
        seconds: 60,
        calls: [{ method: 'PUT', path: '/uci/network/lan', request_data: { ipaddr: address } }],
      },
    })
    for (let one = 0; one < kills; one++) {
      const victim = pick(victims, seed, one)
      await delay(Math.round(between(0, 1500, seed, one, 1)))
      process.stdout.write(`kill ${one + 1}: ${victim}\n`)
      await world.kill(victim)
    }
    const absent = specs.length - there.length
    await until(async () => {
      const { done = 0, failed = 0, queued = 0 } = await states(data.id)
      return queued === absent && done + failed === there.length
    }, patience)
    world.connect(
      specs.filter(({ index }) => isAbsent(index)),
      { store, faultOf },
    )
    await until(async () => {
      const { done = 0, failed = 0 } = await states(data.id)
      return done + failed === count
    }, patience)

    const { rows } = await world.sql.query<{ serial: string; state: string; message: string; reason: string }>(
      `SELECT t.device_serial AS serial, t.state, t.message, v.reason FROM action_targets t
       JOIN device_configs x ON x.device_id = t.device_id JOIN config_versions v ON v.id = x.intended_id
       WHERE t.action_id = $1`,
      [data.id],
    )
    const ended = new Map(rows.map((row) => [row.serial, row]))
    for (const { identity, name, index } of specs) {
      const row = ended.get(identity.serial)
      const state = store.load(identity.serial)
      const has = JSON.stringify(state?.config ?? {}).includes(address)
      const fault = faultOf(index)
      // The device's own account and the server's are the same, and nothing waits for a confirmation.
      expect([name, row?.state, row?.reason, has, state?.apply?.state]).toEqual(
        fault === undefined
          ? [name, 'done', 'apply', true, 'confirmed']
          : [name, 'failed', 'found', false, fault === 'cuts-itself' ? 'undone' : undefined],
      )
      if (fault) expect(row?.message).toMatch(fault === 'cuts-itself' ? /config_undone/ : /config_refused/)
    }
    const doubled = await world.sql.query(
      `SELECT target_id FROM action_events WHERE state IN ('done', 'failed', 'expired', 'cancelled')
       GROUP BY 1 HAVING count(*) <> 1`,
    )
    expect(doubled.rows).toEqual([])
  },
  1_800_000,
)

const campaignAddress = '10.45.0.1'
/** So many cut themselves off in a campaign: 3 %, and always one. */
const cutting = Math.max(1, Math.round(count * 0.03))

interface Row {
  serial: string
  state: string
  failed_check: string | null
  wave: number | null
}

const rowsOf = async (campaign: number): Promise<Row[]> =>
  (
    await world.sql.query<Row>(
      'SELECT device_serial AS serial, state, failed_check, wave FROM campaign_devices WHERE campaign_id = $1',
      [campaign],
    )
  ).rows

const stateOf = async (campaign: number) =>
  (
    await world.sql.query<{ state: string; reason: string | null }>(
      'SELECT state, reason FROM campaigns WHERE id = $1',
      [campaign],
    )
  ).rows[0]

const counted = (rows: readonly Row[], state: string) => rows.filter((row) => row.state === state).length

test.skipIf(!hasNats)(
  `a campaign on ${count} devices of which ${cutting} cut themselves off halts after the first of its first wave; without that rule it completes through ${kills} kills, with exact accounting`,
  async () => {
    world.disconnect()
    await until(async () => (await world.online()) === 0, patience)
    // A tenth is offline; of the others the first wave is made of those that cut themselves off.
    const there = specs.filter(({ index }) => !isAbsent(index))
    const cuts = new Set(there.slice(0, cutting).map(({ index }) => index))
    const faulty = (index: number): FaultKind | undefined => (cuts.has(index) ? 'cuts-itself' : undefined)
    const ids = new Map(
      (await world.sql.query<{ id: number; serial: string }>('SELECT id, serial FROM devices')).rows.map((row) => [
        row.serial,
        Number(row.id),
      ]),
    )
    const idsOf = (some: typeof specs) => some.map(({ identity }) => ids.get(identity.serial) as number)
    const create = (devices: number[], more: object) =>
      world.root.call(createChangeCampaign, {
        body: {
          name: 'Another address',
          kind: 'configure',
          content: {
            calls: [{ method: 'PUT', path: '/uci/network/lan', request_data: { ipaddr: campaignAddress } }],
            seconds: 60,
          },
          waves: [
            { of: 'devices', size: 1, failures: count },
            { of: 'rest', failures: count },
          ],
          soak: 0,
          check_wan: false,
          check_reports: false,
          start: 'now',
          device_id: devices,
          ...more,
        } as never,
      })

    // The one of the first wave cuts itself off: all others receive nothing, whatever else may fail.
    world.connect(
      there.filter(({ index }) => cuts.has(index)),
      { store, faultOf: faulty },
    )
    await until(async () => (await world.online()) === cuts.size, patience)
    const halted = (await create(idsOf(specs), {})).data.id
    await until(async () => (await stateOf(halted))?.state === 'halted', patience)
    expect((await stateOf(halted))?.reason).toMatch(/halted_undone/)
    const untouched = await rowsOf(halted)
    expect([untouched.length, counted(untouched, 'failed'), counted(untouched, 'untouched')]).toEqual([
      count,
      1,
      count - 1,
    ])
    expect(untouched.find(({ state }) => state === 'failed')).toMatchObject({ failed_check: 'undone', wave: 1 })
    for (const { identity } of specs)
      expect(JSON.stringify(store.load(identity.serial)?.config ?? {})).not.toContain(campaignAddress)

    // Without the rule it goes on to its end, through kills and with devices that come online late.
    world.connect(
      there.filter(({ index }) => !cuts.has(index)),
      { store, faultOf: faulty },
    )
    await until(async () => (await world.online()) === there.length, patience)
    const done = (await create(idsOf(specs), { undone_first: 0, undone_all: 0 })).data.id
    for (let one = 0; one < kills; one++) {
      const victim = pick(victims, seed, one, 2)
      await delay(Math.round(between(0, 3000, seed, one, 3)))
      process.stdout.write(`kill ${one + 1}: ${victim}\n`)
      await world.kill(victim)
    }
    const absent = specs.length - there.length
    await until(async () => counted(await rowsOf(done), 'waiting') === absent, patience)
    world.connect(
      specs.filter(({ index }) => isAbsent(index)),
      { store, faultOf: faulty },
    )
    await until(async () => (await stateOf(done))?.state === 'done', patience)

    const rows = new Map((await rowsOf(done)).map((row) => [row.serial, row]))
    expect(rows.size).toBe(count)
    for (const { identity, name, index } of specs) {
      const row = rows.get(identity.serial)
      const has = JSON.stringify(store.load(identity.serial)?.config ?? {}).includes(campaignAddress)
      const cut = cuts.has(index)
      expect([name, row?.state, row?.failed_check, has]).toEqual([
        name,
        cut ? 'failed' : 'done',
        cut ? 'undone' : null,
        !cut,
      ])
    }
    const doubled = await world.sql.query(
      `SELECT target_id FROM action_events WHERE state IN ('done', 'failed', 'expired', 'cancelled')
       GROUP BY 1 HAVING count(*) <> 1`,
    )
    expect(doubled.rows).toEqual([])
  },
  1_800_000,
)

const lateAddress = '10.46.0.1'

test.skipIf(!hasNats)(
  'devices that take a change back because both nodes are down are asked again, and do not halt a campaign',
  async () => {
    world.disconnect()
    await until(async () => (await world.online()) === 0, patience)
    const some = specs.slice(0, 6)
    world.connect(some, { store, faultOf: () => undefined })
    await until(async () => (await world.online()) === some.length, patience)
    const serials = some.map(({ identity }) => identity.serial)
    const { rows: devices } = await world.sql.query<{ id: string }>(
      'SELECT id FROM devices WHERE serial = ANY ($1::text[])',
      [serials],
    )
    const applying = () => serials.filter((serial) => store.load(serial)?.apply?.state === 'applied')
    const { data } = await world.root.call(createChangeCampaign, {
      body: {
        name: 'Through a downtime',
        kind: 'configure',
        content: {
          calls: [{ method: 'PUT', path: '/uci/network/lan', request_data: { ipaddr: lateAddress } }],
          seconds: 60,
        },
        waves: [{ of: 'rest', failures: 0 }],
        undone_first: 1,
        undone_all: 1,
        soak: 0,
        start: 'now',
        device_id: devices.map(({ id }) => Number(id)),
      } as never,
    })
    await until(() => applying().length > 0, patience)
    await world.kill('all', () => until(() => applying().length === 0, patience))
    await until(async () => (await stateOf(data.id))?.state !== 'running', patience)

    const { rows: again } = await world.sql.query<{ count: number }>(
      `SELECT count(DISTINCT device_id)::int AS count FROM action_events WHERE message LIKE '%config_server_down%'`,
    )
    process.stdout.write(`asked again: ${again[0]?.count}\n`)
    expect(again[0]?.count).toBeGreaterThan(0)
    expect(await stateOf(data.id)).toEqual({ state: 'done', reason: null })
    for (const serial of serials)
      expect([JSON.stringify(store.load(serial)?.config), store.load(serial)?.apply?.state]).toEqual([
        expect.stringContaining(lateAddress),
        'confirmed',
      ])
  },
  600_000,
)
