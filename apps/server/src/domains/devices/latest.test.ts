import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../test/clone.ts'
import { until } from '../../test/until.ts'
import { applyLatest, correctLatest, updateDueFacets } from './latest.ts'

let database: TestDatabase
let deviceId: number

beforeAll(async () => {
  database = await cloneDatabase()
  await sql`INSERT INTO companies (id, level, name, l1_id) VALUES (1, 1, 'One', 1)`.execute(database.db)
  const { rows } = await sql<{ id: number }>`
    INSERT INTO devices (company_id, l1_id, name, serial) VALUES (1, 1, 'Pump', '1100000001') RETURNING id`.execute(
    database.db,
  )
  deviceId = Number(rows[0]?.id)
})
afterAll(() => database.drop())

test('a delayed report does not keep newer ones out of the latest state', async () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 2, 10, 12, 30, seconds))
  const row = (ts: Date, signal: number) => [{ device_id: deviceId, ts, values: { signal } }]
  await applyLatest(database.db, row(at(40), -71))
  await correctLatest(database.db, [{ deviceId, was: at(40), ts: at(0) }])
  await applyLatest(database.db, row(at(20), -72))
  // A newer one has arrived meanwhile: everything has changed.
  await correctLatest(database.db, [{ deviceId, was: at(40), ts: at(0) }])
  const { rows } = await sql`SELECT updated_at, values FROM device_state WHERE device_id = ${deviceId}`.execute(
    database.db,
  )
  expect(rows).toEqual([{ updated_at: at(20), values: { signal: -72 } }])
})

test('a report does not wait long for a locked row; its facets follow', async () => {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO devices (company_id, l1_id, name, serial) VALUES (1, 1, 'Free', '1100000002'), (1, 1, 'Locked', '1100000003')
    RETURNING id`.execute(database.db)
  const [free, locked] = rows.map(({ id }) => id) as [number, number]
  const report = (device_id: number) => ({ device_id, ts: new Date(), values: { operator: 'Telia', signal: -60 } })
  const operators = async () =>
    (
      await database.db
        .selectFrom('devices')
        .select('operator')
        .where('id', 'in', [free, locked])
        .orderBy('id')
        .execute()
    ).map(({ operator }) => operator)
  const due = () => database.db.selectFrom('facets_due').select('device_id').execute()
  await database.db.transaction().execute(async (moving) => {
    await sql`UPDATE devices SET l1_id = 1 WHERE id = ${locked}`.execute(moving)
    const startedAt = performance.now()
    await database.db.transaction().execute((tx) => applyLatest(tx, [report(free), report(locked)]))
    expect(performance.now() - startedAt).toBeLessThan(2000)
    expect(await operators()).toEqual(['Telia', null])
    // Still locked: left for later.
    await updateDueFacets(database.db)
    expect(await due()).toEqual([{ device_id: locked }])
  })
  await updateDueFacets(database.db)
  expect(await operators()).toEqual(['Telia', 'Telia'])
  expect(await due()).toEqual([])
})

test('a report that finds its row locked by the derivation itself is derived afterwards', async () => {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO devices (company_id, l1_id, name, serial) VALUES (1, 1, 'Tram', '1100000004') RETURNING id`.execute(
    database.db,
  )
  const id = rows[0]?.id as number
  const report = (operator: string, seconds: number) =>
    database.db
      .transaction()
      .execute((tx) =>
        applyLatest(tx, [
          { device_id: id, ts: new Date(Date.UTC(2026, 2, 10, 12, 30, seconds)), values: { operator } },
        ]),
      )
  await report('Telia', 1)
  await sql`INSERT INTO facets_due (device_id) VALUES (${id})`.execute(database.db)
  let derivation: Promise<void> | undefined
  await database.db.transaction().execute(async (holding) => {
    await sql`SELECT FROM device_places WHERE device_id = ${id} FOR UPDATE`.execute(holding)
    derivation = updateDueFacets(database.db)
    await until(async () => {
      const waiting = await sql`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(holding)
      return waiting.rows.length > 0
    })
    await report('Elisa', 2)
  })
  await derivation
  await updateDueFacets(database.db)
  const device = await database.db.selectFrom('devices').select('operator').where('id', '=', id).executeTakeFirst()
  expect(device).toEqual({ operator: 'Elisa' })
})
