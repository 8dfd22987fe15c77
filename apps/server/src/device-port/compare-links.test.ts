import { linkCodes } from '@longreach/contract/link/codes'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { noteSettings, takeSettings } from '../domains/devices/link-settings.ts'
import { markDeleted, revokeKeys } from '../domains/devices/store.ts'
import type { Presence } from '../drivers/driver.ts'
import { cloneDatabase, type TestDatabase } from '../test/clone.ts'
import { compareLinks } from './compare-links.ts'

let database: TestDatabase
let serial = 0

beforeAll(async () => {
  database = await cloneDatabase()
})

afterAll(async () => database?.drop())

beforeEach(() => sql`DELETE FROM devices`.execute(database.db))

/** A device with a key and a session that is open on this node. */
async function linkedDevice(epoch = 3): Promise<Presence> {
  const { db } = database
  const { id } = await db
    .insertInto('devices')
    .values({ company_id: 0, name: 'Crane', serial: `compare-${++serial}`, bound_at: new Date(), status: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('device_keys').values({ device_id: id, public_key: 'key' }).execute()
  await sql`
    INSERT INTO device_session (device_id, node, epoch, boot, open) VALUES (${id}, 'here', ${epoch}, 'b', true)`.execute(
    db,
  )
  return { deviceId: id, epoch }
}

/** Compares this node's links with the database and returns the consequences. */
async function compare(links: readonly Presence[], arriving: readonly number[] = []): Promise<string[]> {
  const done: string[] = []
  await compareLinks({
    db: database.db,
    node: 'here',
    driver: {
      open: () => [...links],
      renew: (id) => void done.push(`renew ${id}`),
      drop: (id, { code }) => void done.push(`drop ${id} ${code}`),
    },
    port: {
      gone: async ({ deviceId, epoch }) => {
        done.push(`gone ${deviceId} ${epoch}`)
        await sql`UPDATE device_session SET open = false WHERE device_id = ${deviceId}`.execute(database.db)
      },
      isArriving: (id) => arriving.includes(id),
    },
  })
  return done.sort()
}

test('nothing is done where sessions and links agree, nor about sessions of another node', async () => {
  const [one, other] = [await linkedDevice(), await linkedDevice()]
  await sql`UPDATE device_session SET node = 'there' WHERE device_id = ${other.deviceId}`.execute(database.db)
  expect(await compare([one])).toEqual([])
})

test('a session without a link ends, unless its device is just arriving', async () => {
  const device = await linkedDevice()
  expect(await compare([], [device.deviceId])).toEqual([])
  expect(await compare([])).toEqual([`gone ${device.deviceId} 3`])
  expect(await compare([])).toEqual([])
})

test('a link whose session was closed, or has a later epoch, here or on another node, is dropped', async () => {
  const [closed, later, elsewhere] = [await linkedDevice(), await linkedDevice(), await linkedDevice()]
  const { db } = database
  await sql`UPDATE device_session SET open = false WHERE device_id = ${closed.deviceId}`.execute(db)
  await sql`UPDATE device_session SET epoch = 4 WHERE device_id = ${later.deviceId}`.execute(db)
  await sql`UPDATE device_session SET epoch = 4, node = 'there' WHERE device_id = ${elsewhere.deviceId}`.execute(db)
  const links = [closed, later, elsewhere]
  expect(await compare(links, [later.deviceId])).toEqual(
    links.map(({ deviceId }) => `drop ${deviceId} ${linkCodes.busy}`).sort(),
  )
})

test('a link of a device that was revoked or deleted is dropped as revoked', async () => {
  const [revoked, deleted] = [await linkedDevice(), await linkedDevice()]
  await revokeKeys(database.db, revoked.deviceId)
  await markDeleted(database.db, [deleted.deviceId])
  const dropped = [revoked, deleted].map(({ deviceId }) => `drop ${deviceId} ${linkCodes.revoked}`)
  expect(await compare([revoked, deleted])).toEqual(dropped.sort())
})

test('settings that have changed while the device was linked are sent, until they were read to be sent', async () => {
  const [linked, offline] = [await linkedDevice(), await linkedDevice()]
  const { db } = database
  await sql`UPDATE device_session SET open = false WHERE device_id = ${offline.deviceId}`.execute(db)
  await noteSettings(db, [offline.deviceId, linked.deviceId])
  await noteSettings(db, [linked.deviceId])
  expect(await compare([linked])).toEqual([`renew ${linked.deviceId}`])
  expect(await compare([linked])).toEqual([`renew ${linked.deviceId}`])
  await takeSettings(db, linked.deviceId)
  expect(await compare([linked])).toEqual([])
})

test('a link that was replaced meanwhile stays', async () => {
  const device = await linkedDevice()
  const links = [[{ ...device, epoch: 2 }], [device]]
  const done: string[] = []
  await compareLinks({
    db: database.db,
    node: 'here',
    driver: { open: () => links.shift() ?? [], renew: () => {}, drop: (id) => void done.push(`drop ${id}`) },
    port: { gone: async ({ deviceId }) => void done.push(`gone ${deviceId}`), isArriving: () => true },
  })
  expect(done).toEqual([])
})
