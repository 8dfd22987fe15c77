import { listAudit } from '@longreach/contract/audit/endpoints'
import { createCompany, listCompanies, moveCompany } from '@longreach/contract/companies/endpoints'
import {
  deviceStatistics,
  getDevice,
  listDeviceLogs,
  listDevices,
  updateDevice,
} from '@longreach/contract/devices/endpoints'
import { listRemoteLogs } from '@longreach/contract/remote/endpoints'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldCounts } from './domains/devices/counts.ts'
import { foldPlaceCounts } from './domains/devices/places/square-counts.ts'
import { checkSessions } from './domains/remote/watch.ts'
import { modules } from './modules.ts'
import type { TestClient } from './test/client.ts'
import { makeRemoteAccess, makeRemoteSession } from './test/remote.ts'
import { until } from './test/until.ts'
import { makeCompany, makeDevice, makeTag, makeUser, type Place, startWorld, type World } from './test/world.ts'
import { inEnglish } from './texts.ts'

let world: World
let root: TestClient

beforeAll(async () => {
  world = await startWorld()
  root = await world.as('root')
})

afterAll(async () => world?.stop())

const move = (client: TestClient, source: number, target: number) =>
  client.call(moveCompany, { body: { source, target } })
let count = 0
const fresh = (name: string) => `${name} ${++count}`

/** Writes a row into every table that moves along. */
async function fill(place: Place): Promise<void> {
  const { company_id } = place
  await makeUser(world, fresh('user').replace(' ', ''), place, 3)
  const placed = { user_set_latitude: 50, user_set_longitude: 10 }
  await makeRemoteAccess(world, place, await makeDevice(world, place, placed))
  await makeTag(world, place)
  await world.db
    .insertInto('roles')
    .values({ ...place, name: 'own', title: fresh('Own') })
    .execute()
  await world.db
    .insertInto('company_data_usage')
    .values({ ...place, day: '2026-01-01' as never, bytes: 1 })
    .execute()
  await sql`
    INSERT INTO enrolment_keys (company_id, key, secret, expires_at)
    VALUES (${company_id}, ${fresh('key')}, 'x', now())`.execute(world.db)
}

async function someoneWaits(): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(world.db)
  return rows.length > 0
}

const followingTables = modules.flatMap(({ tables }) => tables?.follow ?? [])
const stayingTables = modules.flatMap(({ tables }) => tables?.stay ?? [])

