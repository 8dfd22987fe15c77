import { listAudit } from '@longreach/contract/audit/endpoints'
import { moveCompany } from '@longreach/contract/companies/endpoints'
import {
  createDevices,
  deleteDevices,
  exportDevices,
  getDevice,
  listDevices,
  updateDevice,
} from '@longreach/contract/devices/endpoints'
import { assignTags, overwriteTags, unassignTags } from '@longreach/contract/devices/tag-endpoints'
import { getTag, listTags } from '@longreach/contract/tags/endpoints'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import { until } from '../../../test/until.ts'
import { makeCompany, makeDevice, makeTag, makeUser, type Place, startWorld, type World } from '../../../test/world.ts'

let world: World
let top: Place
let north: Place
let admin: TestClient
let northAdmin: TestClient
let root: TestClient

beforeAll(async () => {
  world = await startWorld()
  top = await makeCompany(world, 'Top')
  north = await makeCompany(world, 'North', top)
  await makeUser(world, 'admin', top, 2)
  await makeUser(world, 'north', north, 2)
  await makeUser(world, 'viewer', top, 6)
  admin = await world.as('admin')
  northAdmin = await world.as('north')
  root = await world.as('root')
})

afterAll(async () => world?.stop())

const tagsOf = async (device: number, client = admin) =>
  (await client.call(getDevice, { params: { id: device } })).data.tags.map(({ id }) => id)
const countOf = async (tag: number, client = admin) =>
  (await client.call(getTag, { params: { id: tag } })).data.devices_count

async function someoneWaits(): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(world.db)
  return rows.length > 0
}

test('S1.5: tags are assigned to devices, replaced and removed, each device with its own', async () => {
  const [one, two] = [await makeDevice(world, top), await makeDevice(world, north)]
  const [red, blue] = [await makeTag(world, top, { name: 'Red' }), await makeTag(world, top, { name: 'Blue' })]
  const data = [
    { device_id: one, tag_id: [red] },
    { device_id: two, tag_id: [red, blue] },
  ]
  const first = await admin.call(assignTags, { body: { data } })
  expect([first.status, first.data]).toEqual([200, { devices: 2, added: 3, removed: 0 }])
  // Repeating it changes nothing.
  expect((await admin.call(assignTags, { body: { data } })).data).toEqual({ devices: 2, added: 0, removed: 0 })
  expect([await tagsOf(one), await tagsOf(two)]).toEqual([[red], [blue, red]])
  expect([await countOf(red), await countOf(blue)]).toEqual([2, 1])
  const over = await admin.call(overwriteTags, { body: { device_id: [one, two], tag_id: [blue] } })
  expect(over.data).toEqual({ devices: 2, added: 1, removed: 2 })
  expect([await tagsOf(one), await tagsOf(two)]).toEqual([[blue], [blue]])
  const off = await admin.call(unassignTags, { body: { data: [{ device_id: one, tag_id: [] }] } })
  expect(off.data).toEqual({ devices: 1, added: 0, removed: 1 })
  expect([await tagsOf(one), await tagsOf(two)]).toEqual([[], [blue]])
})

test('by filter: all devices of the list, in one statement each, with one audit line for a company', async () => {
  const home = await makeCompany(world, 'Filtered', top)
  for (let at = 0; at < 30; at++) await makeDevice(world, home, { model: at < 20 ? 'RUT951' : 'TRB140' })
  const tag = await makeTag(world, top, { name: 'Pumps' })
  const filter = { company_id: home.company_id, model: 'RUT951' }
  const { data } = await admin.call(assignTags, { body: { filter, tag_id: [tag] } })
  expect(data).toEqual({ devices: 20, added: 20, removed: 0 })
  const listed = async (query: object) => (await admin.call(listDevices, { query })).meta.total
  const company_id = home.company_id
  expect(await listed({ tag_id: `${tag}` })).toBe(20)
  expect(await listed({ company_id, 'ne:tag_id': `${tag}` })).toBe(10)
  const { data: lines } = await admin.call(listAudit, { query: { action: 'devices.assign_tags', company_id } })
  expect(lines.map(({ after }) => (after as { devices: number[] }).devices.length)).toEqual([20])
  // The tag can be filtered by in turn.
  const again = await admin.call(unassignTags, { body: { filter: { tag_id: [tag] }, tag_id: [tag] } })
  expect(again.data).toEqual({ devices: 20, added: 0, removed: 20 })
  const none = await admin.call(assignTags, { body: { filter: { tag_id: [tag] }, tag_id: [tag] } })
  expect([none.status, none.errors[0]?.message]).toEqual([422, 'No matching devices'])
})

