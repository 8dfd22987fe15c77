import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Scope, scopeOfUser } from '../../../db/scope.ts'
import { makeCompany, makeDevice, type Place, startWorld, type World } from '../../../test/world.ts'
import { applyLatest, updateDueFacets } from '../latest.ts'
import { deviceList } from '../list.ts'
import { findPlaces } from './places.ts'
import { positionJoin } from './position.ts'
import { foldPlaceCounts, placeByCells, placeDue } from './square-counts.ts'

let world: World
let top: Place
let below: Place
let other: Place
const scopes: Record<string, Scope> = {}

beforeAll(async () => {
  world = await startWorld({ ROLES: 'api' })
  top = await makeCompany(world, 'Top')
  below = await makeCompany(world, 'Below', top)
  other = await makeCompany(world, 'Other')
  const permissions = new Set(['hierarchy_access'])
  scopes.all = scopeOfUser({ companyId: 0, level: 0, permissions: new Set(['super_admin']) })
  scopes.top = scopeOfUser({ companyId: top.company_id, level: 1, permissions })
  scopes.alone = scopeOfUser({ companyId: top.company_id, level: 1, permissions: new Set() })
  scopes.below = scopeOfUser({ companyId: below.company_id, level: 2, permissions })
  await sql`INSERT INTO cell_towers VALUES (246, 2, 1, 1, 54.5, 25.5, 900), (246, 2, 1, 2, 10, 10, 900)`.execute(
    world.db,
  )
})
afterAll(() => world.stop())

/** Points close together, at the edge of the projection and on both sides of the antimeridian. */
const points = [
  [54.7, 25.3],
  [54.7001, 25.3001],
  [54.75, 25.3],
  [89, 180],
  [-41.3, 179.9],
  [-41.3, -179.9],
  [0.0001, -0.0001],
] as const

const byNumber = (one: number[], two: number[]) => one.join().localeCompare(two.join())

/** Groups from the maintained counts: square, devices, offline devices. */
async function groups(scope: Scope, selection: object, zoom: number) {
  const { data, meta } = await findPlaces(world.db, scope, selection as never, { zoom, most: 0 })
  if (!data.groups) return []
  expect(meta.located).toBe(data.groups.count.reduce((sum, count) => sum + count, 0))
  const { latitude, longitude, count, offline } = data.groups
  const { rows } = await sql<{ square: number }>`
    SELECT place_square(latitude, longitude) >> ${2 * (12 - Math.min(zoom, 12))}::integer AS square
    FROM unnest(${latitude}::float8[], ${longitude}::float8[]) WITH ORDINALITY AS p (latitude, longitude, at)
    ORDER BY at`.execute(world.db)
  return rows.map(({ square }, index) => [square, count[index] ?? 0, offline[index] ?? 0]).sort(byNumber)
}

/** The same groups, computed from the position of each device. */
async function counted(scope: Scope, selection: object, zoom: number) {
  const { rows } = await sql<{ square: number; count: number; offline: number }>`
    SELECT place_square(pos.latitude, pos.longitude) >> ${2 * (12 - Math.min(zoom, 12))}::integer AS square,
      count(*) AS count, count(*) FILTER (WHERE d.status = 0) AS offline
    FROM devices d LEFT JOIN device_state s ON s.device_id = d.id ${positionJoin}
    WHERE ${deviceList.where(scope, selection as never)} AND pos.latitude IS NOT NULL GROUP BY 1`.execute(world.db)
  return rows.map(({ square, count, offline }) => [square, count, offline]).sort(byNumber)
}