/** Violations of the rules of the tree. */
async function faults(): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    WITH RECURSIVE tree AS (
      SELECT id, 0 AS level, NULL::bigint AS l1, NULL::bigint AS l2 FROM companies WHERE id = 0
      UNION ALL
      SELECT c.id, t.level + 1, CASE t.level WHEN 0 THEN c.id WHEN 1 THEN t.id ELSE t.l1 END,
        CASE t.level WHEN 0 THEN NULL WHEN 1 THEN c.id WHEN 2 THEN t.id END
      FROM companies c JOIN tree t ON c.parent_id = t.id WHERE t.level < 9
    )
    SELECT 'company ' || c.id AS fault FROM companies c LEFT JOIN tree t ON t.id = c.id
    WHERE t.id IS NULL OR t.level > 3 OR (t.level, t.l1, t.l2) IS DISTINCT FROM (c.level::int, c.l1_id, c.l2_id)`.execute(
    world.db,
  )
  const found = rows.map((row) => row.fault)
  for (const table of followingTables) {
    const wrong = await sql<{ count: number }>`
      SELECT count(*) AS count FROM ${sql.table(table)} t JOIN companies c ON c.id = t.company_id
      WHERE (t.l1_id, t.l2_id) IS DISTINCT FROM (c.l1_id, c.l2_id)`.execute(world.db)
    if (wrong.rows[0]?.count !== 0) found.push(`${table}: ${wrong.rows[0]?.count} rows`)
  }
  const counted = await sql<{ fault: string }>`
    SELECT 'count of ' || coalesce(a.l1_id, b.l1_id) AS fault
    FROM (SELECT l1_id, count(*) AS n FROM devices WHERE deleted_at IS NULL GROUP BY 1) a
    FULL JOIN (
      SELECT l1_id, sum(n) AS n FROM (
        SELECT l1_id, count AS n FROM device_counts WHERE facet = 'status'
        UNION ALL SELECT l1_id, change FROM device_count_changes WHERE facet = 'status'
      ) x GROUP BY 1 HAVING sum(n) <> 0
    ) b ON a.l1_id = b.l1_id WHERE a.n IS DISTINCT FROM b.n`.execute(world.db)
  const placed = await sql<{ fault: string }>`
    SELECT 'places of ' || coalesce(a.l1_id, b.l1_id) AS fault
    FROM (SELECT l1_id, count(*) AS n FROM devices WHERE deleted_at IS NULL AND user_set_latitude IS NOT NULL GROUP BY 1) a
    FULL JOIN (
      SELECT l1_id, sum(n) AS n FROM (
        SELECT l1_id, count AS n FROM device_place_counts WHERE level = 12
        UNION ALL SELECT l1_id, count FROM device_place_changes
      ) x GROUP BY 1 HAVING sum(n) <> 0
    ) b ON a.l1_id = b.l1_id WHERE a.n IS DISTINCT FROM b.n`.execute(world.db)
  return [...found, ...counted.rows.map((row) => row.fault), ...placed.rows.map((row) => row.fault)]
}

test('every table with scope columns either follows its company or keeps its place', async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT c.table_name AS name FROM information_schema.columns c
    JOIN information_schema.tables t ON t.table_name = c.table_name AND t.table_type = 'BASE TABLE'
    WHERE c.column_name = 'l1_id' AND c.table_schema = 'public'
      AND NOT (SELECT relispartition FROM pg_class WHERE oid = c.table_name::regclass) ORDER BY 1`.execute(world.db)
  const known = ['companies', ...followingTables, ...stayingTables].sort()
  expect(rows.map(({ name }) => name)).toEqual(known)
  // Counts and places are derived from devices by separate statements.
  const placed = await sql<{ name: string }>`
    SELECT tgrelid::regclass::text AS name FROM pg_trigger
    WHERE tgfoid = 'place_with_company'::regproc ORDER BY 1`.execute(world.db)
  expect(placed.rows.map(({ name }) => name)).toEqual(
    followingTables.filter((name) => !/^device_(count|place)/.test(name)).toSorted(),
  )
})

test('a company moves with all below it, all that belongs to it, and its counts', async () => {
  const [from, to] = [await makeCompany(world, fresh('From')), await makeCompany(world, fresh('To'))]
  const moved = await makeCompany(world, fresh('Moved'), from)
  const leaf = await makeCompany(world, fresh('Leaf'), moved)
  for (const place of [from, to, moved, leaf]) await fill(place)
  await foldCounts(world.db)
  await foldPlaceCounts(world.db)
  const online = await makeDevice(world, leaf, { status: 1 })
  await makeUser(world, 'fromadmin', from, 2)
  await makeUser(world, 'toadmin', to, 2)
  await makeUser(world, 'movedadmin', moved, 2)
  const [old, next, own] = [await world.as('fromadmin'), await world.as('toadmin'), await world.as('movedadmin')]
  const devicesOf = async (client: TestClient) => (await client.call(listDevices)).meta.total
  const statusOf = async (client: TestClient) =>
    (await client.call(deviceStatistics, { query: { charts: 'status' } })).data.status
  expect([await devicesOf(old), await devicesOf(next), await devicesOf(own)]).toEqual([4, 1, 3])
  expect((await move(root, moved.company_id, to.company_id)).status).toBe(200)
  expect(await faults()).toEqual([])
  expect([await devicesOf(old), await devicesOf(next), await devicesOf(own)]).toEqual([1, 4, 3])
  expect([await statusOf(old), await statusOf(next)]).toEqual([{ offline: 1 }, { online: 1, offline: 3 }])
  await foldCounts(world.db)
  await foldPlaceCounts(world.db)
  expect(await faults()).toEqual([])
  expect([await statusOf(old), await statusOf(next)]).toEqual([{ offline: 1 }, { online: 1, offline: 3 }])
  expect((await old.call(getDevice, { params: { id: online } })).status).toBe(404)
  expect((await next.call(getDevice, { params: { id: online } })).status).toBe(200)
  for (const client of [old, next]) {
    const { data } = await client.call(listAudit, { query: { action: 'companies.move' } })
    expect(data.map(({ before, after }) => [before, after])).toEqual([
      [{ parent_id: from.company_id }, { parent_id: to.company_id }],
    ])
  }
  // Up to the first level and down to the last.
  expect((await move(root, moved.company_id, 0)).status).toBe(200)
  expect(await faults()).toEqual([])
  expect((await move(root, leaf.company_id, to.company_id)).status).toBe(200)
  expect((await move(root, to.company_id, moved.company_id)).status).toBe(200)
  expect(await faults()).toEqual([])
})

