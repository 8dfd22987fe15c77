import type { AnyEndpoint } from '@longreach/contract/endpoint'
import { deleteRemoteAccess, listRemoteAccess } from '@longreach/contract/remote/endpoints'
import { deleteTags, listTags } from '@longreach/contract/tags/endpoints'
import { deleteUsers, listUsers, moveUsers, updateUsers } from '@longreach/contract/users/endpoints'
import { deleteInvitations, listInvitations, resendInvitations } from '@longreach/contract/users/invitation-endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient, type TestClient } from '../test/client.ts'
import { makeRemoteAccess } from '../test/remote.ts'
import { until } from '../test/until.ts'
import { makeCompany, makeDevice, makeTag, makeUser, type Place, startWorld, type World } from '../test/world.ts'

let world: World
let mine: Place
let below: Place
let theirs: Place
let admin: TestClient
let guest: TestClient
let root: TestClient
const devices = new Map<Place, number>()

beforeAll(async () => {
  world = await startWorld()
  mine = await makeCompany(world, 'Mine')
  below = await makeCompany(world, 'Below', mine)
  theirs = await makeCompany(world, 'Theirs')
  await makeUser(world, 'admin', mine, 2)
  await makeUser(world, 'guest', mine, 4)
  for (const place of [mine, below, theirs]) devices.set(place, await makeDevice(world, place))
  ;[admin, guest, root] = await Promise.all([world.as('admin'), world.as('guest'), world.as('root')])
})

afterAll(async () => world?.stop())

async function makeInvitation(place: Place, name: string): Promise<void> {
  await sql`
    INSERT INTO invitations (company_id, l1_id, l2_id, role_id, email, token_hash, expires_at)
    VALUES (${place.company_id}, ${place.l1_id}, ${place.l2_id}, 4, ${`${name}@example.test`}, sha256(${name}::bytea), now() + interval '1 day')`.execute(
    world.db,
  )
}

/**
 * Each bulk call with the list whose filter it takes, a function that creates a row with a name, and other required
 * input.
 */
const calls: {
  call: AnyEndpoint
  list: AnyEndpoint
  make: (place: Place, name: string) => Promise<unknown>
  more?: () => object
  /** True if the rows still exist afterwards. */
  keeps?: boolean
  table: string
}[] = [
  { call: deleteTags, list: listTags, make: (place, name) => makeTag(world, place, { name }), table: 'tags' },
  { call: deleteUsers, list: listUsers, make: (place, name) => makeUser(world, name, place, 4), table: 'users' },
  {
    call: updateUsers,
    list: listUsers,
    make: (place, name) => makeUser(world, name, place, 4),
    more: () => ({ role_id: 3 }),
    keeps: true,
    table: 'users',
  },
  {
    call: moveUsers,
    list: listUsers,
    make: (place, name) => makeUser(world, name, place, 4),
    more: () => ({ company_id: target.company_id }),
    keeps: true,
    table: 'users',
  },
  { call: deleteInvitations, list: listInvitations, make: makeInvitation, table: 'invitations' },
  { call: resendInvitations, list: listInvitations, make: makeInvitation, keeps: true, table: 'invitations' },
  {
    call: deleteRemoteAccess,
    list: listRemoteAccess,
    make: (place, name) => makeRemoteAccess(world, place, devices.get(place) as number, { name }),
    table: 'remote_access',
  },
]

let target: Place
let count = 0

