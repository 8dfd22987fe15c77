import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../test/clone.ts'
import { testBoot as boot, testWriter } from '../monitoring/test-writer.ts'
import { applyLatest, correctLatest } from './latest.ts'

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
}, 60_000)
afterAll(() => database.drop())

test('a report that was held up on its way keeps none that is newer out of the latest state', async () => {
  const arrivedAt = new Date('2026-03-10T12:30:00Z')
  const writer = testWriter(
    database,
    () => arrivedAt,
    async (tx, rows, corrections) => {
      await correctLatest(tx, corrections)
      await applyLatest(tx, rows)
    },
  )
  const report = { boot, uptime: 86_400, arrivedAt, names: ['signal'] }
  await writer.write(deviceId, { ...report, seq: 1, age: 0, values: [-71] })
  await writer.write(deviceId, { ...report, seq: 1, age: 40, values: [-71] })
  await writer.write(deviceId, { ...report, seq: 2, age: 20, values: [-72] })
  const { rows } = await sql`SELECT updated_at, values FROM device_state WHERE device_id = ${deviceId}`.execute(
    database.db,
  )
  expect(rows).toEqual([{ updated_at: new Date('2026-03-10T12:29:40Z'), values: { signal: -72 } }])
})
