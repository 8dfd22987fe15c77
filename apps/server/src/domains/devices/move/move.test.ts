import { executeAction } from '@longreach/contract/actions/endpoints'
import { listAudit, undoChange } from '@longreach/contract/audit/endpoints'
import { deleteDevices, getDevice, getDeviceLogs, listDevices } from '@longreach/contract/devices/endpoints'
import { countMoveLosses, moveDevices } from '@longreach/contract/devices/move-endpoints'
import { assignTags } from '@longreach/contract/devices/tag-endpoints'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeExpired } from '../../../module/retention.ts'
import { makeAction } from '../../../test/actions.ts'
import { createClient, type TestClient } from '../../../test/client.ts'
import { makeRemoteAccess, makeRemoteSession } from '../../../test/remote.ts'
import { makeCompany, makeDevice, makeTag, makeUser, type Place, startWorld, type World } from '../../../test/world.ts'
import { remoteModule } from '../../remote/module.ts'

let world: World
let top: Place
let north: Place
let south: Place
let foreign: Place
let admin: TestClient
let northern: TestClient

beforeAll(async () => {
  world = await startWorld()
  top = await makeCompany(world, 'Top')
  north = await makeCompany(world, 'North', top)
  south = await makeCompany(world, 'South', top)
  foreign = await makeCompany(world, 'Foreign')
  await makeUser(world, 'admin', top, 2)
  await makeUser(world, 'northern', north, 2)
  await makeUser(world, 'reader', top, 4)
  admin = await world.as('admin')
  northern = await world.as('northern')
})

afterAll(async () => world?.stop())

const move = (device_id: number[], company_id: number, client = admin) =>
  client.call(moveDevices, { body: { device_id, company_id } })
const losses = (device_id: number[], company_id: number, client = admin) =>
  client.call(countMoveLosses, { body: { device_id, company_id } })
const undo = ({ meta }: { meta: object }, client = admin) =>
  client.call(undoChange, { params: { id: (meta as { undo: number }).undo } })
const read = (id: number, client = admin) => client.call(getDevice, { params: { id } })

async function storedOf(entry: number) {
  const { rows } = await sql<{ company_id: number; credentials: string | null }>`
    SELECT company_id, convert_from(credentials, 'UTF8') AS credentials FROM remote_access WHERE id = ${entry}`.execute(
    world.db,
  )
  return rows[0]
}

test('a device moves with its entries and history; tags, passwords, waiting actions and sessions are counted, lost, and undone', async () => {
  const id = await makeDevice(world, north, { name: 'Bus 12' })
  const own = await makeTag(world, north)
  const shared = await makeTag(world, top)
  await admin.call(assignTags, { body: { device_id: [id], tag_id: [own, shared] } })
  const entry = await makeRemoteAccess(world, north, id, { credentials: Buffer.from('sealed') })
  const session = await makeRemoteSession(world, north, { device: id, access: entry })
  await admin.call(executeAction, { body: { device_id: [id], action: 'update_metrics_data' } })

  const expected = { tags: 1, tagged_devices: 1, passwords: 1, templates: 0, actions: 1, sessions: 1, busy: 0 }
  expect((await losses([id], south.company_id)).data).toEqual(expected)

  const moved = await move([id], south.company_id)
  expect(moved).toMatchObject({ status: 200, data: [{ id }], errors: [] })
  expect((await read(id)).data).toMatchObject({ company_id: south.company_id, tags: [{ id: shared }] })
  expect((await read(id, northern)).status).toBe(404)
  expect(await storedOf(entry)).toEqual({ company_id: south.company_id, credentials: null })
  const { rows } = await sql`
    SELECT (SELECT end_reason FROM remote_sessions WHERE id = ${session}) AS ended,
      (SELECT state || ': ' || message FROM action_targets WHERE device_id = ${id}) AS action`.execute(world.db)
  expect(rows[0]).toEqual({
    ended: expect.stringContaining('remote.end_device_moved'),
    action: expect.stringMatching(/^cancelled: .*actions\.device_moved/),
  })

  const lines = (await admin.call(listAudit, { query: { limit: 2 } })).data
  expect(lines.map(({ sentence, company_id }) => [sentence, company_id]).sort()).toEqual([
    ['admin@example.test moved Bus 12 to South', north.company_id],
    ['admin@example.test moved Bus 12 to South', south.company_id],
  ])
  const logs = async (client: TestClient) =>
    (await client.call(getDeviceLogs, { params: { id }, query: { type: 'change' } })).data.map(({ log }) => log)
  expect(await logs(admin)).toEqual(expect.arrayContaining(['Moved to another company', 'Moved from another company']))

  expect((await undo(moved)).status).toBe(200)
  expect((await read(id)).data.company_id).toBe(north.company_id)
  expect((await read(id)).data.tags?.map((tag) => tag.id).sort()).toEqual([own, shared].sort())
  expect(await storedOf(entry)).toEqual({ company_id: north.company_id, credentials: 'sealed' })
})