describe.each(calls)('$call.name by the filter of its list', ({ call, list, make, more, keeps, table }) => {
  const send = (client: TestClient, body: object) => client.call(call, { body: { ...more?.(), ...body } } as never)
  const totalOf = async (client: TestClient, query: object) =>
    (await client.call(list, { query } as never)).meta.total as number
  const rowsOf = async (place: Place) => {
    const { rows } = await sql`
      SELECT to_jsonb(x) FROM ${sql.table(table)} x WHERE company_id = ${place.company_id} ORDER BY id`.execute(
      world.db,
    )
    return JSON.stringify(rows)
  }

  test('applies to all that the list shows for it, in the companies below as well, and to no others', async () => {
    target ??= await makeCompany(world, 'Target', mine)
    const q = `chosen${++count}x`
    for (const [at, place] of [mine, mine, below, theirs].entries()) await make(place, `${q}${at}`)
    await make(mine, `other${count}`)
    const shown = await totalOf(admin, { q })
    const [before, all] = [await rowsOf(theirs), await totalOf(admin, {})]
    const answer = await send(admin, { filter: { q } })
    expect([answer.status, answer.errors, (answer.data as unknown[]).length]).toEqual([200, [], shown])
    expect(shown).toBe(3)
    expect(await rowsOf(theirs)).toBe(before)
    expect(await totalOf(admin, {})).toBe(keeps ? all : all - 3)
  })

  test('requires either names or a known filter with matches', async () => {
    const name = list === listUsers ? 'user_id' : 'id'
    const nothing = { q: 'no-such-name' }
    for (const body of [{}, { filter: nothing, [name]: [1] }, { filter: { nme: 'x' } }, { filter: nothing }]) {
      const { status, errors } = await send(admin, body)
      expect([status, errors[0]?.code]).toEqual([422, 'VALIDATION_FAILED'])
    }
  })

  test('continues with the rest when one is removed meanwhile', async () => {
    target ??= await makeCompany(world, 'Target', mine)
    const q = `vanishing${++count}x`
    for (const at of [1, 2]) await make(mine, `${q}${at}`)
    const query = { q, limit: 2 }
    const [first, second] = ((await admin.call(list, { query } as never)).data as { id: number }[]).map(({ id }) => id)
    let answer: ReturnType<typeof send> | undefined
    await world.db.transaction().execute(async (tx) => {
      await sql`DELETE FROM ${sql.table(table)} WHERE id = ${first}`.execute(tx)
      answer = send(admin, { filter: { q } })
      const waits = sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      await until(async () => (await waits.execute(world.db)).rows.length > 0)
    })
    const { status, errors, data } = await (answer as ReturnType<typeof send>)
    expect([status, errors, data]).toEqual([200, [], [{ id: second }]])
  })

  test("another company's id in the filter is not found; without session or right nothing is done", async () => {
    const place = theirs.company_id
    for (const filter of [{ company_id: place }, { 'ne:company_id': place }]) {
      const { status, errors } = await send(admin, { filter })
      expect([status, errors[0]?.source]).toEqual([404, 'filter.company_id'])
    }
    const filter = { q: `unseen${++count}` }
    await make(mine, filter.q)
    expect((await send(createClient(world.base), { filter })).status).toBe(401)
    expect((await send(guest, { filter })).status).toBe(403)
    expect(await totalOf(admin, filter)).toBe(1)
  })
})

test('a filter with more matches than a call accepts is refused as a whole', async () => {
  await sql`
    INSERT INTO tags (company_id, l1_id, l2_id, name, color)
    SELECT ${theirs.company_id}, ${theirs.l1_id}, ${theirs.l2_id}, 'many ' || n, '#2563eb' FROM generate_series(1, 1001) AS n`.execute(
    world.db,
  )
  const refused = await root.call(deleteTags, { body: { filter: { q: 'many ' } } })
  expect([refused.status, refused.errors[0]?.source]).toEqual([422, 'filter'])
  expect(refused.errors[0]?.message).toBe('More than 1,000 rows. Narrow the filter')
  expect((await root.call(listTags, { query: { q: 'many ' } })).meta.total).toBe(1001)
  expect((await root.call(deleteTags, { body: { filter: { q: 'many 1' } } })).data).toHaveLength(113)
})

test('automatic entries in a filter are skipped silently, unless it matches only them', async () => {
  const device = await makeDevice(world, mine)
  const entry = await makeRemoteAccess(world, mine, device, { name: 'Own' })
  const main = await makeRemoteAccess(world, mine, device, { name: 'Automatic', main: 'cli' })
  const filter = { device_id: String(device) }
  const answer = await admin.call(deleteRemoteAccess, { body: { filter } })
  expect([answer.status, answer.data]).toEqual([200, [{ id: entry }]])
  const alone = await admin.call(deleteRemoteAccess, { body: { filter: { ...filter, is_main: true } } })
  expect([alone.status, alone.errors]).toEqual([
    409,
    [{ code: 'CONFLICT', source: String(main), message: 'Automatic entries cannot be deleted' }],
  ])
})

test('roles, devices and another company itself in a filter are not found', async () => {
  const { id: role } = await world.db
    .insertInto('roles')
    .values({ ...theirs, name: 'their-role', title: 'Their role' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const device = devices.get(theirs) as number
  const sources = await Promise.all([
    admin.call(deleteUsers, { body: { filter: { role_id: String(role) } } }),
    admin.call(deleteInvitations, { body: { filter: { 'ne:role_id': String(role) } } }),
    admin.call(deleteRemoteAccess, { body: { filter: { 'ne:device_id': String(device) } } }),
    admin.call(deleteTags, { body: { filter: { for_company: theirs.company_id } } }),
  ])
  expect(sources.map(({ status, errors }) => [status, errors[0]?.source])).toEqual([
    [404, 'filter.role_id'],
    [404, 'filter.role_id'],
    [404, 'filter.device_id'],
    [404, 'filter.for_company'],
  ])
})
