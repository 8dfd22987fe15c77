import { listAudit, undoChange } from '@longreach/contract/audit/endpoints'
import { getCompany, getMoveLosses, moveCompany, updateCompany } from '@longreach/contract/companies/endpoints'
import { deleteDevices, getDevice, updateDevice } from '@longreach/contract/devices/endpoints'
import { assignTags, overwriteTags, unassignTags } from '@longreach/contract/devices/tag-endpoints'
import { getRole, updateRole } from '@longreach/contract/roles/endpoints'
import { deleteTags, getTag, updateTag } from '@longreach/contract/tags/endpoints'
import { getUser, moveUsers } from '@longreach/contract/users/endpoints'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeExpired } from '../../module/retention.ts'
import type { TestClient } from '../../test/client.ts'
import { makeCompany, makeDevice, makeTag, makeUser, type Place, startWorld, type World } from '../../test/world.ts'
import { auditModule } from './module.ts'

let world: World
let top: Place
let north: Place
let south: Place
let admin: TestClient

beforeAll(async () => {
  world = await startWorld()
  top = await makeCompany(world, 'Top')
  north = await makeCompany(world, 'North', top)
  south = await makeCompany(world, 'South', top)
  await makeUser(world, 'admin', top, 2)
  await makeUser(world, 'reader', top, 4)
  await makeUser(world, 'northern', north, 2)
  admin = await world.as('admin')
})

afterAll(async () => world?.stop())

const idOf = ({ meta }: { meta: object }) => (meta as { undo?: number }).undo as number
const undo = (id: number, client = admin) => client.call(undoChange, { params: { id } })
const nameOf = async (id: number) => (await admin.call(getDevice, { params: { id } })).data.name
const newest = async () => (await admin.call(listAudit, { query: { limit: 1 } })).data[0]

/** Makes all recorded changes older. */
async function letPass(time: string): Promise<void> {
  await sql
    .raw(`
      ALTER TABLE audit DISABLE TRIGGER USER;
      UPDATE audit SET created_at = created_at - interval '${time}';
      UPDATE undos SET created_at = created_at - interval '${time}';
      ALTER TABLE audit ENABLE TRIGGER USER`)
    .execute(world.db)
}