const changes: Record<string, (id: number, value: number) => Promise<unknown>> = {
  add: (_, value) =>
    makeDevice(world, [top, below, other][value % 3] as Place, { status: value % 2, user_set_latitude: value }),
  fix: (device_id, value) => {
    const [latitude, longitude] = points[value % points.length] ?? []
    const values = { latitude: latitude ?? 0, longitude: longitude ?? 0 }
    return applyLatest(world.db, [{ device_id, ts: new Date(), values }])
  },
  noFix: (device_id) => applyLatest(world.db, [{ device_id, ts: new Date(), values: { fix_status: '0' } }]),
  cell: (device_id, value) => {
    const values = { mcc: '246', mnc: 2, lac: '1', cell_id: String(value % 3) }
    return applyLatest(world.db, [{ device_id, ts: new Date(), values }])
  },
  set: (id, value) => {
    const [latitude, longitude] = points[value % points.length] ?? []
    return sql`UPDATE devices SET user_set_latitude = ${value === 7 ? null : latitude}, user_set_longitude = ${longitude}
      WHERE id = ${id}`.execute(world.db)
  },
  status: (id, value) =>
    sql`UPDATE devices SET status = ${value % 4 === 3 ? null : value % 4} WHERE id = ${id}`.execute(world.db),
  statusOfAll: (_, value) => sql`UPDATE devices SET status = ${value % 2}`.execute(world.db),
  delete: (id) => sql`UPDATE devices SET deleted_at = now() WHERE id = ${id}`.execute(world.db),
  restore: () => sql`UPDATE devices SET deleted_at = NULL`.execute(world.db),
  remove: (id) => sql`DELETE FROM devices WHERE id = ${id}`.execute(world.db),
  move: (id, value) => {
    const { company_id, l1_id, l2_id } = [top, below, other][value % 3] as Place
    return sql`UPDATE devices SET company_id = ${company_id}, l1_id = ${l1_id}, l2_id = ${l2_id}, status = ${value % 2}
      WHERE id = ${id}`.execute(world.db)
  },
  // Makes the last report a day older.
  age: async () => {
    await sql`UPDATE device_state SET gps_at = gps_at - interval '25 hours', updated_at = updated_at - interval '25 hours'`.execute(
      world.db,
    )
    await sql`UPDATE device_places SET due_at = due_at - interval '25 hours'`.execute(world.db)
    await placeDue(world.db)
  },
  fold: () => foldPlaceCounts(world.db),
}

