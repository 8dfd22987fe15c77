import { attentionKinds, deviceSorts } from '@longreach/contract/devices/constants'
import { deleteDevices, deviceStatistics, exportDevices, listDevices } from '@longreach/contract/devices/endpoints'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scopeOfUser } from '../../db/scope.ts'
import type { TestClient } from '../../test/client.ts'
import { makeCompany, makeDevice, makeUser, type Place, startWorld, type World } from '../../test/world.ts'
import { countDevices, foldCounts } from './counts.ts'

let world: World
let admin: TestClient
let client: TestClient
let guest: TestClient
let top: Place
let north: Place
let pier: Place

const models = ['RUTX12', 'RUTX11', 'TRB140']
const rows = 2300

beforeAll(async () => {
  world = await startWorld()
  top = await makeCompany(world, 'Demo')
  north = await makeCompany(world, 'North', top)
  pier = await makeCompany(world, 'Pier', north)
  const elsewhere = await makeCompany(world, 'Elsewhere')
  await makeUser(world, 'admin', top, 2)
  await makeUser(world, 'client', north, 3)
  await makeUser(world, 'northadmin', north, 2)
  await makeUser(world, 'guest', pier, 4)
  const places = [top, north, pier]
  const values = Array.from({ length: rows }, (_, index) => ({
    ...places[index % 3]!,
    name: `${index % 2 ? 'Bus' : 'bus'} ${String((index * 7919) % rows).padStart(5, '0')}`,
    serial: String(3_000_000_000 + index),
    mac: index % 5 === 0 ? null : `00:1E:42:00:${String((index % 89) + 10)}:${String((index % 83) + 10)}`,
    model: index % 7 === 0 ? null : models[index % 3]!,
    firmware: `RUTX_R_00.07.0${index % 4}`,
    status: [0, 1, 2, null][index % 4]!,
    bound_at: index % 4 === 3 ? null : new Date(),
    signal_key: index % 3 === 0 ? -32768 : -50 - (index % 60),
    last_connection_at: index % 4 === 3 ? null : new Date(Date.UTC(2026, 0, 1) + (index % 97) * 60_000),
  }))
  for (let at = 0; at < rows; at += 500)
    await world.db
      .insertInto('devices')
      .values(values.slice(at, at + 500))
      .execute()
  await makeDevice(world, elsewhere, { name: 'Not ours' })
  admin = await world.as('admin')
  client = await world.as('client')
  guest = await world.as('guest')
})

afterAll(async () => world?.stop())

async function walk(sort: string): Promise<number[]> {
  const ids: number[] = []
  let cursor: string | undefined
  do {
    const { data, meta } = await admin.call(listDevices, {
      query: { limit: 100, sort: sort as 'name', cursor, fields: 'id' },
    })
    ids.push(...data.map((device) => device.id as number))
    cursor = (meta.next as string | null) ?? undefined
  } while (cursor)
  return ids
}

test.each(deviceSorts.flatMap((sort) => [sort, `-${sort}`]))(
  'sorted by %s, cursors and jumps see every device once and alike',
  async (sort) => {
    const ids = await walk(sort)
    expect(ids.length).toBe(rows)
    expect(new Set(ids).size).toBe(rows)
    for (const offset of [0, 50, 999, 1000, 1500, 2250]) {
      const { data, meta } = await admin.call(listDevices, {
        query: { limit: 100, offset, sort: sort as 'name', fields: 'id' },
      })
      expect(data.map((device) => device.id)).toEqual(ids.slice(offset, offset + 100))
      expect(meta.total).toBe(rows)
    }
  },
)

test('names sort without regard to case; a company with subsidiaries sees its subtree, others their own', async () => {
  const { data } = await admin.call(listDevices, { query: { limit: 3 } })
  expect(data.map((device) => device.name?.toLowerCase())).toEqual(['bus 00000', 'bus 00001', 'bus 00002'])
  expect((await client.call(listDevices)).meta.total).toBe(Math.ceil((rows - 1) / 3))
  const below = await (await world.as('northadmin')).call(listDevices)
  expect(below.meta.total).toBe(Math.ceil((rows - 1) / 3) + Math.floor(rows / 3))
  expect((await guest.call(listDevices)).meta.total).toBe(Math.floor(rows / 3))
})

