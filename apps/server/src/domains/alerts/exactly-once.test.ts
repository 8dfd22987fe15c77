import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBus } from '../../bus/bus.ts'
import { messagesMissed } from '../../bus/topic.ts'
import { type Database, openDatabase } from '../../db/client.ts'
import { deliver } from '../../events/deliver.ts'
import { createEmit } from '../../events/emit.ts'
import { makeAlertRule } from '../../test/alerts.ts'
import { cloneDatabase, type TestDatabase } from '../../test/clone.ts'
import { testWriter } from '../../test/domains/monitoring.ts'
import { checkDueRules } from './due-rules.ts'
import type { FireDeps } from './fire.ts'
import { observePresence, observeReports } from './observe.ts'
import { evaluateObserved } from './observed-rules.ts'
import { alertRulesChanged } from './topics.ts'
import { createWatchedDevices } from './watched-devices.ts'

let database: TestDatabase
/** Database connection of a second node. */
let second: Database
const place = { company_id: 1, l1_id: 1, l2_id: null }

beforeAll(async () => {
  database = await cloneDatabase()
  second = openDatabase({ connectionString: database.url }, () => {}, 4)
  await sql`INSERT INTO companies (id, level, name, l1_id) VALUES (1, 1, 'One', 1)`.execute(database.db)
})
afterAll(async () => {
  await second.stop()
  await database.drop()
})

const emit = createEmit(() => new Map([['alert.observed', ['alerts.evaluate']]]) as never)
const raise = (error: unknown) => {
  throw error
}
const deps: FireDeps = {
  bus: createBus(raise),
  emit,
  mailer: { mail: async () => 1 },
  consoleUrl: () => 'https://console.test',
}
/** A node after its start: it only knows what the database contains. */
function startNode({ db }: Pick<Database, 'db'>, bus = createBus(raise), clock?: () => number) {
  const now = () => new Date()
  const watching = createWatchedDevices(db, bus, raise, clock)
  const observing = { watching, emit, now }
  return {
    watching,
    writer: testWriter({ db }, now, undefined, undefined, [observeReports(observing)]),
    presence: observePresence(observing),
    deliver: () => deliver(db, evaluateObserved(deps)),
    look: (at: Date) => checkDueRules(db, deps, at),
  }
}