test('an undo is refused once the device was moved on; what another company stored never comes along', async () => {
  const id = await makeDevice(world, north)
  const entry = await makeRemoteAccess(world, north, id, { credentials: Buffer.from('of north') })
  const first = await move([id], south.company_id)
  await sql`UPDATE remote_access SET credentials = 'of south' WHERE id = ${entry}`.execute(world.db)
  const second = await move([id], top.company_id)
  expect(await undo(first)).toMatchObject({ status: 409, errors: [{ message: 'A device has since been moved' }] })
  await undo(second)
  expect(await storedOf(entry)).toEqual({ company_id: south.company_id, credentials: 'of south' })
  await undo(first)
  expect(await storedOf(entry)).toEqual({ company_id: north.company_id, credentials: 'of north' })
})

test('stored passwords of a former company are kept for a day only', async () => {
  const id = await makeDevice(world, north)
  await makeRemoteAccess(world, north, id, { credentials: Buffer.from('sealed') })
  await move([id], south.company_id)
  const count = async () => {
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM moved_credentials`.execute(world.db)
    return rows[0]?.count
  }
  await removeExpired(world.db, remoteModule.retention ?? [])
  expect(await count()).toBeGreaterThan(0)
  await sql`UPDATE moved_credentials SET moved_at = moved_at - interval '25 hours'`.execute(world.db)
  await removeExpired(world.db, remoteModule.retention ?? [])
  expect(await count()).toBe(0)
})

test('a device with a running action, or of that company already, is refused by name; the others move', async () => {
  const [free, busy, there] = [
    await makeDevice(world, north),
    await makeDevice(world, north),
    await makeDevice(world, south),
  ]
  await makeAction(world, north, busy, { state: 'running' })
  expect((await losses([free, busy], south.company_id)).data.busy).toBe(1)
  const moved = await move([free, busy, there, 999_999], south.company_id)
  expect(moved.data).toEqual([{ id: free }])
  expect(moved.errors.map(({ code, message, source }) => [code, message, source])).toEqual([
    ['NOT_FOUND', 'Not found', '999999'],
    ['CONFLICT', 'An action is running on the device. Try again when it has ended', String(busy)],
    ['CONFLICT', 'Device already belongs to South', String(there)],
  ])
  expect((await move([busy], south.company_id)).status).toBe(409)
  expect((await read(busy)).data.company_id).toBe(north.company_id)
})

test('all devices of a filter move in one call, and back', async () => {
  const ids = [
    await makeDevice(world, north, { name: 'Tram 1' }),
    await makeDevice(world, north, { name: 'Tram 2' }),
    await makeDevice(world, top, { name: 'Tram 3' }),
  ]
  const moved = await admin.call(moveDevices, { body: { filter: { q: 'Tram' }, company_id: south.company_id } })
  expect(moved.data).toHaveLength(3)
  const [line] = (await admin.call(listAudit, { query: { limit: 1 } })).data
  expect(line?.sentence).toMatch(/^admin@example.test moved (2 devices|Tram 3) to South$/)
  await undo(moved)
  const places = await Promise.all(ids.map(async (id) => (await read(id)).data.company_id))
  expect(places).toEqual([north.company_id, north.company_id, top.company_id])
})

test('only users with the permission move devices, within what they see', async () => {
  const id = await makeDevice(world, north)
  const outside = await makeDevice(world, foreign)
  const reader = await world.as('reader')
  for (const call of [moveDevices, countMoveLosses] as const) {
    const body = { device_id: [id], company_id: south.company_id }
    expect((await createClient(world.base).call(call, { body })).status).toBe(401)
    expect((await reader.call(call, { body })).status).toBe(403)
    expect((await admin.call(call, { body: { ...body, device_id: [outside] } })).status).toBe(404)
    expect(await admin.call(call, { body: { ...body, company_id: foreign.company_id } })).toMatchObject({
      status: 404,
      errors: [{ source: 'company_id' }],
    })
    expect((await northern.call(call, { body })).status).toBe(404)
    expect((await admin.call(call, { body: { device_id: [id] } as never })).status).toBe(422)
    expect((await admin.call(call, { body: { ...body, company_id: 0 } as never })).status).toBe(422)
    expect((await admin.call(call, { body: { ...body, filter: {} } as never })).status).toBe(422)
  }
  expect((await read(id)).data.company_id).toBe(north.company_id)
})

test('no sequence of moves, tags, actions and deletions leaves a tag, an entry or a waiting action in another company', async () => {
  const places = [top, north, south]
  const tags = await Promise.all(places.map((place) => makeTag(world, place)))
  const step = fc.record({
    what: fc.constantFrom('move', 'tag', 'action', 'delete'),
    device: fc.nat(2),
    place: fc.nat(2),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      const ids = await Promise.all(places.map((place) => makeDevice(world, place)))
      for (const id of ids) await makeRemoteAccess(world, north, id)
      await sql`
        UPDATE remote_access r SET company_id = d.company_id, l1_id = d.l1_id, l2_id = d.l2_id
        FROM devices d WHERE d.id = r.device_id AND d.id = ANY (${ids}::bigint[])`.execute(world.db)
      for (const { what, device, place } of steps) {
        const id = ids[device] as number
        if (what === 'move') await move([id], (places[place] as Place).company_id)
        if (what === 'tag') await admin.call(assignTags, { body: { device_id: [id], tag_id: [tags[place] as number] } })
        if (what === 'action')
          await admin.call(executeAction, { body: { device_id: [id], action: 'update_metrics_data' } })
        if (what === 'delete') await admin.call(deleteDevices, { body: { device_id: [id] } })
      }
      const { rows } = await sql`
        SELECT d.id FROM devices d WHERE d.id = ANY (${ids}::bigint[]) AND (
          EXISTS (SELECT FROM device_tags x JOIN tags t ON t.id = x.tag_id
            WHERE x.device_id = d.id AND t.company_id NOT IN (d.company_id, coalesce(d.l1_id, 0), coalesce(d.l2_id, 0)))
          OR EXISTS (SELECT FROM remote_access r WHERE r.device_id = d.id AND r.company_id <> d.company_id)
          OR EXISTS (SELECT FROM action_targets t
            WHERE t.device_id = d.id AND t.state = 'queued' AND t.company_id <> d.company_id AND d.deleted_at IS NULL)
          OR NOT EXISTS (SELECT FROM companies c WHERE c.id = d.company_id
            AND c.l1_id IS NOT DISTINCT FROM d.l1_id AND c.l2_id IS NOT DISTINCT FROM d.l2_id))`.execute(world.db)
      expect(rows).toEqual([])
    }),
    { numRuns: 12 },
  )
  const counted = await admin.call(listDevices, { query: { limit: 1, company_id: [north.company_id] } as never })
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM devices WHERE company_id = ${north.company_id} AND deleted_at IS NULL`.execute(
    world.db,
  )
  expect(counted.meta.total).toBe(rows[0]?.count)
})