test('filters of rms-domain §2.2 narrow the list, also inverted and combined', async () => {
  const total = async (query: object) => (await admin.call(listDevices, { query: { limit: 1, ...query } })).meta.total
  const count = async (where: string) =>
    (
      await sql<{
        n: number
      }>`SELECT count(*) AS n FROM devices d WHERE l1_id = ${top.l1_id} AND ${sql.raw(where)}`.execute(world.db)
    ).rows[0]?.n
  expect(await total({ status: 'online' })).toBe(await count('status = 1'))
  expect(await total({ status: 'not_activated' })).toBe(await count('status IS NULL'))
  expect(await total({ 'ne:status': 'online' })).toBe(await count('status IS DISTINCT FROM 1'))
  expect(await total({ model: 'is_null' })).toBe(await count('model IS NULL'))
  expect(await total({ 'ne:model': 'RUTX12' })).toBe(await count("model IS DISTINCT FROM 'RUTX12'"))
  expect(await total({ model: 'RUTX12', status: 'offline' })).toBe(await count("model = 'RUTX12' AND status = 0"))
  expect(await total({ information_updated: 'never_been_updated' })).toBe(rows)
  expect(await total({ wan_state: 'unknown' })).toBe(rows)
  expect(await total({ mac: '001e42001010' })).toBe(await count("mac = '00:1E:42:00:10:10'"))
  expect(await total({ company_id: pier.company_id })).toBe(Math.floor(rows / 3))
  expect((await admin.call(listDevices, { query: { status: 'asleep' as 'online' } })).status).toBe(422)
})

test('devices are found by how long they have been offline, and by any of several reasons', async () => {
  const find = async (query: object) =>
    (await admin.call(listDevices, { query: { limit: 100, sort: 'name', fields: 'name', ...query } })).data.map(
      ({ name }) => name,
    )
  const since = (minutes: number, values: object) =>
    makeDevice(world, pier, { status: 0, status_since: new Date(Date.now() - minutes * 60_000), ...values })
  await since(90, { name: 'Span 1', offline_cause: 'power' })
  await since(60 * 30, { name: 'Span 2', offline_cause: 'closed' })
  await since(60 * 24 * 40, { name: 'Span 3', offline_cause: 'dropped' })
  await since(60 * 24 * 40, { name: 'Span 4', status: 1 })
  expect(await find({ offline_for: '1h' })).toEqual(['Span 1', 'Span 2', 'Span 3'])
  expect(await find({ offline_for: '95m' })).toEqual(['Span 2', 'Span 3'])
  expect(await find({ offline_for: '30d' })).toEqual(['Span 3'])
  expect(await find({ offline_for: '1h', q: 'span', 'ne:offline_for': '7d' })).toEqual(['Span 1', 'Span 2'])
  expect(await find({ offline_reason: 'power,dropped' })).toEqual(['Span 1', 'Span 3'])
  expect(await find({ 'ne:offline_reason': 'power,dropped', q: 'span' })).toEqual(['Span 2', 'Span 4'])
  const csv = await (await admin.fetch('/api/devices/export/csv?offline_for=1d&fields=name,offline_reason')).text()
  expect(csv.trim().split('\r\n').slice(1)).toEqual(['Span 2,closed', 'Span 3,dropped'])
  for (const wrong of ['1w', '0h', '-1h', 'h', '10000h', '1 h'])
    expect((await admin.call(listDevices, { query: { offline_for: wrong } })).status).toBe(422)
  await sql`DELETE FROM devices WHERE name LIKE 'Span %'`.execute(world.db)
})

