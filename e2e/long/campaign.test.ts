import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { createCampaign, getCampaign } from '@longreach/contract/campaigns/endpoints'
import { createFile } from '@longreach/contract/files/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FaultKind } from '../../apps/fleet/src/faults.ts'
import { between, pick } from '../../apps/fleet/src/prng.ts'
import { type DeviceSpec, specOf } from '../../apps/fleet/src/spec.ts'
import { memoryStore, type StateStore } from '../../apps/fleet/src/state.ts'
import { hasNats } from '../../apps/server/src/test/nats-server.ts'
import { until } from '../../apps/server/src/test/until.ts'
import { startTwoNodes, type TwoNodes, victims } from './two-nodes.ts'

/** `DEVICES` and `KILLS` make it longer, `KILLS_SEED` repeats it. */
const count = Number(process.env.DEVICES ?? 100)
const kills = Number(process.env.KILLS ?? 2)
const seed = Number(process.env.KILLS_SEED ?? randomInt(2 ** 31))
const image = 'RUTX_R_00.07.99'
/** Milliseconds. */
const patience = 120_000 + 300 * count

/** Faults of devices, by position in every hundred; the others are well. */
const faults: Record<number, FaultKind> = {
  3: 'fails-check',
  7: 'old-version',
  8: 'never-returns',
  5: 'claims-version',
}
const faultOf = (index: number) => faults[index % 100]
/** A tenth is offline until the campaign waits for nothing else. */
const isAbsent = (index: number) => index % 10 === 9

const specs = Array.from({ length: count }, (_, at) =>
  specOf({ index: at, model: 'RUTX11', name: `Bus ${at}`, use: 'vehicle', life: 'steady' }, 41),
)

/** The boots and the firmware of each device, by its own account. */
function account(): {
  store: StateStore
  boots(spec: DeviceSpec): number
  firmware(spec: DeviceSpec): string | undefined
} {
  const inner = memoryStore()
  const boots = new Map<string, Set<string>>()
  return {
    store: {
      load: inner.load,
      save(serial, state) {
        boots.set(serial, (boots.get(serial) ?? new Set()).add(state.boot))
        inner.save(serial, state)
      },
    },
    boots: ({ identity }) => boots.get(identity.serial)?.size ?? 0,
    firmware: ({ identity }) => inner.load(identity.serial)?.firmware,
  }
}

const devices = account()
const { store } = devices
let world: TwoNodes

const connectAll = (some: readonly DeviceSpec[], given = faultOf) => world.connect(some, { store, faultOf: given })

async function upload(name: string): Promise<number> {
  const bytes = new Uint8Array(randomBytes(200_000))
  const body = { type: 'firmware', company_id: world.company } as const
  return (await world.root.call(createFile, { body, files: { file: new File([bytes], `${name}_WEBUI.bin`) } })).data.id
}

beforeAll(async () => {
  process.stdout.write(`KILLS_SEED=${seed}\n`)
  world = await startTwoNodes({ name: 'campaign', uses: 2 * count + 100 })
}, 180_000)

afterAll(() => world?.end(), 120_000)

test.runIf(process.env.CI)('CI has what several nodes are tested with', () => expect(hasNats).toBe(true))

/** The campaign would wait half an hour for devices that never return, as their last message may be lost with a server. */
const giveUpLost = () =>
  world.sql.query(
    `UPDATE action_targets SET due_at = now()
      WHERE state = 'running' AND step = 2 AND device_serial = ANY ($1)
        AND NOT EXISTS (SELECT FROM device_session s WHERE s.device_id = action_targets.device_id AND s.open)`,
    [specs.filter(({ index }) => faultOf(index) === 'never-returns').map(({ identity }) => identity.serial)],
  )

const detailsOf = async (id: number) => (await world.root.call(getCampaign, { params: { id } })).data

const plan = {
  name: 'Everything',
  keep_settings: true,
  soak: 1,
  check_wan: true,
  check_reports: false,
  start: 'now',
} as const