/** All tags of the devices, for comparisons. */
async function tagsOf(devices: readonly number[]): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT device_id, tag_id FROM device_tags WHERE device_id = ANY (${[...devices]}::bigint[]) ORDER BY 1, 2`.execute(
    world.db,
  )
  return rows
}

test('a renamed device gets its name back, once; the audit log says what was undone', async () => {
  const id = await makeDevice(world, north, { name: 'Bus 12' })
  const changed = await admin.call(updateDevice, { params: { id }, body: { name: 'Bus 14', description: 'Depot' } })
  expect((await newest())?.undo_id).toBe(idOf(changed))
  expect((await undo(idOf(changed))).status).toBe(200)
  expect((await admin.call(getDevice, { params: { id } })).data).toMatchObject({ name: 'Bus 12', description: '' })
  const [line, edit] = (await admin.call(listAudit, { query: { target: 'device', target_id: id } })).data
  expect(line).toMatchObject({
    action: 'audit.undo',
    sentence: 'admin@example.test undid: edited Bus 12',
    before: { name: 'Bus 14', description: 'Depot' },
    after: { name: 'Bus 12', description: '' },
    undo_id: null,
  })
  expect(edit?.undo_id).toBe(null)
  expect(await undo(idOf(changed))).toMatchObject({ status: 409, errors: [{ message: 'Already undone' }] })
})

test('a change that was followed by another is not undone, and the refusal names it', async () => {
  const id = await makeDevice(world, north, { name: 'Old' })
  const first = await admin.call(updateDevice, { params: { id }, body: { name: 'New' } })
  await admin.call(updateDevice, { params: { id }, body: { name: 'Newer' } })
  const lines = (await admin.call(listAudit, { query: { target: 'device', target_id: id } })).data
  expect(lines.map(({ undo_id }) => undo_id !== null)).toEqual([true, false])
  expect(await undo(idOf(first))).toMatchObject({
    status: 409,
    errors: [{ message: 'Name of Newer has since been changed' }],
  })
  expect(await nameOf(id)).toBe('Newer')
})

test('undoing requires the view and the reach of the change, and is possible for a day', async () => {
  const id = await makeDevice(world, top, { name: 'Kept' })
  const change = async (name: string) => idOf(await admin.call(updateDevice, { params: { id }, body: { name } }))
  const changed = await change('Changed')
  const reader = await world.as('reader')
  expect((await undo(changed, reader)).status).toBe(404)
  expect((await reader.call(listAudit, { query: {} })).status).toBe(403)
  expect((await undo(changed, await world.as('northern'))).status).toBe(404)
  expect((await undo(99_999_999)).status).toBe(404)
  await letPass('25 hours')
  expect(await undo(changed)).toMatchObject({
    status: 409,
    errors: [{ message: 'A change can be undone for one day' }],
  })
  await removeExpired(world.db, auditModule.retention ?? [])
  expect((await undo(changed)).status).toBe(404)
  expect(await nameOf(id)).toBe('Changed')
})

test('a company, a tag and a role get their names back', async () => {
  const renamed = await admin.call(updateCompany, { params: { id: south.company_id }, body: { name: 'Coast' } })
  expect((await undo(idOf(renamed))).status).toBe(200)
  expect((await admin.call(getCompany, { params: { id: south.company_id } })).data.name).toBe('South')
  const tag = await makeTag(world, top, { name: 'Blue' })
  const edited = await admin.call(updateTag, { params: { id: tag }, body: { name: 'Navy' } })
  expect((await undo(idOf(edited))).status).toBe(200)
  expect((await admin.call(getTag, { params: { id: tag } })).data.name).toBe('Blue')
  const { id: role } = await world.db
    .insertInto('roles')
    .values({ ...top, name: 'custom_night', title: 'Night', description: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const titled = await admin.call(updateRole, { params: { id: role }, body: { title: 'Day' } })
  await admin.call(updateRole, { params: { id: role }, body: { description: 'All day' } })
  expect(await undo(idOf(titled))).toMatchObject({
    status: 409,
    errors: [{ message: 'The role Day has since been changed' }],
  })
  expect((await admin.call(getRole, { params: { id: role } })).data.title).toBe('Day')
})

test('deleted tags come back with their ids and their devices', async () => {
  const tag = await makeTag(world, top, { name: 'Gone' })
  const devices = [await makeDevice(world, north), await makeDevice(world, south)]
  await admin.call(assignTags, { body: { device_id: devices, tag_id: [tag] } })
  const before = await admin.call(getTag, { params: { id: tag } })
  const deleted = await admin.call(deleteTags, { body: { id: [tag] } })
  expect((await undo(idOf(deleted))).status).toBe(200)
  const { updated_at: _, ...back } = (await admin.call(getTag, { params: { id: tag } })).data
  expect(before.data).toMatchObject(back)
  expect(await tagsOf(devices)).toHaveLength(2)
  const again = await admin.call(deleteTags, { body: { id: [tag] } })
  await makeTag(world, top, { name: 'gone' })
  expect(await undo(idOf(again))).toMatchObject({ status: 409, errors: [{ message: 'Name already in use' }] })
})

test('a moved company comes back with the tags that its devices lost', async () => {
  const moving = await makeCompany(world, 'Moving', north)
  const device = await makeDevice(world, moving)
  const inherited = await makeTag(world, north, { name: 'Inherited' })
  const wide = await makeTag(world, top, { name: 'Wide' })
  await admin.call(assignTags, { body: { device_id: [device], tag_id: [inherited, wide] } })
  const before = await tagsOf([device])
  const move = (target: Place) =>
    admin.call(moveCompany, { body: { source: moving.company_id, target: target.company_id } })
  const losses = await admin.call(getMoveLosses, {
    params: { id: moving.company_id, target: south.company_id },
  })
  expect(losses.data).toEqual({ tags: 1, devices: 1, templates: 0, template_devices: 0 })
  const moved = await move(south)
  expect(await tagsOf([device])).toHaveLength(1)
  expect((await undo(idOf(moved))).status).toBe(200)
  expect(await tagsOf([device])).toEqual(before)
  // It has a line at both places; a reader of both sees one.
  const lines = await admin.call(listAudit, { query: { target: 'company', target_id: moving.company_id } })
  expect(lines.data.map(({ sentence }) => sentence)).toEqual([
    'admin@example.test undid: moved Moving to South',
    'admin@example.test moved Moving to South',
  ])
  const { ancestors } = (await admin.call(getCompany, { params: { id: moving.company_id } })).data
  expect(ancestors.map(({ name }) => name)).toContain('North')
  const first = await move(south)
  await move(top)
  expect(await undo(idOf(first))).toMatchObject({
    status: 409,
    errors: [{ message: 'The company Moving has since been moved again' }],
  })
})

test('moved users go back with the role they had', async () => {
  const user = await makeUser(world, 'mover', north, 3)
  const moved = await admin.call(moveUsers, { body: { user_id: [user], company_id: south.company_id } })
  expect((await undo(idOf(moved))).status).toBe(200)
  const back = await admin.call(getUser, { params: { id: user } })
  expect(back.data).toMatchObject({ company_id: north.company_id, role_id: 3 })
  const again = await admin.call(moveUsers, { body: { user_id: [user], company_id: south.company_id } })
  await admin.call(moveUsers, { body: { user_id: [user], company_id: top.company_id } })
  expect((await undo(idOf(again))).status).toBe(409)
})

test('any sequence of changes of tags, undone from its end, leaves what there was; a device deleted since refuses it', async () => {
  const devices = [await makeDevice(world, north), await makeDevice(world, south), await makeDevice(world, top)]
  const tags = [
    await makeTag(world, top, { name: 'A' }),
    await makeTag(world, north, { name: 'B' }),
    await makeTag(world, south, { name: 'C' }),
  ]
  const some = (list: readonly number[], least: number) => fc.subarray([...list], { minLength: least })
  const step = fc.record({
    change: fc.constantFrom(assignTags, overwriteTags, unassignTags),
    device_id: some(devices, 1),
    tag_id: some(tags, 0),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
      const states = []
      const undos = []
      for (const { change, ...body } of steps) {
        states.push(await tagsOf(devices))
        undos.push(idOf(await admin.call(change, { body })))
      }
      for (const [at, id] of [...undos.entries()].reverse()) {
        if (id !== undefined) expect((await undo(id)).status).toBe(200)
        expect(await tagsOf(devices)).toEqual(states[at])
      }
    }),
    { numRuns: 12 },
  )
  const last = idOf(await admin.call(overwriteTags, { body: { device_id: devices, tag_id: [tags[0] as number] } }))
  await admin.call(deleteDevices, { body: { device_id: [devices[0] as number] } })
  expect(await undo(last)).toMatchObject({ status: 409, errors: [{ message: 'A device has since been deleted' }] })
})