test('devices that need attention are counted by reason and once for any, and the list finds as many', async () => {
  const { data, meta } = await admin.call(deviceStatistics, { query: { charts: 'attention' } })
  const before = data.attention ?? {}
  const agent = meta.agent_version
  const fine = { status: 1, agent_version: agent, signal_band: 'excellent' }
  await makeDevice(world, pier, { ...fine, name: 'Care 1' })
  await makeDevice(world, pier, { ...fine, name: 'Care 2', agent_version: '0.0.1' })
  await makeDevice(world, pier, { ...fine, name: 'Care 3', status: 0, agent_version: '0.0.1', signal_band: 'low' })
  await makeDevice(world, pier, { ...fine, name: 'Care 4', flapping: true })
  await makeDevice(world, pier, { ...fine, name: 'Care 5', status: null, bound_at: null, agent_version: null })
  await makeDevice(world, pier, { ...fine, name: 'Care 6', agent_version: null })
  await makeDevice(world, pier, { ...fine, name: 'Care 7', firmware_outdated: true })
  await makeDevice(world, pier, { ...fine, name: 'Care 8', firmware_outdated: true, config_state: 'drifted' })
  const counted = async () => {
    const after = (await admin.call(deviceStatistics, { query: { charts: 'attention' } })).data.attention ?? {}
    return Object.fromEntries(Object.entries(after).map(([kind, count]) => [kind, count - (before[kind] ?? 0)]))
  }
  const expected = {
    any: 6,
    offline: 1,
    flapping: 1,
    weak_signal: 1,
    data_limit: 0,
    config_drifted: 1,
    old_firmware: 2,
    old_agent: 2,
    never_connected: 1,
  }
  expect(await counted()).toEqual(expected)
  await foldCounts(world.db)
  expect(await counted()).toEqual(expected)
  const found = async (attention: string) =>
    (await admin.call(listDevices, { query: { attention, q: 'care', sort: 'name', fields: 'name' } })).data.map(
      ({ name }) => name?.slice(-1),
    )
  expect(await found('any')).toEqual(['2', '3', '4', '5', '7', '8'])
  expect(await found('old_agent')).toEqual(['2', '3'])
  expect(await found('old_firmware')).toEqual(['7', '8'])
  expect(await found('config_drifted')).toEqual(['8'])
  const urgent = await admin.call(listDevices, { query: { q: 'care', sort: 'attention', fields: 'attention' } })
  const ranks = urgent.data.map(({ attention: [kind] = [] }) =>
    kind ? attentionKinds.indexOf(kind) : attentionKinds.length,
  )
  expect(ranks).toEqual(ranks.toSorted((one, other) => one - other))
  expect(new Set(ranks).size).toBeGreaterThan(5)
  const reasons = await admin.call(listDevices, { query: { q: 'care', sort: 'name', fields: 'attention' } })
  expect(reasons.data.map(({ attention }) => attention)).toEqual([
    [],
    ['old_agent'],
    ['offline', 'weak_signal', 'old_agent'],
    ['flapping'],
    ['never_connected'],
    [],
    ['old_firmware'],
    ['config_drifted', 'old_firmware'],
  ])
  expect(await found('flapping,weak_signal')).toEqual(['3', '4'])
  for (const kind of Object.keys(expected)) {
    const list = await admin.call(listDevices, { query: { attention: kind, limit: 1 } })
    expect([kind, list.meta.total]).toEqual([kind, (before[kind] ?? 0) + expected[kind as 'any']])
  }
  const both = await admin.call(listDevices, { query: { attention: 'flapping,old_agent', limit: 1 } })
  expect(both.meta.total).toBe((before.flapping ?? 0) + (before.old_agent ?? 0) + 3)
  await sql`DELETE FROM devices WHERE name LIKE 'Care %'`.execute(world.db)
})

test('the search covers name, serial and MAC, with wildcards as literal characters', async () => {
  const find = async (q: string) => (await admin.call(listDevices, { query: { q, limit: 100 } })).data
  expect((await find('BUS 00017')).map((device) => device.name?.toLowerCase())).toEqual(['bus 00017'])
  expect((await find('3000000042'))[0]?.serial).toBe('3000000042')
  expect((await find('001e42001111')).length).toBeGreaterThan(0)
  expect(await find('%')).toEqual([])
  expect(await find('_us')).toEqual([])
})

