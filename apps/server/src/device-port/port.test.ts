import { linkCodes, linkReasons } from '@longreach/contract/link/codes'
import type { Hello } from '@longreach/contract/link/lines'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBus } from '../bus/bus.ts'
import type { PresenceSettings } from '../domains/devices/link-settings.ts'
import { deviceChanged, deviceDropped } from '../domains/devices/topics.ts'
import { LinkSuperseded } from '../drivers/driver.ts'
import { createSeal } from '../seal.ts'
import { cloneDatabase, type TestDatabase } from '../test/clone.ts'
import { testHello } from '../test/gateway/device.ts'
import { until } from '../test/until.ts'
import { createDevicePort } from './port.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await cloneDatabase()
})

afterAll(async () => database?.drop())

const presence: PresenceSettings = { node: 'here', keepalive: 300, metered: { keepalive: 900, batch: 1800 } }

function portOf({ db, pool }: TestDatabase, settings = presence) {
  const bus = createBus((error) => {
    throw error
  })
  const relinked: [number, string][] = []
  const port = createDevicePort({
    takeUpload: async () => 'unknown' as const,
    takeDownload: async () => 'unknown' as const,
    traffic: async () => {},
    db,
    pool,
    bus,
    seal: createSeal(Buffer.alloc(32)),
    writer: {
      write: async () => undefined,
      refuse: async (_id, _mark, reason) => reason,
      relinked: (deviceId, boot) => relinked.push([deviceId, boot]),
      flush: async () => {},
      stop: async () => {},
    },
    actions: { hello: () => {}, result: async () => {}, gone: () => {} },
    presence: settings,
    presenceChanged: async () => {},
    newDevices: { settings: {}, created: [], emit: async () => {} },
  })
  return { port, bus, relinked }
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
  const { port, id: deviceId, hello } = await arriving('6000000001', () => {})
  await hello()
  const event = { type: 'spool', text: 'Reports were dropped', age_s: Number.MAX_SAFE_INTEGER }
  await port.event({ deviceId, epoch: 1 }, event)
  const { log, created_at } = await db
    .selectFrom('device_logs')
    .select(['log', 'created_at'])
    .where('device_id', '=', deviceId)
    .where('type', '=', 'event')
    .executeTakeFirstOrThrow()
  expect(log).toBe('spool: Reports were dropped')
  expect(Date.now() - created_at.getTime()).toBeLessThan(366 * 86_400_000)
})

test('a device that is dropped while it is being welcomed is refused and shown as offline', async () => {
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
    bus.publish(deviceDropped, { id, code, reason: linkReasons[code] })
  })
  expect(await answer).toMatchObject({ code })
  const { status } = await db.selectFrom('devices').select('status').where('id', '=', id).executeTakeFirstOrThrow()
  expect(status).toBe(0)
})

/** A port with a device that arrives at it; `read` is called with the count each time its settings are read. */
async function arriving(serial: string, read: (count: number) => void) {
  let count = 0
  const { port, bus, relinked } = portOf(database, {
    ...presence,
    get keepalive() {
      read(++count)
      return count * 100
    },
  })
  const id = await insertDevice(database, serial)
  await database.db.insertInto('device_keys').values({ device_id: id, public_key: 'key' }).execute()
  const hello = () =>
    port.hello({ deviceId: id, publicKey: 'key', hello: { ...testHello, serial }, address: '192.0.2.1' })
  return { id, port, bus, hello, relinked }
}

test('settings that change while they are read for a welcome are read once more', async () => {
  const device = await arriving('6000000002', (count) => {
    if (count < 3) device.bus.publish(deviceChanged, { id: device.id })
  })
  expect(await device.hello()).toMatchObject({ settings: { keepalive: 300 } })
})

test('a hello that fails after its device was stored as online leaves it offline', async () => {
  const device = await arriving('6000000007', (count) => {
    if (count === 1) device.bus.publish(deviceChanged, { id: device.id })
    else throw new Error('no answer')
  })
  await expect(device.hello()).rejects.toThrow('no answer')
  const { db } = database
  const { rows } = await sql`
    SELECT d.status, d.offline_cause, s.open FROM devices d JOIN device_session s ON s.device_id = d.id
    WHERE d.id = ${device.id}`.execute(db)
  expect(rows).toEqual([{ status: 0, offline_cause: 'server', open: false }])
})

test('events of a link that was replaced are refused, and bad lines are not counted', async () => {
  const device = await arriving('6000000008', () => {})
  const { port } = device
  const welcomed = await device.hello()
  const presence = 'presence' in welcomed ? welcomed.presence : { deviceId: 0, epoch: 0 }
  await device.hello()
  const event = { type: 'spool', text: 'Reports were dropped', age_s: 0 }
  await expect(port.event(presence, event)).rejects.toThrow(LinkSuperseded)
  await expect(port.refuse(presence, 'Wrong')).rejects.toThrow(LinkSuperseded)
  const later = { ...presence, epoch: presence.epoch + 1 }
  await port.event(later, event)
  const logs = database.db.selectFrom('device_logs').select('log').where('device_id', '=', device.id)
  expect((await logs.where('type', '=', 'event').execute()).map(({ log }) => log)).toEqual([
    'spool: Reports were dropped',
  ])
})

test('the writer is notified of a device’s new link, and of its boot', async () => {
  const device = await arriving('6000000005', () => {})
  await device.hello()
  expect(device.relinked).toEqual([[device.id, testHello.boot]])
})

test('the board that a hello names is stored, and none where it names none', async () => {
  const { db } = database
  const { port } = portOf(database)
  const id = await insertDevice(database, '6000000006')
  await db.insertInto('device_keys').values({ device_id: id, public_key: 'key' }).execute()
  const boardAfter = async (hello: Partial<Hello>) => {
    const said = { ...testHello, serial: '6000000006', ...hello }
    await port.hello({ deviceId: id, publicKey: 'key', hello: said, address: '192.0.2.1' })
    return (await db.selectFrom('devices').select('board').where('id', '=', id).executeTakeFirst())?.board
  }
  expect(await boardAfter({ board: 'glinet,gl-mt300n-v2' })).toBe('glinet,gl-mt300n-v2')
  expect(await boardAfter({})).toBeNull()
})

test('a device that is dropped while they are read is refused as well', async () => {
  const code = linkCodes.revoked
  const device = await arriving('6000000003', (count) => {
    if (count === 1) device.bus.publish(deviceChanged, { id: device.id })
    else device.bus.publish(deviceDropped, { id: device.id, code, reason: linkReasons[code] })
  })
  expect(await device.hello()).toMatchObject({ code })
})

test('what is refused of the reports of one line is counted at once', async () => {
  const { db } = database
  const { port } = portOf(database)
  const deviceId = await insertDevice(database, '6000000004')
  const { boot } = testHello
  const reports = Array.from({ length: 100 }, (_, at) => ({ boot, seq: at + 1, fault: `Wrong ${at + 1}` }))
  expect(await port.report({ deviceId, epoch: 1 }, reports)).toHaveLength(100)
  const state = await db
    .selectFrom('device_state')
    .select(['refused_count', 'refused_reason'])
    .where('device_id', '=', deviceId)
    .executeTakeFirstOrThrow()
  expect(state).toEqual({ refused_count: 100, refused_reason: 'Wrong 100' })
  const { rows } = await sql<{ calls: number }>`
    SELECT calls::int FROM pg_stat_statements
    WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND query LIKE '%INTO device_state%'`.execute(
    db,
  )
  expect(rows).toEqual([{ calls: 1 }])
})