test('a tag is for its company and those below; devices elsewhere are skipped and reported', async () => {
  const own = await makeTag(world, north, { name: 'North only' })
  const [above, inside] = [await makeDevice(world, top), await makeDevice(world, north)]
  const answer = await admin.call(assignTags, { body: { device_id: [above, inside], tag_id: [own] } })
  expect([answer.status, answer.data.added]).toEqual([207, 1])
  expect(answer.errors[0]?.message).toBe('1 device skipped: it is outside the company of tag North only')
  expect([await tagsOf(above), await tagsOf(inside)]).toEqual([[], [own]])
  const edit = await admin.call(updateDevice, { params: { id: above }, body: { tag_id: [own] } })
  expect([edit.status, edit.errors[0]?.source]).toEqual([409, 'tag_id'])
})

test('users below see neither the tags of the companies above nor their devices, and cannot remove them', async () => {
  const device = await makeDevice(world, north)
  const [high, low] = [await makeTag(world, top, { name: 'Secret' }), await makeTag(world, north, { name: 'Known' })]
  await admin.call(assignTags, { body: { device_id: [device], tag_id: [high, low] } })
  expect(await tagsOf(device, northAdmin)).toEqual([low])
  expect((await northAdmin.call(listDevices, { query: { tag_id: `${high}` } })).meta.total).toBe(0)
  const filtered = await northAdmin.call(unassignTags, { body: { filter: { tag_id: [high] }, tag_id: [] } })
  expect([filtered.status, filtered.errors[0]?.source]).toEqual([404, 'filter.tag_id'])
  await northAdmin.call(overwriteTags, { body: { device_id: [device], tag_id: [] } })
  expect(await tagsOf(device)).toEqual([high])
  expect((await northAdmin.call(listTags, { query: { q: 'secret' } })).data).toEqual([])
})

