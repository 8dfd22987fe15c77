import { createAlertRules, getAlertRule, listAlerts, updateAlertRule } from '@longreach/contract/alerts/endpoints'
import { listSims, updateSim } from '@longreach/contract/monitoring/usage-endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBus } from '../../bus/bus.ts'
import type { TestClient } from '../../test/client.ts'
import { testWriter, writeSamples } from '../../test/domains/monitoring.ts'
import { makeCompany, makeDevice, makeUser, type Place, startWorld, type World } from '../../test/world.ts'
import { checkDueRules } from './due-rules.ts'

const gigabyte = 1024 ** 3
const now = new Date(Math.floor(Date.now() / 1000) * 1000)
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
/** A billing day after which the current period started days ago. */
const starts = Math.min(28, ago(10 * 24 * 60).getUTCDate())

let world: World
let client: TestClient
let company: Place

beforeAll(async () => {
  world = await startWorld()
  company = await makeCompany(world, 'One')
  await makeUser(world, 'admin', company, 2)
  client = await world.as('admin')
})
afterAll(() => world.stop())

const monthly = (device_id: number, values: object = {}) => ({
  ...{ device_id, alert_type_id: 2, alert_subtype_id: 15 as const, action: 2 as const, redundancy_interval: 5 },
  ...{ data_limit: 20_480, sim: 1, period: 'month' as const, starts },
  ...values,
})
const add = (...data: object[]) => client.call(createAlertRules, { body: { data } as never })
const simOf = async (id: number) => (await client.call(listSims, { params: { id } })).data[0]
const ruleOf = async (id: number) => (await client.call(getAlertRule, { params: { id } })).data
const setLimit = (id: number, data_limit: number | null, billing_day = starts) =>
  client.call(updateSim, { params: { id, modem: 1, sim_id: 1 } as never, body: { data_limit, billing_day } })

test('an alert about the month and the data usage of the device have one limit, whichever of them sets it', async () => {
  const device = await makeDevice(world, company, { name: 'Camera' })
  const writer = testWriter(world, () => now)
  await writeSamples(
    writer,
    device,
    now,
    ['sim1_sent'],
    [
      [ago(20), 0],
      [ago(10), 24 * gigabyte],
    ],
  )
  const { data } = await add(monthly(device))
  const rule = data[0]?.id as number
  await sql`UPDATE alert_rules SET due_at = ${now} WHERE id = ${rule}`.execute(world.db)
  const deps = { bus: createBus(() => {}), emit: async () => {}, mailer: { mail: async () => 1 }, consoleUrl: () => '' }
  let looks = 0
  /** Each look is later than the minimum time between two alerts. */
  const messages = async () => {
    await checkDueRules(world.db, deps, new Date(Date.now() + ++looks * 6 * 60_000))
    return (await client.call(listAlerts, { query: { device_id: device } as never })).data.map(({ event }) => event)
  }
  expect(await messages()).toEqual(['SIM 1 has used 24 GB of 20 GB'])
  expect(await simOf(device)).toMatchObject({ data_limit: 20 * gigabyte, billing_day: starts })
  await setLimit(device, 30 * gigabyte)
  expect(await ruleOf(rule)).toMatchObject({ data_limit: 30_720, starts, not_evaluated: null })
  expect(await messages()).toHaveLength(1)
  await client.call(updateAlertRule, { params: { id: rule }, body: { data_limit: 10_240 } })
  expect(await simOf(device)).toMatchObject({ data_limit: 10 * gigabyte, billing_day: starts })
  expect(await messages()).toHaveLength(2)
  await setLimit(device, null)
  expect(await ruleOf(rule)).toMatchObject({ data_limit: null, not_evaluated: 'The SIM has no data limit' })
})

test('a rule by the day or week has a limit of its own, and one can become that of the SIM', async () => {
  const device = await makeDevice(world, company)
  const { data } = await add(monthly(device, { period: 'week', data_limit: 500, starts: 3 }))
  const rule = data[0]?.id as number
  expect(await simOf(device)).toBeUndefined()
  const params = { id: rule }
  await client.call(updateAlertRule, { params, body: { period: 'month', starts: 9 } })
  expect(await simOf(device)).toMatchObject({ data_limit: 500 * 1024 ** 2, billing_day: 9 })
  await client.call(updateAlertRule, { params, body: { period: 'day', starts: 0 } })
  await setLimit(device, null)
  expect(await ruleOf(rule)).toMatchObject({ data_limit: 500, starts: 0, period: 'day' })
})

test('two limits for one SIM are refused, and so is a limit from a user who may not edit devices', async () => {
  const device = await makeDevice(world, company)
  const { status, errors } = await add(monthly(device), monthly(device, { data_limit: 1 }))
  expect([status, errors.map(({ source, message }) => [source, message])]).toEqual([
    422,
    [['data.1.data_limit', 'A SIM has only one monthly limit']],
  ])
  await setLimit(device, 20 * gigabyte)
  const role = await world.db
    .insertInto('roles')
    .values({ ...company, name: 'watcher', title: 'Watcher' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const permissions = ['view_devices', 'create_device_alert_configurations']
  await world.db
    .insertInto('role_permissions')
    .values(permissions.map((permission) => ({ role_id: role.id, permission })))
    .execute()
  await makeUser(world, 'watcher', company, role.id)
  const watcher = await world.as('watcher')
  const of = async (values: object) =>
    (await watcher.call(createAlertRules, { body: { data: [monthly(device, values)] } as never })).status
  expect([await of({ data_limit: 1 }), await of({})]).toEqual([403, 201])
})
