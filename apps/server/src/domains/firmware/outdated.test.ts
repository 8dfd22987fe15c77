import { deviceStatistics, getDevice, listDevices } from '@longreach/contract/devices/endpoints'
import { deleteFile, setFileCompanies } from '@longreach/contract/files/endpoints'
import { declareFirmware } from '@longreach/contract/firmware/endpoints'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../test/client.ts'
import { at, connect, freshBoot, online, useActionWorld } from '../../test/domains/actions.ts'
import { after, before, router } from '../../test/domains/firmware.ts'
import { uploadFile, uploadFirmware } from '../../test/files.ts'
import { until } from '../../test/until.ts'
import { makeCompany, makeDevice, makeUser, type Place } from '../../test/world.ts'
import { compareDue } from './outdated.ts'

useActionWorld()

let branch: Place
let root: TestClient

beforeAll(async () => {
  branch = await makeCompany(at.world, 'Pier', at.company)
  root = await at.world.as('root')
})

const device = (place: Place = at.company, values: Record<string, unknown> = {}) =>
  makeDevice(at.world, place, { model: 'RUTX11', firmware: before, ...values })

const declare = (id: number, declared: 'stable' | 'latest' | null = 'stable', client = at.admin) =>
  client.call(declareFirmware, { params: { id }, body: { declared } })

/** The job may be comparing some devices at the same time. */
const compared = () =>
  until(async () => {
    await compareDue(at.world.db)
    return (await sql`SELECT FROM firmware_due`.execute(at.world.db)).rows.length === 0
  })

/** The devices with outdated firmware, once all due comparisons are done. */
async function outdated(...ids: number[]): Promise<number[]> {
  await compared()
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM devices WHERE firmware_outdated AND id = ANY (${ids}::bigint[]) ORDER BY id`.execute(at.world.db)
  return rows.map(({ id }) => id)
}

/** A global image, uploaded by an operator of the platform. */
async function uploadGlobal(version: string): Promise<number> {
  const id = await uploadFirmware(at.admin, version)
  await sql`UPDATE files SET type = 'global_firmware', company_id = 0, l1_id = NULL, l2_id = NULL WHERE id = ${id}`.execute(
    at.world.db,
  )
  return id
}

test('devices are outdated while the stable image for them is newer: it is declared, replaced, withdrawn, deleted', async () => {
  const old = await device()
  const current = await device(at.company, { firmware: after })
  const other = await device(at.company, { model: 'RUT956', firmware: 'RUT9M_R_00.07.00' })
  const theirs = await device(at.rival)
  const all = [old, current, other, theirs]
  const file = await uploadFirmware(at.admin, after)
  expect(await outdated(...all)).toEqual([])
  expect((await declare(file, 'latest')).status).toBe(200)
  expect(await outdated(...all)).toEqual([])
  await declare(file)
  expect(await outdated(...all)).toEqual([old])
  const newer = await uploadFirmware(at.admin, 'RUTX_R_00.07.07')
  await declare(newer)
  expect(await outdated(...all)).toEqual([old, current])
  const { rows } = await sql<{ id: number }>`SELECT id FROM files WHERE declared = 'stable'`.execute(at.world.db)
  expect(rows).toEqual([{ id: newer }])
  await declare(newer, null)
  expect(await outdated(...all)).toEqual([])
  await declare(file)
  expect(await outdated(...all)).toEqual([old])
  await at.admin.call(deleteFile, { params: { id: file } })
  expect(await outdated(...all)).toEqual([])
  await at.admin.call(deleteFile, { params: { id: newer } })
})

test('of a subsidiary those count that are shared with it, before those of all companies', async () => {
  const own = await device()
  const below = await device(branch)
  const theirs = await device(at.rival)
  const file = await uploadFirmware(at.admin, 'RUTX_R_00.07.07')
  await declare(file)
  expect(await outdated(own, below, theirs)).toEqual([own])
  await at.admin.call(setFileCompanies, { params: { id: file }, body: { company_id: [branch.company_id] } })
  expect(await outdated(own, below, theirs)).toEqual([own, below])
  await at.admin.call(setFileCompanies, { params: { id: file }, body: { company_id: [] } })
  expect(await outdated(own, below, theirs)).toEqual([own])

  const everywhere = await uploadGlobal(after)
  expect((await declare(everywhere)).status).toBe(404)
  expect((await declare(everywhere, 'stable', root)).status).toBe(200)
  expect(await outdated(own, below, theirs)).toEqual([own, below, theirs])
  // Its own image is shown.
  const { data } = await at.admin.call(getDevice, { params: { id: own } })
  expect(data.firmware_information).toMatchObject({
    stable: { version: 'RUTX_R_00.07.07', file_id: file },
    latest: null,
    current: { version: before },
  })
  await root.call(deleteFile, { params: { id: everywhere } })
  await at.admin.call(deleteFile, { params: { id: file } })
})

test('a device that comes back with the stable firmware is no longer outdated, at once', async () => {
  const file = await uploadFirmware(at.admin, after)
  await declare(file)
  const one = await online(router)
  expect(await outdated(one.id)).toEqual([one.id])
  one.device.leave()
  await connect({ ...one.enrolled, hello: { ...one.enrolled.hello, firmware: after, boot: freshBoot() } })
  const { rows } = await sql`SELECT FROM devices WHERE id = ${one.id} AND NOT firmware_outdated`.execute(at.world.db)
  expect(rows).toHaveLength(1)
  await at.admin.call(deleteFile, { params: { id: file } })
})

test('a device that moves is compared with the images of its company', async () => {
  const file = await uploadFirmware(at.admin, after)
  await declare(file)
  const id = await device(at.rival)
  expect(await outdated(id)).toEqual([])
  await at.world.db.updateTable('devices').set(at.company).where('id', '=', id).execute()
  expect(await outdated(id)).toEqual([id])
  await at.admin.call(deleteFile, { params: { id: file } })
})

test('what is declared while devices are compared is compared afterwards', async () => {
  const id = await device()
  const file = await uploadFirmware(at.admin, after)
  await outdated(id)
  const { db } = at.world
  await sql`CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_advisory_xact_lock(4711); RETURN NULL; END $$`.execute(db)
  await sql`CREATE TRIGGER pause AFTER UPDATE OF firmware_outdated ON devices FOR EACH STATEMENT
    EXECUTE FUNCTION pause()`.execute(db)
  await db.connection().execute(async (holding) => {
    await sql`SELECT pg_advisory_lock(4711)`.execute(holding)
    await declare(file)
    await until(async () => {
      const waiting = await sql`SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711 AND NOT granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(holding)
      return waiting.rows.length > 0
    })
    await declare(file, null)
    await sql`SELECT pg_advisory_unlock(4711)`.execute(holding)
  })
  await sql`DROP FUNCTION pause CASCADE`.execute(db)
  expect(await outdated(id)).toEqual([])
  await at.admin.call(deleteFile, { params: { id: file } })
})