test.skipIf(!hasNats)(
  `${count} devices through ${kills} kills of two nodes and their database: each is updated once, each fault is named, and no wave starts early`,
  async () => {
    // All enrol; a tenth then leaves.
    const first = connectAll(specs)
    await until(async () => (await world.online()) === count, patience)
    for (const fleet of first) fleet.stop()
    const there = specs.filter(({ index }) => !isAbsent(index))
    connectAll(there)
    await until(async () => (await world.online()) === there.length, patience)

    const file = await upload(image)
    const waves = [
      { of: 'devices', size: 1, failures: 10 },
      { of: 'percent', size: 10, failures: 1000 },
      { of: 'rest', failures: 1000 },
    ]
    const body = { ...plan, file_id: file, waves, filter: {} }
    const { status, data } = await world.root.call(createCampaign, { body: body as never })
    expect(status).toBe(201)
    for (let one = 0; one < kills; one++) {
      const victim = pick(victims, seed, one)
      await delay(Math.round(between(0, 2500, seed, one, 1)))
      process.stdout.write(`kill ${one + 1}: ${victim}\n`)
      await world.kill(victim)
    }
    const absent = specs.length - there.length
    const onlyAbsentWait = async () => {
      await delay(300)
      await giveUpLost()
      const { counts } = await detailsOf(data.id)
      return counts.untouched + counts.running + counts.observing === 0 && counts.waiting === absent
    }
    await until(onlyAbsentWait, 5 * patience)
    connectAll(specs.filter(({ index }) => isAbsent(index)))
    await until(async () => {
      await giveUpLost()
      return (await detailsOf(data.id)).state === 'done'
    }, patience)

    const expected = (kind: FaultKind | undefined) => specs.filter(({ index }) => faultOf(index) === kind)
    const ended = await detailsOf(data.id)
    expect(ended.counts).toMatchObject({ done: expected(undefined).length, left_out: 0, skipped: 0, cancelled: 0 })
    expect(ended.failed_checks).toEqual(
      Object.fromEntries(
        Object.entries({
          fetched: expected('claims-version').length,
          installed: expected('fails-check').length,
          returned: expected('never-returns').length,
          version: expected('old-version').length,
        }).filter(([, failures]) => failures > 0),
      ),
    )
    // Installed once, by the devices' own account.
    for (const spec of expected(undefined))
      expect([spec.name, devices.boots(spec), devices.firmware(spec)]).toEqual([spec.name, 2, image])
    for (const spec of expected('fails-check')) expect([spec.name, devices.boots(spec)]).toEqual([spec.name, 1])
    const { rows } = await world.sql.query(`
    SELECT (SELECT count(*)::int FROM action_targets) AS targets,
      (SELECT count(DISTINCT device_id)::int FROM action_targets) AS devices,
      (SELECT count(*)::int FROM campaign_waves) AS waves,
      (SELECT count(*)::int FROM actions) AS actions,
      (SELECT count(*)::int FROM (SELECT target_id FROM action_events WHERE state IN ('done', 'failed', 'expired', 'cancelled')
        GROUP BY 1 HAVING count(*) <> 1) x) AS doubled,
      (SELECT count(*)::int FROM campaign_devices c JOIN campaign_waves w ON w.campaign_id = c.campaign_id AND w.wave = c.wave - 1
        WHERE c.started_at < w.settled_at) AS early`)
    expect(rows[0]).toEqual({ targets: count, devices: count, waves: 3, actions: 3, doubled: 0, early: 0 })
  },
  1_800_000,
)

test.skipIf(!hasNats)(
  'a bad image halts in its first wave, and the other devices hear nothing',
  async () => {
    const others = Array.from({ length: 30 }, (_, at) =>
      specOf({ index: 100_000 + at, model: 'RUTX11', name: `Tram ${at}`, use: 'vehicle', life: 'steady' }, 41),
    )
    const before = await world.online()
    connectAll(others, () => 'old-version')
    await until(async () => (await world.online()) === before + others.length, 60_000)
    const { rows: ids } = await world.sql.query<{ id: string }>('SELECT id FROM devices WHERE serial = ANY ($1)', [
      others.map(({ identity }) => identity.serial),
    ])
    const file = await upload('RUTX_R_00.07.98')
    const waves = [
      { of: 'devices', size: 2, failures: 0 },
      { of: 'rest', failures: 0 },
    ]
    const body = { ...plan, file_id: file, waves, device_id: ids.map(({ id }) => Number(id)) }
    const { data } = await world.root.call(createCampaign, { body: body as never })
    await until(async () => (await detailsOf(data.id)).state === 'halted', 60_000)
    expect((await detailsOf(data.id)).counts.untouched).toBe(others.length - 2)
    await delay(6000)
    const { counts, state } = await detailsOf(data.id)
    expect([state, counts.untouched]).toEqual(['halted', others.length - 2])
    expect(others.filter((spec) => devices.boots(spec) > 1).length).toBeLessThanOrEqual(2)
  },
  180_000,
)