let serial = 1_100_000_000
async function makeDevice(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO devices (company_id, l1_id, name, serial, status) VALUES (1, 1, 'Pump', ${String(++serial)}, 0)
    RETURNING id`.execute(database.db)
  return rows[0]!.id
}

const alertsOf = async (device: number) =>
  (await database.db.selectFrom('alerts').selectAll().where('device_id', '=', device).orderBy('id').execute()).map(
    ({ message }) => message,
  )

const names = ['signal']
let boots = 0

interface Step {
  /** Start of the batch: so many earlier reports are sent again, or so many overtake others. */
  shift: number
  count: number
  node: 0 | 1
  restarted: boolean
  delivered: 'by no node' | 'by one node' | 'by both nodes'
}

const steps = fc.array(
  fc.record<Step>({
    shift: fc.integer({ min: -4, max: 1 }),
    count: fc.integer({ min: 1, max: 6 }),
    node: fc.constantFrom(0, 1),
    restarted: fc.boolean(),
    delivered: fc.constantFrom('by no node', 'by one node', 'by both nodes'),
  }),
  { minLength: 4, maxLength: 10 },
)
const most = 60
const signals = fc.array(fc.constantFrom(-60, -80, -90, null), { minLength: most, maxLength: most })

function batchesOf(order: readonly Step[]): number[][] {
  let next = 0
  return order.map(({ shift, count }) => {
    const from = Math.max(0, next + shift)
    next = Math.max(next, from + count)
    return Array.from({ length: count }, (_, at) => from + at)
  })
}

/** Edges of the stored values: reports up to the highest number that arrived so far are repetitions. */
function edgesOf(values: readonly (number | null)[], batches: readonly number[][]): string[] {
  let mark = -1
  let below = false
  const edges: string[] = []
  for (const at of batches.flat()) {
    if (at <= mark) continue
    mark = at
    const value = values[at]
    if (typeof value !== 'number') continue
    if (value < -75 && !below) edges.push(`Pump: Signal strength dropped below -75 dBm: ${value} dBm`)
    below = value < -75
  }
  return edges
}

test('in any order of batches, with repetitions, restarts and two nodes, each edge raises one alert', async () => {
  await fc.assert(
    fc.asyncProperty(signals, steps, async (values, order) => {
      const device = await makeDevice()
      await makeAlertRule(database, place, device)
      const boot = (++boots).toString(16).padStart(12, '0')
      const nodes = [startNode(database), startNode(second)]
      const batches = batchesOf(order)
      for (const [index, { node, restarted, delivered }] of order.entries()) {
        if (restarted) nodes[node] = startNode(node === 0 ? database : second)
        const { writer } = nodes[node]!
        await Promise.all(
          batches[index]!.map((at) =>
            writer.write(
              { deviceId: device, epoch: 1 },
              {
                boot,
                seq: at + 1,
                age: most - at,
                uptime: 100_000,
                arrivedAt: new Date(),
                names,
                values: [values[at] ?? null],
              },
            ),
          ),
        )
        if (delivered === 'by one node') await nodes[node]!.deliver()
        if (delivered === 'by both nodes') await Promise.all(nodes.map((one) => one.deliver()))
      }
      await nodes[0]!.deliver()
      expect(await alertsOf(device)).toEqual(edgesOf(values, batches))
    }),
    { numRuns: 20 },
  )
})

const change = (id: number, online: boolean) => ({
  id,
  ...place,
  online,
  rebooted: false,
  uptime: null,
  reason: online ? null : 'Device stopped responding',
  cause: online ? null : ('unknown' as const),
})

test('an absence is one alert, though the server restarts and two nodes look at it together', async () => {
  const device = await makeDevice()
  await makeAlertRule(database, place, device, { event: 5, message: '%ex' })
  const disconnect = (node: ReturnType<typeof startNode>) =>
    database.db.transaction().execute((tx) => node.presence(tx, [change(device, false)]))
  await disconnect(startNode(database))
  await startNode(second).deliver()
  const early = new Date(Date.now() + 30_000)
  await Promise.all([startNode(database).look(early), startNode(second).look(early)])
  expect(await alertsOf(device)).toEqual([])
  const later = new Date(Date.now() + 61_000)
  await Promise.all([startNode(database).look(later), startNode(second).look(later)])
  await startNode(database).look(later)
  expect(await alertsOf(device)).toEqual(['Device went offline: Device stopped responding'])
})

test('every node follows rules that another one stored; devices without rules leave nothing behind', async () => {
  const [device, other] = [await makeDevice(), await makeDevice()]
  const bus = createBus(raise)
  const node = startNode(database, bus)
  const write = (id: number, seq: number, signal: number) =>
    node.writer.write(
      { deviceId: id, epoch: 1 },
      {
        boot: (++boots).toString(16).padStart(12, '0'),
        seq,
        age: 0,
        uptime: 100_000,
        arrivedAt: new Date(),
        names,
        values: [signal],
      },
    )
  const waiting = async () => (await database.db.selectFrom('events').select('id').execute()).length
  await Promise.all([write(device, 1, -90), write(other, 1, -90)])
  expect(await waiting()).toBe(0)
  const rule = await makeAlertRule(second, place, device)
  bus.publish(alertRulesChanged, { deviceIds: [device] })
  await expect.poll(() => node.watching.has('report', device)).toBe(true)
  await Promise.all([write(device, 2, -90), write(other, 2, -90)])
  expect(await waiting()).toBe(1)
  await node.deliver()
  expect(await alertsOf(device)).toHaveLength(1)
  await second.db.updateTable('alert_rules').set({ enabled: false }).where('id', '=', rule).execute()
  bus.publish(messagesMissed, {})
  await expect.poll(() => node.watching.has('report', device)).toBe(false)
})

test('rules of another node are followed within a minute when the hint is lost', async () => {
  const device = await makeDevice()
  let clock = 0
  const node = startNode(database, createBus(raise), () => clock)
  const follows = async () => {
    await node.watching.ready(database.db)
    return node.watching.has('report', device)
  }
  expect(await follows()).toBe(false)
  await makeAlertRule(second, place, device)
  clock += 59_000
  expect(await follows()).toBe(false)
  clock += 1000
  expect(await follows()).toBe(true)
})

test('what could not be evaluated is evaluated later, in order, with nothing raised twice', async () => {
  const device = await makeDevice()
  await makeAlertRule(database, place, device)
  const node = startNode(database)
  const failing = evaluateObserved({ ...deps, emit: () => Promise.reject(new Error('unavailable')) })
  await node.writer.write(
    { deviceId: device, epoch: 1 },
    {
      boot: (++boots).toString(16).padStart(12, '0'),
      seq: 1,
      age: 0,
      uptime: 100_000,
      arrivedAt: new Date(),
      names,
      values: [-90],
    },
  )
  expect(await deliver(database.db, failing)).toMatchObject({ handled: 0, failed: 1 })
  expect(await alertsOf(device)).toEqual([])
  await sql`UPDATE events SET next_attempt_at = now()`.execute(database.db)
  expect(await node.deliver()).toMatchObject({ handled: 1, failed: 0 })
  expect(await alertsOf(device)).toHaveLength(1)
})
