import { linkCodes, linkReasons } from '@longreach/contract/link/codes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBus } from '../bus/bus.ts'
import { testHello } from '../gateway/test-device.ts'
import { createSeal } from '../seal.ts'
import { cloneDatabase, type TestDatabase } from '../test/clone.ts'
import { until } from '../test/until.ts'
import { createDevicePort } from './port.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await cloneDatabase()
})

afterAll(async () => database?.drop())

function portOf({ db, pool }: TestDatabase) {
  const bus = createBus((error) => {
    throw error
  })
  const port = createDevicePort({
    db,
    pool,
    bus,
    seal: createSeal(Buffer.alloc(32)),
    writer: { write: async () => undefined, refuse: async () => '', flush: async () => {}, stop: async () => {} },
    actions: { hello: () => {}, result: async () => {}, gone: () => {} },
    presence: { node: 'here', keepalive: 300, metered: { keepalive: 900, batch: 1800 } },
    newDevices: { settings: {}, made: [] },
  })
  return { port, bus }
}

async function insertDevice({ db }: TestDatabase, serial: string): Promise<number> {
  const { id } = await db
    .insertInto('devices')
    .values({ company_id: 0, name: 'Crane', serial, mac: testHello.mac, bound_at: new Date(), status: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('an event that claims an impossible age is kept with the oldest there can be', async () => {
  const { db } = database
  const { port } = portOf(database)
  const deviceId = await insertDevice(database, '6000000001')
  const event = { type: 'spool', text: 'Reports were dropped', age_s: Number.MAX_SAFE_INTEGER }
  await port.event({ deviceId, epoch: 1 }, event)
  const { log, created_at } = await db
    .selectFrom('device_logs')
    .select(['log', 'created_at'])
    .where('device_id', '=', deviceId)
    .executeTakeFirstOrThrow()
  expect(log).toBe('spool: Reports were dropped')
  expect(Date.now() - created_at.getTime()).toBeLessThan(366 * 86_400_000)
})

test('a device that is dropped while it is being welcomed is turned away and reads as offline', async () => {
  const { db } = database
  const { port, bus } = portOf(database)
  const id = await insertDevice(database, testHello.serial)
  await db.insertInto('device_keys').values({ device_id: id, public_key: 'key' }).execute()
  const code = linkCodes.revoked
  let answer: ReturnType<typeof port.hello> | undefined
  await db.transaction().execute(async (tx) => {
    await sql`SELECT 1 FROM devices WHERE id = ${id} FOR UPDATE`.execute(tx)
    answer = port.hello({ deviceId: id, publicKey: 'key', hello: testHello, address: '192.0.2.1' })
    const waits = sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await until(async () => (await waits.execute(db)).rows.length > 0)
    bus.publish('device.dropped', { id, code, reason: linkReasons[code] })
  })
  expect(await answer).toMatchObject({ code })
  const { status } = await db.selectFrom('devices').select('status').where('id', '=', id).executeTakeFirstOrThrow()
  expect(status).toBe(0)
})
