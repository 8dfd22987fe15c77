import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { Db } from '../db/client.ts'
import { cloneDatabase } from '../test/clone.ts'
import { until } from '../test/until.ts'
import type { EventType, NewEvent } from './catalogue.ts'
import { createEvents, type Events } from './events.ts'
import { type EventHandler, eventHandler } from './handler.ts'

const database = await cloneDatabase()
const { db } = database
const log = { warn: () => {} }
const nodes: Events[] = []

afterEach(async () => {
  await Promise.all(nodes.splice(0).map((node) => node.stop()))
  await sql`TRUNCATE events, event_handlers RESTART IDENTITY`.execute(db)
})
afterAll(() => database.drop())

async function startNode(handlers: readonly EventHandler[], settings: { work?: boolean; retired?: string[] } = {}) {
  const registry = new Registry()
  const node = createEvents({ db, work: true, registry, log, ...settings })
  nodes.push(node)
  await node.start(handlers)
  return { ...node, registry }
}

const renamed = (device_id: number, to: string): NewEvent => ({
  type: 'device.renamed',
  data: { device_id, company_id: 1, from: 'before', to },
})
const emitAll = (node: Pick<Events, 'emit'>, ...events: NewEvent[]) =>
  db.transaction().execute((tx) => node.emit(tx, ...events))

const countEvents = async () =>
  Number((await sql<{ n: number }>`SELECT count(*) AS n FROM events`.execute(db)).rows[0]?.n)

/** A handler that records its events. */
function recorder(name = 'test.record', types: readonly EventType[] = ['device.renamed']) {
  const seen: { id: number; device: number; to: string }[] = []
  const handler = eventHandler(name, types, async (_tx, events, after) => {
    for (const { id, data } of events) {
      const { device_id: device, to } = data as { device_id: number; to: string }
      after(() => void seen.push({ id, device, to }))
    }
  })
  return { handler, seen }
}

test('an event of a transaction that commits reaches every handler within a second, on another node', async () => {
  const [first, second] = [recorder('test.first'), recorder('test.second')]
  const sender = await startNode([first.handler, second.handler], { work: false })
  await startNode([first.handler, second.handler])
  for (let device = 1; device <= 3; device++) {
    await emitAll(sender, renamed(device, 'a'))
    const sent = Date.now()
    await until(() => first.seen.length === device && second.seen.length === device)
    expect(Date.now() - sent).toBeLessThan(1000)
  }
  await until(async () => (await countEvents()) === 0)
})

test('an event of a transaction that is rolled back reaches no handler', async () => {
  const { handler, seen } = recorder()
  const node = await startNode([handler])
  const failed = db.transaction().execute(async (tx) => {
    await node.emit(tx, renamed(1, 'never'))
    throw new Error('rolled back')
  })
  await expect(failed).rejects.toThrow('rolled back')
  await emitAll(node, renamed(1, 'a'))
  await until(() => seen.length === 1)
  expect(seen[0]?.to).toBe('a')
})

test('an event no module handles costs no statement', async () => {
  const node = await startNode([recorder().handler])
  const refuse = new Proxy({} as Db, {
    get() {
      throw new Error('a statement was sent')
    },
  })
  await node.emit(refuse, { type: 'company.created', data: { company_id: 1 } })
  await expect(node.emit(refuse, renamed(1, 'a'))).rejects.toThrow('a statement was sent')
})

test('thousands of events are written by one statement and handled in batches, in order', async () => {
  const batches: number[] = []
  const { handler, seen } = recorder()
  const counting: EventHandler = {
    ...handler,
    async handle(tx, events, after) {
      batches.push(events.length)
      await handler.handle(tx, events, after)
    },
  }
  const node = await startNode([counting])
  await emitAll(node, ...Array.from({ length: 3000 }, (_, n) => renamed(n % 700, String(n))))
  await until(() => seen.length === 3000)
  expect(batches.length).toBeLessThan(10)
  for (let device = 0; device < 700; device++) {
    const order = seen.filter((event) => event.device === device).map(({ to }) => Number(to))
    expect(order).toEqual([...order].sort((a, b) => a - b))
  }
})

test('an event that fails waits with later ones of the same device, and delays no other', async () => {
  let broken = true
  const { handler, seen } = recorder()
  const failing: EventHandler = {
    ...handler,
    async handle(tx, events, after) {
      if (broken && events.some(({ data }) => (data as { to: string }).to === 'poison')) throw new Error('not now')
      await handler.handle(tx, events, after)
    },
  }
  const node = await startNode([failing])
  await emitAll(node, renamed(1, 'a'), renamed(2, 'poison'), renamed(2, 'behind'), renamed(3, 'c'))
  await until(() => seen.length === 2)
  expect(seen.map(({ to }) => to)).toEqual(['a', 'c'])
  const { rows } = await sql<{ attempts: number; last_error: string }>`
    SELECT attempts, last_error FROM events WHERE attempts > 0`.execute(db)
  expect(rows).toEqual([{ attempts: 1, last_error: 'not now' }])
  broken = false
  await until(() => seen.length === 4)
  expect(seen.filter(({ device }) => device === 2).map(({ to }) => to)).toEqual(['poison', 'behind'])
})

test('changes of a failed attempt are rolled back, and the idempotency key stays', async () => {
  await sql`CREATE TABLE IF NOT EXISTS test_effects (event bigint)`.execute(db)
  const ids: number[] = []
  const handler = eventHandler('test.write', ['device.renamed'], async (tx, events) => {
    for (const { id } of events) {
      ids.push(id)
      await sql`INSERT INTO test_effects VALUES (${id})`.execute(tx)
    }
    if (ids.length === 1) throw new Error('after the write')
  })
  const node = await startNode([handler])
  await emitAll(node, renamed(1, 'a'))
  await until(() => ids.length === 2)
  await until(async () => (await countEvents()) === 0)
  expect(ids[0]).toBe(ids[1])
  const { rows } = await sql<{ event: number }>`SELECT event FROM test_effects`.execute(db)
  expect(rows).toEqual([{ event: ids[0] }])
})

test('a handler that is down catches up, and is shown while it fails', async () => {
  let down = true
  const { handler, seen } = recorder()
  const flaky: EventHandler = {
    ...handler,
    async handle(tx, events, after) {
      if (down) throw new Error('down')
      await handler.handle(tx, events, after)
    },
  }
  const node = await startNode([flaky])
  await emitAll(node, ...Array.from({ length: 2000 }, (_, n) => renamed(n, String(n))))
  await until(async () => (await node.registry.metrics()).includes('event_failures_total{handler="test.record"} 2'))
  down = false
  await until(() => seen.length === 2000)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(2000)
})

test('two handlers of one name do not start', async () => {
  const { handler } = recorder()
  await expect(startNode([handler, handler])).rejects.toThrow('Event handler test.record is listed twice')
})

test('a handler that an update removed while events wait for it stops the start by name, unless it is retired', async () => {
  const { handler } = recorder('test.removed')
  const node = await startNode([handler], { work: false })
  await emitAll(node, renamed(1, 'a'), renamed(2, 'b'))
  await expect(startNode([])).rejects.toThrow('Event handler test.removed has 2 waiting events and no module')
  await startNode([], { retired: ['test.removed'] })
  expect(await countEvents()).toBe(0)
})
