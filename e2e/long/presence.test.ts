import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { executeAction } from '@longreach/contract/actions/endpoints'
import { createAlertRules } from '@longreach/contract/alerts/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fleet } from '../../apps/fleet/src/fleet.ts'
import { between, pick } from '../../apps/fleet/src/prng.ts'
import { loadFleet } from '../../apps/fleet/src/spec.ts'
import { hasNats } from '../../apps/server/src/test/nats-server.ts'
import { until } from '../../apps/server/src/test/until.ts'
import { type Asked, accountRestarts, actionFaults } from './kills.ts'
import { startTwoNodes, type TwoNodes, victims } from './two-nodes.ts'

/** `KILLS_SEED` repeats a run, `KILLS` makes it longer. */
const seed = Number(process.env.KILLS_SEED ?? randomInt(2 ** 31))
const kills = Number(process.env.KILLS ?? 3)
/** Firmware without automations, which would replace alert rules. */
const specs = loadFleet(400, 41).filter(({ model }) => model.os !== 'RutOS')
const devices = specs.length
/** Longer than the minute in which a node compares its links with the database. */
const compared = 90_000

describe.runIf(hasNats)(`${kills} kills of nodes and database while devices restart`, () => {
  const boots = accountRestarts()
  let nodes: TwoNodes
  let fleets: Fleet[]
  let watched: number[]

  beforeAll(async () => {
    nodes = await startTwoNodes({ name: 'presence', uses: devices })
    fleets = nodes.connect(specs, { store: boots.store, faultOf: () => undefined })
    await until(async () => (await nodes.online()) === devices, 60_000)
    const { rows } = await nodes.sql.query<{ id: string }>('SELECT id FROM devices')
    const restarted = { alert_type_id: 3, alert_subtype_id: 16, action: 2, subject: '%et', message: '%ex' } as const
    const data = rows.map(({ id }) => ({ ...restarted, device_id: Number(id) }))
    watched = (await nodes.root.call(createAlertRules, { body: { data } as never })).data.map((rule) => rule.device_id)
    expect(watched).toHaveLength(devices)
  }, 180_000)

  afterAll(() => nodes?.end(), 120_000)

  const countBy = async (query: string) =>
    new Map(
      (await nodes.sql.query<{ of: string; count: string }>(query)).rows.map((row) => [row.of, Number(row.count)]),
    )

  const linksOf = async (url: string) =>
    Number(/^gateway_links (\d+)/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1])

  test('links are what the database says, each restart is counted and alerted once, and no device is online that is not', async () => {
    process.stdout.write(`KILLS_SEED=${seed}\n`)
    const asked: Asked[] = []
    for (let kill = 0; kill < kills; kill++) {
      const body = { action: 'reboot', filter: {}, expires_in: 900 } as const
      const answer = await nodes.root.call(executeAction, { body })
      if (answer.status === 200) asked.push(answer.data)
      const victim = pick(victims, seed, kill)
      await delay(Math.round(between(0, 3000, seed, kill, 1)))
      await nodes.kill(victim)
      // A device that fell silent between two nodes is noticed after its keep-alive.
      await until(async () => (await nodes.online()) >= devices * 0.9, 120_000)
    }
    const active = `SELECT FROM action_targets WHERE state IN ('queued', 'sent', 'running') LIMIT 1`
    await until(async () => (await nodes.sql.query(active)).rows.length === 0, 900_000)
    fleets[1]?.stop()
    const left = fleets[0]?.devices.length ?? 0
    await until(async () => (await nodes.online()) === left, compared)
    const open = await countBy(
      'SELECT n.url AS of, count(*) FROM device_session s JOIN nodes n ON n.id = s.node WHERE s.open GROUP BY 1',
    )
    for (const url of nodes.urls()) expect([url, await linksOf(url)]).toEqual([url, open.get(url) ?? 0])
    const shown = await nodes.sql.query('SELECT serial FROM devices WHERE status = 1 ORDER BY 1')
    expect(shown.rows.map(({ serial }) => serial)).toEqual(
      fleets[0]?.devices.map(({ spec }) => spec.identity.serial).sort(),
    )

    await until(async () => (await nodes.sql.query('SELECT FROM events LIMIT 1')).rows.length === 0, 60_000)
    const counted = await countBy(
      `SELECT serial AS of, count(*) FROM device_logs WHERE log LIKE '%log_booted%' GROUP BY 1`,
    )
    const alerted = await countBy(
      `SELECT d.serial AS of, count(a.id) FROM devices d LEFT JOIN alerts a ON a.device_id = d.id
       WHERE d.id IN (${watched.join()}) GROUP BY 1`,
    )
    const all = fleets.flatMap(({ devices: some }) => some.map(({ spec }) => spec.identity.serial))
    const countsOf = (of: (serial: string) => number) => Object.fromEntries(all.map((serial) => [serial, of(serial)]))
    const happened = countsOf(boots.restarts)
    expect(countsOf((serial) => counted.get(serial) ?? 0)).toEqual(happened)
    expect(countsOf((serial) => alerted.get(serial) ?? boots.restarts(serial))).toEqual(happened)
    const { faults } = await actionFaults(nodes.sql, asked, boots.restarts)
    expect(faults).toEqual([])
    expect(Math.max(...Object.values(happened))).toBeGreaterThan(0)
  }, 3_600_000)
})