test('S6.43: without view_tags a device shows none and no filter reveals any; without assign_tags none can be assigned', async () => {
  const device = await makeDevice(world, top)
  const tag = await makeTag(world, top, { name: 'Hidden' })
  await admin.call(assignTags, { body: { device_id: [device], tag_id: [tag] } })
  const { id } = await world.db
    .insertInto('roles')
    .values({ ...top, name: 'plain', title: 'Plain' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rights = ['view_devices', 'update_devices']
  await world.db
    .insertInto('role_permissions')
    .values(rights.map((permission) => ({ role_id: id, permission })))
    .execute()
  await makeUser(world, 'plain', top, id)
  const plain = await world.as('plain')
  expect(await tagsOf(device, plain)).toEqual([])
  expect((await plain.call(listDevices, { query: { fields: 'tags', id: `${device}` } })).data).toEqual([
    { id: device, tags: [] },
  ])
  expect((await plain.call(listDevices, { query: { tag_id: `${tag}` } })).status).toBe(403)
  expect((await plain.call(updateDevice, { params: { id: device }, body: { tag_id: [] } })).status).toBe(403)
  expect(await tagsOf(device)).toEqual([tag])
})

test('a device is edited and added with tags, and its CSV line names them', async () => {
  const device = await makeDevice(world, top, { name: 'With tags' })
  const tags = [await makeTag(world, top, { name: 'Alpha' }), await makeTag(world, top, { name: '=Beta' })]
  const edit = await admin.call(updateDevice, { params: { id: device }, body: { name: 'Tagged', tag_id: tags } })
  expect(edit.status).toBe(200)
  expect((await tagsOf(device)).toSorted()).toEqual(tags)
  const { text } = await admin.call(exportDevices, { query: { tag_id: tags.join() } })
  expect(text.split('\r\n')[0]?.split(',')).toContain('tags')
  expect(text).toContain(`,"'=Beta; Alpha",`)
  const added = await admin.call(createDevices, {
    body: {
      data: [
        {
          company_id: top.company_id,
          device_series: 'rut',
          serial: '5000000001',
          mac: '00:1E:42:09:09:09',
          password_confirmation: 'Admin-1234',
          tag_id: tags,
        },
      ],
    },
  })
  expect(added.status).toBe(201)
  expect((await tagsOf(added.data[0]!.id)).toSorted()).toEqual(tags)
})

test('a company that moves loses the tags of its former ancestors and keeps its own', async () => {
  const [from, to] = [await makeCompany(world, 'From here'), await makeCompany(world, 'To there')]
  const moved = await makeCompany(world, 'Moving', from)
  const device = await makeDevice(world, moved)
  const [left, own] = [await makeTag(world, from, { name: 'A left' }), await makeTag(world, moved, { name: 'B own' })]
  await root.call(assignTags, { body: { device_id: [device], tag_id: [left, own] } })
  expect(await tagsOf(device, root)).toEqual([left, own])
  await root.call(moveCompany, { body: { source: moved.company_id, target: to.company_id } })
  expect(await tagsOf(device, root)).toEqual([own])
  expect(await countOf(left, root)).toBe(0)
})

test('a device that is deleted leaves the counts, also when it is tagged in the same moment', async () => {
  const tag = await makeTag(world, top)
  const [gone, stays] = [await makeDevice(world, top), await makeDevice(world, top)]
  await admin.call(assignTags, { body: { device_id: [gone, stays], tag_id: [tag] } })
  await admin.call(deleteDevices, { body: { device_id: [gone] } })
  expect(await countOf(tag)).toBe(1)
  const deleted = await makeDevice(world, top)
  let answer: Promise<{ status: number }> | undefined
  await world.db.transaction().execute(async (tx) => {
    await sql`UPDATE devices SET deleted_at = now() WHERE id = ${deleted}`.execute(tx)
    answer = admin.call(assignTags, { body: { device_id: [deleted], tag_id: [tag] } })
    await until(someoneWaits)
  })
  expect((await answer)?.status).toBe(404)
  expect(await countOf(tag)).toBe(1)
})

test('a tag that is deleted while it is assigned to devices is gone from all of them', async () => {
  const tag = await makeTag(world, top)
  const device = await makeDevice(world, top)
  let answer: Promise<{ status: number }> | undefined
  await world.db.transaction().execute(async (tx) => {
    await sql`DELETE FROM tags WHERE id = ${tag}`.execute(tx)
    answer = admin.call(assignTags, { body: { device_id: [device], tag_id: [tag] } })
    await until(someoneWaits)
  })
  expect((await answer)?.status).toBe(404)
  expect(await tagsOf(device)).toEqual([])
})

test('no sequence of moves and tags, also two at once, leaves a device with a tag it cannot have', async () => {
  const homes = [top, north, await makeCompany(world, 'Pier', north), await makeCompany(world, 'Beside', top)]
  const tags = await Promise.all(homes.map((home) => makeTag(world, home)))
  const devices = await Promise.all(homes.map((home) => makeDevice(world, home)))
  const step = fc.record({ move: fc.boolean(), device: fc.nat(3), place: fc.nat(3) })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, step), { minLength: 2, maxLength: 8 }), async (pairs) => {
      const run = async ({ move, device, place }: { move: boolean; device: number; place: number }) => {
        const [id, home] = [devices[device] as number, homes[place] as Place]
        if (move)
          await world.db
            .updateTable('devices')
            .set({ ...home })
            .where('id', '=', id)
            .execute()
        else await admin.call(assignTags, { body: { device_id: [id], tag_id: [tags[place] as number] } })
      }
      for (const pair of pairs) await Promise.all(pair.map(run))
      const { rows } = await sql`
        SELECT 1 FROM device_tags x JOIN devices d ON d.id = x.device_id JOIN tags t ON t.id = x.tag_id
        WHERE t.company_id NOT IN (d.company_id, coalesce(d.l1_id, 0), coalesce(d.l2_id, 0))`.execute(world.db)
      expect(rows).toEqual([])
    }),
    { numRuns: 25 },
  )
})