test('counts by square equal counting each device after any sequence of changes, folded or not', async () => {
  const change = fc.record({
    kind: fc.constantFrom(...Object.keys(changes)),
    pick: fc.nat({ max: 7 }),
    value: fc.nat({ max: 7 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 4, maxLength: 14 }), async (sequence) => {
      for (const place of [top, below, other]) await makeDevice(world, place, { status: 1 })
      for (const { kind, pick, value } of sequence) {
        const { rows } = await sql<{ id: number }>`SELECT id FROM devices ORDER BY id DESC LIMIT 8`.execute(world.db)
        const id = rows[pick % rows.length]?.id
        if (id !== undefined) await changes[kind]?.(id, value)
      }
      for (const [name, scope] of Object.entries(scopes))
        for (const selection of [{}, { status: ['offline'] }, { status: ['offline', 'online'] }])
          for (const zoom of [0, 4, 9, 15]) {
            const about = [name, selection, zoom]
            expect([...about, await groups(scope, selection, zoom)]).toEqual([
              ...about,
              await counted(scope, selection, zoom),
            ])
          }
    }),
    { numRuns: 25 },
  )
  await foldPlaceCounts(world.db)
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM device_place_totals WHERE count <= 0`.execute(
    world.db,
  )
  expect(rows[0]?.n).toBe(0)
})

test('bounds find what is in them, one by one and in groups, across the antimeridian and at the poles', async () => {
  const company = await makeCompany(world, 'Bounds')
  const scope = scopeOfUser({ companyId: company.company_id, level: 1, permissions: new Set() })
  const places = Array.from({ length: 300 }, (_, at) => ({
    user_set_latitude: ((at * 37) % 181) - 90 + (at % 7) / 10,
    user_set_longitude: ((at * 101) % 361) - 180,
  })).filter(({ user_set_latitude }) => user_set_latitude <= 90)
  for (const place of places) await makeDevice(world, company, { status: 1, ...place })
  const degrees = (most: number) => fc.integer({ min: -most * 10, max: most * 10 }).map((tenths) => tenths / 10)
  await fc.assert(
    fc.asyncProperty(degrees(180), degrees(180), degrees(90), degrees(90), async (west, east, one, two) => {
      const bounds = { west, east, south: Math.min(one, two), north: Math.max(one, two) }
      const within = places.filter(({ user_set_latitude: latitude, user_set_longitude: longitude }) => {
        const between = west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east
        return between && latitude >= bounds.south && latitude <= bounds.north
      })
      const { data, meta } = await findPlaces(world.db, scope, { bounds } as never, { zoom: 3 })
      expect([data.devices.device_id.length, meta.total]).toEqual([within.length, within.length])
      expect((await deviceList.count(world.db, scope, { bounds } as never)).total).toBe(within.length)
      // Whole squares: at least the devices in the bounds, and with the finest squares hardly more.
      const grouped = async (zoom: number) =>
        (await groups(scope, { bounds }, zoom)).reduce((sum, [, count = 0]) => sum + count, 0)
      expect(await grouped(2)).toBeGreaterThanOrEqual(within.length)
      expect(await grouped(12)).toBeGreaterThanOrEqual(within.length)
      expect(await grouped(12)).toBeLessThanOrEqual(within.length + 15)
    }),
    { numRuns: 25 },
  )
})

test('a filter counts the devices it matches by the same squares', async () => {
  const company = await makeCompany(world, 'Filtered')
  const scope = scopeOfUser({ companyId: company.company_id, level: 1, permissions: new Set() })
  for (let at = 0; at < 6; at++)
    await makeDevice(world, company, {
      model: at < 4 ? 'RUTX11' : 'RUT241',
      status: at % 2,
      user_set_latitude: 50 + at / 1000,
      user_set_longitude: 10,
    })
  await makeDevice(world, company, { model: 'RUTX11', status: 1 })
  const find = (selection: object) => findPlaces(world.db, scope, selection as never, { zoom: 9, most: 2 })
  expect((await find({ q: 'nothing' })).meta).toEqual({ total: 0, located: 0 })
  expect((await find({ mac: 'not_null' })).meta).toEqual({ total: 7, located: 6 })
  const { data, meta } = await find({ model: 'RUTX11' })
  expect(meta).toEqual({ total: 5, located: 4 })
  expect([data.groups?.count, data.groups?.offline]).toEqual([[4], [2]])
  expect(data.groups?.latitude[0]).toBeCloseTo(50, 1)
  expect(data.groups?.longitude[0]).toBeCloseTo(10, 1)
})

test('a report that meets a locked place leaves it to the next look; cells that become known place devices', async () => {
  const id = await makeDevice(world, other, { status: 1 })
  const square = async () =>
    (await sql<{ square: number | null }>`SELECT square FROM device_places WHERE device_id = ${id}`.execute(world.db))
      .rows[0]?.square
  await world.db.transaction().execute(async (tx) => {
    await sql`SELECT FROM device_places WHERE device_id = ${id} FOR UPDATE`.execute(tx)
    await applyLatest(world.db, [
      { device_id: id, ts: new Date(), values: { mcc: '246', mnc: '2', lac: '7', cell_id: '7' } },
    ])
  })
  expect(await world.db.selectFrom('facets_due').select('device_id').execute()).toContainEqual({ device_id: id })
  await updateDueFacets(world.db)
  expect(await square()).toBeNull()
  await sql`INSERT INTO cell_towers VALUES (246, 2, 7, 7, 54.5, 25.5, 900)`.execute(world.db)
  await placeByCells(world.db)
  expect(await square()).toEqual(expect.any(Number))
  await changes.set?.(id, 2)
  expect(await square()).not.toBeNull()
})