test.each(['00:1e:42:00:11:11', '001E42001111', '00-1e-42-00-11-11', '001e.4200.1111', ' 00 1E 42 00 11 11 '])(
  'a MAC is found as %s',
  async (q) => {
    const { data } = await admin.call(listDevices, { query: { q, limit: 100, fields: 'mac', 'search-fields': 'mac' } })
    expect(new Set(data.map(({ mac }) => mac))).toEqual(new Set(['00:1E:42:00:11:11']))
  },
)

test.each(['3000-000042', '3000 000 042', '300.000.0042'])('a serial number is found as %s', async (q) => {
  const { data } = await admin.call(listDevices, { query: { q, limit: 100, fields: 'serial' } })
  expect(data.map(({ serial }) => serial)).toEqual(['3000000042'])
})

test('an address is not taken for a number, and a text with two of them is searched as it is', async () => {
  const found = async (q: string) => (await admin.call(listDevices, { query: { q, limit: 1 } })).meta.total
  expect(await found('30.0.0.000042')).toBe(0)
  expect(await found('3000000042, 3000000043')).toBe(0)
})

test('fields chooses columns, fields_only names them, a cursor of another order is refused', async () => {
  const { data, meta } = await admin.call(listDevices, { query: { limit: 1, fields: 'name,serial' } })
  expect(Object.keys(data[0] ?? {}).sort()).toEqual(['id', 'name', 'serial'])
  const names = await admin.call(listDevices, { query: { fields_only: true } })
  expect(names.meta.fields).toEqual(expect.arrayContaining(['serial', 'signal']))
  const wrong = await admin.call(listDevices, { query: { sort: '-serial', cursor: meta.next as string } })
  expect([wrong.status, wrong.errors[0]?.source]).toEqual([422, 'cursor'])
  expect((await admin.call(listDevices, { query: { cursor: 'nonsense' } })).status).toBe(422)
})

test('the CSV contains the whole selection in order, and no cell that a spreadsheet would execute', async () => {
  await makeDevice(world, pier, { name: '=HYPERLINK("http://x")', serial: 'L-csv', model: 'Weird, "model"' })
  const answer = await admin.fetch('/api/devices/export/csv?company_id=3&sort=name')
  const lines = (await answer.text()).trim().split('\r\n')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="devices.csv"')
  expect(lines.length).toBe(Math.floor(rows / 3) + 2)
  expect(lines[1]).toMatch(/,"'=HYPERLINK\(""http:\/\/x""\)",L-csv,.*"Weird, ""model"""/)
  expect((await admin.call(exportDevices, { query: { status: 'asleep' as 'online' } })).status).toBe(422)
  await sql`DELETE FROM devices WHERE serial = 'L-csv'`.execute(world.db)
})

