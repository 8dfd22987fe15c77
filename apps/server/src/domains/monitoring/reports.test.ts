import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepPartitions } from '../../db/partitions.ts'
import { cloneDatabase, type TestDatabase } from '../../test/clone.ts'
import { testWriter, writeSamples } from '../../test/domains/monitoring.ts'
import { historyTables, hourTable } from './history-tables.ts'
import { presentSnapshot, presentTimes } from './present.ts'
import { forgetDevices, readMoment, readReports, readReportTimes } from './reports.ts'
import { readSimDays } from './usage/data-usage.ts'

const now = new Date('2026-03-31T12:00:00Z')
const at = (text: string) => new Date(`2026-03-${text}Z`)

let database: TestDatabase
let device = 1

beforeAll(async () => {
  database = await cloneDatabase()
  await sql`UPDATE rollup_mark SET until = '2026-03-31T12:00:00Z'`.execute(database.db)
})
afterAll(() => database.drop())

const write = (deviceId: number, names: string[], samples: Parameters<typeof writeSamples>[4], firstSeq?: number) =>
  writeSamples(
    testWriter(database, () => now),
    deviceId,
    now,
    names,
    samples,
    firstSeq,
  )

test('reports are returned oldest first, whatever set their parameters were in', async () => {
  const deviceId = device++
  await write(
    deviceId,
    ['signal', 'operator'],
    [
      [at('30T10:00:00'), -70, 'Telia'],
      [at('30T11:00:00'), -71, 'Bite'],
    ],
  )
  await write(deviceId, ['signal'], [[at('30T12:00:00'), -72]], 3)
  await write(deviceId, ['din1'], [[at('30T12:30:00'), 1]], 4)
  const window = { deviceId, from: at('30T10:30:00'), to: now }
  const rows = await readReports(database.db, window, ['signal', 'operator'])
  expect(rows).toEqual([
    { ts: at('30T11:00:00'), values: [-71, 'Bite'] },
    { ts: at('30T12:00:00'), values: [-72, null] },
  ])
})

test('more reports than are answered at once are thinned evenly and keep the newest', async () => {
  const deviceId = device++
  const samples = Array.from(
    { length: 10_500 },
    (_, index) => [new Date(now.getTime() - (10_500 - index) * 1000), -60] as const,
  )
  await write(deviceId, ['signal'], samples)
  const window = { deviceId, from: at('31T00:00:00'), to: now }
  const rows = await readReports(database.db, window, ['signal'])
  expect(rows).toHaveLength(5250)
  expect(rows.at(-1)?.ts).toEqual(new Date(now.getTime() - 1000))
})

test('a position without one coordinate is left out', async () => {
  const deviceId = device++
  await write(
    deviceId,
    ['latitude', 'longitude'],
    [
      [at('30T10:00:00'), 54.7, 25.3],
      [at('30T11:00:00'), 54.7, null],
    ],
  )
  const window = { deviceId, from: at('30T00:00:00'), to: now }
  expect(await readReports(database.db, window, ['latitude', 'longitude'], ['latitude', 'longitude'])).toHaveLength(1)
})

test('the state at a moment has the last known values of all groups, temperature in tenths', async () => {
  const deviceId = device++
  await write(deviceId, ['firmware'], [[at('01T10:00:00'), 'RUTX_R_00.07.14']])
  await write(
    deviceId,
    ['signal', 'temperature'],
    [
      [at('30T10:00:00'), -70, 36],
      [at('30T11:00:00'), -75, 41.2],
    ],
    2,
  )
  const moment = await readMoment(database.db, deviceId, at('30T10:30:00'))
  expect(moment && presentSnapshot(deviceId, moment)).toMatchObject({
    firmware: 'RUTX_R_00.07.14',
    signal: -70,
    temperature: 360,
    operator: null,
    created_at: '2026-03-30 10:00:00',
  })
  expect(await readMoment(database.db, deviceId, at('01T00:00:00'))).toBeNull()
})

test('the times a device reported at are grouped by day', async () => {
  const deviceId = device++
  await write(
    deviceId,
    ['signal'],
    [
      [at('29T23:59:00'), -70],
      [at('30T10:00:00'), -70],
      [at('30T11:00:00'), -70],
    ],
  )
  expect(presentTimes(await readReportTimes(database.db, deviceId))).toEqual([
    { date: '2026-03-30', times: ['10:00:00', '11:00:00'] },
    { date: '2026-03-29', times: ['23:59:00'] },
  ])
})

test('data usage counts each SIM by day and survives a restart of the counters', async () => {
  const deviceId = device++
  await write(
    deviceId,
    ['sim1_sent', 'sim1_received', 'sim2_sent', 'sim2_received', 'modem_id'],
    [
      [at('29T12:00:00'), 1000, 5000, 0, 0, '3-1'],
      [at('29T20:00:00'), 1500, 9000, 0, 0, '3-1'],
      [at('30T08:00:00'), 100, 200, 7, 0, '3-1'],
      [at('30T09:00:00'), 150, 900, 7, 30, '3-1'],
    ],
  )
  const range = { from: at('29T00:00:00'), to: now, zone: 'UTC', now }
  expect(await readSimDays(database.db, deviceId, range)).toEqual([
    { day: at('29T00:00:00').getTime(), modem: 1, sim: 1, sent: 500, received: 4000 },
    { day: at('29T00:00:00').getTime(), modem: 1, sim: 2, sent: 0, received: 0 },
    { day: at('30T00:00:00').getTime(), modem: 1, sim: 1, sent: 150, received: 900 },
    { day: at('30T00:00:00').getTime(), modem: 1, sim: 2, sent: 7, received: 30 },
  ])
})

test('nothing is left of a purged device', async () => {
  const deviceId = device++
  await write(deviceId, ['signal', 'firmware'], [[at('30T10:00:00'), -70, 'RUTX_R_00.07.14']])
  await forgetDevices(database.db, [deviceId])
  expect(await readReportTimes(database.db, deviceId)).toEqual([])
  const { rows } = await sql`SELECT 1 FROM report_mark WHERE device_id = ${deviceId}
    UNION ALL SELECT 1 FROM device_set WHERE device_id = ${deviceId}
    UNION ALL SELECT 1 FROM rollup_due WHERE device_id = ${deviceId}`.execute(database.db)
  expect(rows).toEqual([])
})

test('partitions are created ahead and dropped after their retention, and no others', async () => {
  const partitions = async () => {
    const { rows } = await sql<{ name: string }>`SELECT inhrelid::regclass::text AS name FROM pg_inherits
      WHERE inhparent = 'history_90'::regclass ORDER BY 1`.execute(database.db)
    return rows.map((row) => row.name)
  }
  const deviceId = device++
  await write(deviceId, ['signal'], [[new Date(now.getTime() - 60 * 86_400_000), -70]])
  const before = await partitions()
  expect(before).toContain('history_90_p20260130')
  expect(await keepPartitions(database.db, [...historyTables, hourTable], now)).toEqual([])
  expect(await partitions()).toEqual([...new Set([...before, 'history_90_p20260401', 'history_90_p20260402'])].sort())
  const dropped = await keepPartitions(
    database.db,
    [...historyTables, hourTable],
    new Date(now.getTime() + 31 * 86_400_000),
  )
  expect(dropped).toContain('history_90_p20260130')
  expect(await partitions()).toContain('history_90_p20260329')
})