test('outdated firmware needs attention: it is a filter, a number and part of the total', async () => {
  await makeUser(at.world, 'counter', branch, 2)
  const client = await at.world.as('counter')
  const old = await device(branch, { status: 1, name: 'Old' })
  const fine = await device(branch, { status: 1, name: 'Fine', firmware: after })
  const counts = async () =>
    (await client.call(deviceStatistics, { query: { charts: 'attention,firmware_outdated' } })).data
  const file = await uploadFirmware(client, after)
  const quiet = await counts()
  await declare(file, 'stable', client)
  await compared()
  const { attention, firmware_outdated } = await counts()
  expect([attention?.old_firmware, firmware_outdated?.yes]).toEqual([2, 2])
  expect((attention?.any ?? 0) - (quiet.attention?.any ?? 0)).toBe(1)
  const list = async (query: object) => (await client.call(listDevices, { query })).data.map(({ id }) => id)
  expect(await list({ attention: 'old_firmware', q: 'Old' })).toEqual([old])
  expect(await list({ firmware_outdated: 'no', q: 'Fine' })).toEqual([fine])
  expect(await list({ 'ne:firmware_outdated': 'no', q: 'Fine' })).toEqual([])
  await client.call(deleteFile, { params: { id: file } })
})

test('only firmware of the caller can be declared, and the job compares what is due', async () => {
  const file = await uploadFile(at.admin)
  expect((await declare(file)).errors[0]?.message).toBe('Only firmware can be declared')
  expect((await declare(file, 'stable', at.viewer)).status).toBe(403)
  const id = await device()
  await declare(await uploadFirmware(at.admin, after))
  await until(async () => {
    const { rows } = await sql`SELECT FROM devices WHERE id = ${id} AND firmware_outdated`.execute(at.world.db)
    return rows.length === 1
  })
})