test('maintained counts equal the rows after any sequence of changes, folded or not', async () => {
  const scope = scopeOfUser({ companyId: top.company_id, level: 1, permissions: new Set(['hierarchy_access']) })
  const change = fc.record({
    kind: fc.constantFrom('insert', 'status', 'model', 'delete', 'remove', 'fold'),
    pick: fc.nat({ max: 1000 }),
    value: fc.nat({ max: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
      for (const { kind, pick, value } of changes) {
        const row = sql`(SELECT id FROM devices WHERE l1_id = ${top.l1_id} ORDER BY id LIMIT 1 OFFSET ${pick})`
        if (kind === 'insert')
          await makeDevice(world, [top, north, pier][value % 3]!, { status: value === 3 ? null : value })
        if (kind === 'status')
          await sql`UPDATE devices SET status = ${value === 3 ? null : value} WHERE id % 7 = ${pick % 7}`.execute(
            world.db,
          )
        if (kind === 'model')
          await sql`UPDATE devices SET model = ${models[value] ?? null} WHERE id = ${row}`.execute(world.db)
        if (kind === 'delete') await sql`UPDATE devices SET deleted_at = now() WHERE id = ${row}`.execute(world.db)
        if (kind === 'remove') await sql`DELETE FROM devices WHERE id = ${row}`.execute(world.db)
        if (kind === 'fold') await foldCounts(world.db)
      }
      const kept = await countDevices(world.db, scope, ['status', 'model'], undefined)
      const real = await sql<{ facet: string; value: string; n: number }>`
        SELECT 'status' AS facet, CASE status WHEN 0 THEN 'offline' WHEN 1 THEN 'online' WHEN 2 THEN 'pending' ELSE 'not_activated' END AS value, count(*) AS n
        FROM devices WHERE l1_id = ${top.l1_id} AND deleted_at IS NULL GROUP BY 1, 2
        UNION ALL SELECT 'model', coalesce(model, 'is_null'), count(*) FROM devices WHERE l1_id = ${top.l1_id} AND deleted_at IS NULL GROUP BY 1, 2`.execute(
        world.db,
      )
      const expected: Record<string, Record<string, number>> = { status: {}, model: {} }
      for (const { facet, value, n } of real.rows) expected[facet]![value] = n
      expect(kept).toEqual(expected)
    }),
    { numRuns: 20 },
  )
})

test('several values of a filter are any of them, counted as they are listed', async () => {
  const total = async (query: object): Promise<number> =>
    Number((await admin.call(listDevices, { query: { limit: 1, ...query } as never })).meta.total)
  const [one, other] = [await total({ model: 'RUTX12' }), await total({ model: 'TRB140' })]
  expect(await total({ model: 'RUTX12,TRB140' })).toBe(one + other)
  expect(await total({ model: 'RUTX12,TRB140,RUTX12' })).toBe(one + other)
  expect(await total({ 'ne:model': 'RUTX12,TRB140' })).toBe((await total({})) - one - other)
  // With a search the rows themselves are counted.
  const found = (model: string) => total({ model, q: 'bus' })
  expect(await found('is_null,RUTX12')).toBe((await found('is_null')) + (await found('RUTX12')))
  expect(await total({ status: 'offline,pending' })).toBe(
    (await total({ status: 'offline' })) + (await total({ status: 'pending' })),
  )
  const companies = `${top.company_id},${pier.company_id}`
  expect(await total({ company_id: companies })).toBe(
    (await total({ company_id: top.company_id })) + (await total({ company_id: pier.company_id })),
  )
  for (const query of [{ status: 'offline,asleep' }, { model: 'a,,b' }, { model: Array(51).fill('a').join() }])
    expect((await admin.call(listDevices, { query: query as never })).status).toBe(422)
})

test('statistics count by group within the scope', async () => {
  const { data } = await client.call(deviceStatistics, { query: { charts: 'status,model,information_updated' } })
  const total = Object.values(data.status ?? {}).reduce((sum, count) => sum + count, 0)
  expect(total).toBe((await client.call(listDevices)).meta.total)
  expect(data.information_updated?.never_been_updated).toBe(total)
  const wrong = await client.call(deviceStatistics, { query: { charts: 'colour' } })
  expect([wrong.status, wrong.errors[0]?.source]).toEqual([422, 'charts'])
})

test('all devices in a filter are deleted at once, none outside of it and none out of reach', async () => {
  const elsewhere = await makeCompany(world, 'Deleted elsewhere')
  for (const place of [pier, pier, elsewhere]) await makeDevice(world, place, { name: 'Doomed', model: 'GONE' })
  const remove = (body: object) => admin.call(deleteDevices, { body })
  expect((await guest.call(deleteDevices, { body: { filter: { model: 'GONE' } } })).status).toBe(403)
  const wrong = [{}, { filter: {}, device_id: [1] }, { filter: { modell: 'GONE' } }, { filter: { model: 'NONE' } }]
  for (const body of wrong) expect((await remove(body)).status).toBe(422)
  const other = await remove({ filter: { company_id: elsewhere.company_id } })
  expect([other.status, other.errors[0]?.source]).toEqual([404, 'filter.company_id'])
  const all = await remove({ filter: {} })
  expect(all.errors[0]?.message).toBe('More than 1,000 rows. Narrow the filter')
  expect((await remove({ filter: { model: 'GONE' } })).data).toHaveLength(2)
  expect((await admin.call(listDevices, { query: { model: 'GONE' } })).meta.total).toBe(0)
  const root = await world.as('root')
  expect((await root.call(listDevices, { query: { model: 'GONE' } })).data).toHaveLength(1)
})
