import { createDevices, createEnrolmentKey } from '@longreach/contract/devices/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../test/clone.ts'
import { connectEnrolled, enrolDevice, tryEnrol } from '../../test/device.ts'
import { testHello } from '../../test/gateway/device.ts'
import { outside } from '../../test/second-connections.ts'
import { until } from '../../test/until.ts'
import { makeCompany, makeDevice, makeUser, type Place, startWorld, type World } from '../../test/world.ts'
import { arrive, leave } from './presence.ts'
import { sweepNodes } from './silent-nodes.ts'

let world: World
let port: number
let company: Place
let key: string
let serial = 5_200_000_000

beforeAll(async () => {
  world = await startWorld()
  port = world.app.gatewayPort as number
  company = await makeCompany(world, 'Harbour')
  await makeUser(world, 'admin', company, 2)
  const admin = await world.as('admin')
  key = (await admin.call(createEnrolmentKey, { body: { company_id: company.company_id, uses: 500 } })).data.key
})

afterAll(async () => world?.stop())

test('two devices with one serial enrolling at once: one is bound, the other gets the reason', async () => {
  for (let round = 0; round < 5; round++) {
    const identity = { serial: String(++serial) }
    const answers = await Promise.all(
      ['00:1E:42:00:00:01', '00:1E:42:00:00:02'].map((mac) => tryEnrol(port, { key }, { ...identity, mac })),
    )
    expect(
      answers
        .map(({ line }) =>
          line
            .split(' ')
            .slice(0, line.startsWith('bound') ? 1 : 2)
            .join(' '),
        )
        .sort(),
    ).toEqual(['bound', 'refused 7'])
  }
})

test('the last use of a key goes to one of two devices', async () => {
  const admin = await world.as('admin')
  const { data } = await admin.call(createEnrolmentKey, { body: { company_id: company.company_id, uses: 1 } })
  const serials = [String(++serial), String(++serial)]
  const answers = await Promise.all(serials.map((one) => tryEnrol(port, { key: data.key }, { serial: one })))
  expect(answers.map(({ line }) => line.slice(0, 11)).sort()[1]).toBe('refused 205')
})

test('one serial added twice at once is in the list once', async () => {
  const admin = await world.as('admin')
  const row = (one: string) => ({
    company_id: company.company_id,
    device_series: 'rut' as const,
    serial: one,
    mac: '00:1E:42:00:00:01',
    password_confirmation: 'x',
  })
  const serials = Array.from({ length: 20 }, () => String(++serial))
  const answers = await Promise.all(
    [serials, serials.toReversed(), serials].map((all) => admin.call(createDevices, { body: { data: all.map(row) } })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
})

test('wrong proofs sent all at once are limited like those sent one by one', async () => {
  const identity = { serial: String(++serial) }
  const answers = await Promise.all(Array.from({ length: 12 }, () => tryEnrol(port, { password: 'wrong' }, identity)))
  const refused = answers.filter(({ line }) => line.startsWith('refused 12 '))
  expect(refused).toHaveLength(5)
  expect(answers.filter(({ line }) => line.startsWith('refused 203 '))).toHaveLength(7)
})

const nothing = async () => {}

async function waitsForLock(database: TestDatabase): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(database.db)
  return rows.length > 0
}

test.each([
  ['leaving', (database: TestDatabase, id: number) => leave(database.db, { deviceId: id, epoch: 1 }, 'gone', nothing)],
  ['a silent node', (database: TestDatabase) => sweepNodes(database.db, null, nothing)],
])('%s and an arrival at the same moment wait for each other in one order', async (_name, end) => {
  const database = await cloneDatabase()
  const own = { ...world, ...database }
  const id = await makeDevice(own, await makeCompany(own, 'Harbour'), { status: 1 })
  await sql`INSERT INTO device_session (device_id, node, epoch, boot, open) VALUES (${id}, 'offline', 1, 'a', true)`.execute(
    database.db,
  )
  let ending: Promise<unknown> | undefined
  await database.db.transaction().execute(async (tx) => {
    await sql`SELECT id FROM devices WHERE id = ${id} FOR UPDATE`.execute(tx)
    ending = end(database, id)
    await until(() => waitsForLock(database))
    await sql`UPDATE device_session SET epoch = 2 WHERE device_id = ${id}`.execute(tx)
  })
  await ending
  await database.drop()
})

test('a device whose two links arrive at once after a restart has restarted once', async () => {
  const database = await cloneDatabase()
  const own = { ...world, ...database }
  const id = await makeDevice(own, await makeCompany(own, 'Harbour'), { serial: testHello.serial, mac: testHello.mac })
  await sql`INSERT INTO device_keys (device_id, public_key) VALUES (${id}, 'a')`.execute(database.db)
  const settings = { node: 'here', keepalive: 30, metered: { keepalive: 900, batch: 1800 } }
  const restarts: boolean[] = []
  const link = (boot: string, changed = async () => {}) =>
    arrive(
      database.db,
      { deviceId: id, publicKey: 'a', hello: { ...testHello, boot }, address: '192.0.2.1' },
      settings,
      async (_tx, changes) => {
        restarts.push(...changes.map(({ rebooted }) => rebooted))
        await changed()
      },
      async () => {},
    )
  await link('000000000001')
  let second: Promise<unknown> | undefined
  await link('000000000002', async () => {
    second = outside(() => link('000000000002'))
    await outside(() => until(() => waitsForLock(database)))
  })
  await second
  expect(restarts).toEqual([false, true])
  await database.drop()
})

test('devices of a node that was wrongly considered silent are asked to connect again', async () => {
  const device = await enrolDevice(port, key, { serial: String(++serial) })
  const link = await connectEnrolled(port, device)
  // The node may renew its lease in between.
  await until(async () => {
    await sql`UPDATE nodes SET renewed_at = now() - interval '1 minute'`.execute(world.db)
    return (await sweepNodes(world.db, null, nothing)).includes(device.deviceId)
  })
  await until(() => link.closed())
  expect(await link.hear('refused ')).toMatch(/^refused 202 \d+ /)
})