test('circles, a fourth level, the own place, a taken name and a first level for others are refused', async () => {
  const top = await makeCompany(world, fresh('Top'))
  const other = await makeCompany(world, fresh('Other'))
  const second = await makeCompany(world, fresh('Second'), top)
  const third = await makeCompany(world, 'Third', second)
  await makeCompany(world, 'third', top)
  await makeUser(world, 'topadmin', top, 2)
  const admin = await world.as('topadmin')
  const outcome = async (source: number, target: number) => {
    const { status, errors } = await move(admin, source, target)
    return [status, errors[0]?.source, errors[0]?.message]
  }
  const circle = [422, 'target', 'A company cannot be moved below itself']
  expect(await outcome(top.company_id, second.company_id)).toEqual(circle)
  expect(await outcome(second.company_id, second.company_id)).toEqual(circle)
  expect(await outcome(second.company_id, third.company_id)).toEqual([
    422,
    'target',
    expect.stringContaining('cannot have subsidiaries'),
  ])
  expect(await outcome(second.company_id, top.company_id)).toEqual([422, 'target', 'Company is already there'])
  expect(await outcome(third.company_id, top.company_id)).toEqual([409, 'name', 'Name already in use'])
  expect(await outcome(second.company_id, 0)).toEqual([403, 'target', expect.stringContaining('ystem administrators')])
  expect(await outcome(second.company_id, other.company_id)).toEqual([404, 'target', 'Not found'])
  expect(await outcome(other.company_id, top.company_id)).toEqual([404, 'source', 'Not found'])
  const deep = await move(root, top.company_id, other.company_id)
  expect([deep.status, deep.errors[0]?.message]).toEqual([422, 'Companies have at most 3 levels'])
  expect(await faults()).toEqual([])
})

test('a session with a device that moved out of reach ends; one of a user who still sees it continues', async () => {
  const [from, to] = [await makeCompany(world, fresh('From')), await makeCompany(world, fresh('To'))]
  const moved = await makeCompany(world, fresh('Moved'), from)
  const device = await makeDevice(world, moved)
  const open = async (name: string, place: Place) => {
    const user = await makeUser(world, name, place, 2)
    await world.as(name)
    const { id } = await world.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', user)
      .executeTakeFirstOrThrow()
    return makeRemoteSession(world, moved, { device, user }, { login_id: id })
  }
  const ids = [await open('loses', from), await open('keeps', moved), await open('gains', to)]
  const standing = async () => {
    const rows = await checkSessions(world.db, ids)
    return ids.map((id) => {
      const fault = rows.find((row) => row.id === id)?.fault
      return fault ? inEnglish(fault) : fault
    })
  }
  const unseen = 'User can no longer see the device'
  expect(await standing()).toEqual([null, null, unseen])
  await move(root, moved.company_id, to.company_id)
  expect(await standing()).toEqual([unseen, null, null])
})

test('a company that changes its level still sees what happened in it and below; its siblings see none of it', async () => {
  const [from, to] = [await makeCompany(world, fresh('From')), await makeCompany(world, fresh('To'))]
  const moved = await makeCompany(world, fresh('Moved'), from)
  const leaf = await makeCompany(world, fresh('Leaf'), moved)
  const device = await makeDevice(world, moved)
  const names = [fresh('history-own'), fresh('history-leaf'), fresh('history-to'), fresh('history-from')] as const
  for (const [at, place] of [moved, leaf, to, from].entries()) await makeUser(world, names[at] as string, place, 2)
  const [own, below, next, old] = await Promise.all(names.map((name) => world.as(name)))
  const see = async (client: TestClient | undefined) => {
    const audit = await client?.call(listAudit, { query: { action: 'devices.update' } })
    const logs = await client?.call(listDeviceLogs, { query: { type: 'change' } })
    const sessions = await client?.call(listRemoteLogs, {
      query: { start_date: '2020-01-01 00:00:00', end_date: '2099-01-01 00:00:00' },
    })
    return [audit, logs, sessions].map((answer) => answer?.meta.total)
  }
  const change = async (where: Place, id: number) => {
    await root.call(updateDevice, { params: { id }, body: { name: fresh('Renamed') } })
    await makeRemoteSession(world, where, { device: id, user: 1 })
  }
  await change(moved, device)
  await change(leaf, await makeDevice(world, leaf))
  const all = async () => [await see(own), await see(below), await see(next), await see(old)]
  const [both, one, none] = [
    [2, 2, 2],
    [1, 1, 1],
    [0, 0, 0],
  ]
  expect(await all()).toEqual([both, one, none, both])
  // Up to the first level, and down again: to the second, then to the third, without its last subsidiary.
  await move(root, moved.company_id, 0)
  expect(await all()).toEqual([both, one, none, both])
  await move(root, moved.company_id, to.company_id)
  expect(await all()).toEqual([both, one, none, both])
  await move(root, leaf.company_id, 0)
  expect(await all()).toEqual([both, one, none, both])
  const middle = await makeCompany(world, fresh('Middle'), to)
  await move(root, moved.company_id, middle.company_id)
  expect(await all()).toEqual([both, one, none, both])
})

