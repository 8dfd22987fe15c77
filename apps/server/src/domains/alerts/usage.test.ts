import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBus } from '../../bus/bus.ts'
import { makeAlertRule } from '../../test/alerts.ts'
import { cloneDatabase, type TestDatabase } from '../../test/clone.ts'
import { testWriter, writeSamples } from '../../test/domains/monitoring.ts'
import { checkDueRules } from './due-rules.ts'
import type { FireDeps } from './fire.ts'
import { usageLook } from './limits.ts'

let database: TestDatabase
let device: number
const place = { company_id: 1, l1_id: 1, l2_id: null }
const at = (time: string) => new Date(`2026-11-03T${time}:00Z`)
const megabytes = (count: number) => count * 1024 * 1024

beforeAll(async () => {
  database = await cloneDatabase()
  await sql`INSERT INTO companies (id, level, name, l1_id) VALUES (1, 1, 'One', 1)`.execute(database.db)
  const { rows } = await sql<{ id: number }>`
    INSERT INTO devices (company_id, l1_id, name, serial, status) VALUES (1, 1, 'Camera', '1100000001', 1) RETURNING id`.execute(
    database.db,
  )
  device = rows[0]!.id
})
afterAll(() => database.drop())

const bus = createBus((error) => {
  throw error
})
const deps: FireDeps = { bus, emit: async () => {}, mailer: { mail: async () => 1 }, consoleUrl: () => '' }
const look = (time: string) => checkDueRules(database.db, deps, at(time))
const messages = async () =>
  (await database.db.selectFrom('alerts').select('message').orderBy('id').execute()).map(({ message }) => message)
const due = async () =>
  (await database.db.selectFrom('alert_rules').select('due_at').executeTakeFirst())?.due_at as Date

test('the mobile data of a SIM is counted from the start of the period of the rule, with one alert in each', async () => {
  await makeAlertRule(database, place, device, {
    ...{ event: 15, type: 2, data_limit: 100, sim: 2, period: 'day', starts: 6, zone: 'UTC' },
    message: '%rn: %ex',
    due_at: at('05:00'),
  })
  let now = at('08:00')
  const writer = testWriter(database, () => now)
  const names = ['sim1_sent', 'sim1_received', 'sim2_sent', 'sim2_received']
  const counted = (time: string, sim1: number, sim2: number) =>
    [at(time), megabytes(sim1), 0, megabytes(sim2), megabytes(sim2)] as const
  // Data used before six o'clock belongs to the day before; SIM 1 has exceeded the limit.
  await writeSamples(writer, device, now, names, [
    counted('05:00', 0, 0),
    counted('05:50', 0, 300),
    counted('06:10', 200, 300),
    counted('07:50', 400, 340),
  ])
  await look('08:00')
  expect(await messages()).toEqual([])
  const wait = ((await due()).getTime() - at('08:00').getTime()) / 1000
  expect(wait).toBeGreaterThanOrEqual(usageLook.soonest)
  expect(wait).toBeLessThan(usageLook.latest)
  now = at('09:00')
  await writeSamples(writer, device, now, names, [counted('08:50', 500, 350)], 5)
  await look('09:00')
  expect(await messages()).toEqual(['Camera: SIM 2 has used 100 MB of 100 MB in a day'])
  await database.db
    .updateTable('alert_rules')
    .set({ due_at: at('09:00') })
    .execute()
  await look('10:00')
  expect(await messages()).toHaveLength(1)
})