test('two moves that make a circle only together: one of them is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, two] = [await makeCompany(world, fresh('One')), await makeCompany(world, fresh('Two'))]
    const answers = await Promise.all([
      move(root, one.company_id, two.company_id),
      move(root, two.company_id, one.company_id),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  }
  expect(await faults()).toEqual([])
})

test('a move and a change of people in the same companies wait for each other, and never both', async () => {
  const [target, source] = [await makeCompany(world, fresh('First')), await makeCompany(world, fresh('Second'))]
  let moving: Promise<{ status: number }> | undefined
  await world.db.transaction().execute(async (tx) => {
    // Locked by id, in order, like a user being moved between them.
    const hold = (place: Place) =>
      sql`SELECT 1 FROM companies WHERE id = ${place.company_id} FOR NO KEY UPDATE`.execute(tx)
    await hold(target)
    moving = move(root, source.company_id, target.company_id)
    await until(someoneWaits)
    await hold(source)
  })
  expect((await moving)?.status).toBe(200)
})

test('what is added below while a company moves waits for the move or goes with it', async () => {
  const [from, to] = [await makeCompany(world, fresh('From')), await makeCompany(world, fresh('To'))]
  const moved = await makeCompany(world, fresh('Moved'), from)
  let answer: Promise<unknown> | undefined
  await world.db.transaction().execute(async (tx) => {
    await makeDevice({ ...world, db: tx }, moved)
    await makeCompany({ ...world, db: tx }, fresh('Child'), moved)
    answer = move(root, from.company_id, to.company_id)
    await until(someoneWaits)
  })
  // `from`, `moved` and `child` below another company are four levels.
  expect(await answer).toMatchObject({ status: 422 })
  expect(await faults()).toEqual([])
  const second = await makeCompany(world, fresh('Second'), from)
  await world.db.transaction().execute(async (tx) => {
    await makeDevice({ ...world, db: tx }, second)
    answer = move(root, second.company_id, to.company_id)
    await until(someoneWaits)
  })
  expect(await answer).toMatchObject({ status: 200 })
  expect(await faults()).toEqual([])
})

test('no sequence of creations and moves, also two at once, breaks the tree or leaves a row behind', async () => {
  const step = fc.record({ create: fc.boolean(), one: fc.nat(), other: fc.nat() })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, step), { minLength: 3, maxLength: 8 }), async (pairs) => {
      const first = (await root.call(createCompany, { body: { name: fresh('Base'), parent_id: 0 } })).data.id
      const ids = [0, first]
      const run = async ({ create, one, other }: typeof step extends fc.Arbitrary<infer T> ? T : never) => {
        const [a, b] = [ids[one % ids.length] as number, ids[other % ids.length] as number]
        if (!create && a > 0) return void (await move(root, a, b))
        const { status, data } = await root.call(createCompany, { body: { name: fresh('Node'), parent_id: a } })
        if (status !== 201) return
        ids.push(data.id)
        await fill({ company_id: data.id, l1_id: null, l2_id: null })
      }
      for (const pair of pairs) await Promise.all(pair.map(run))
      expect(await faults()).toEqual([])
    }),
    { numRuns: 20 },
  )
  const { meta } = await root.call(listCompanies)
  expect(Number(meta.total)).toBeGreaterThan(40)
})
