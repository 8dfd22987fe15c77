import { alertLimits } from '@longreach/contract/alerts/constants'
import {
  deleteAlertRule,
  deleteAlertRules,
  deleteDeviceAlertRule,
  getAlertRule,
  listAlerts,
} from '@longreach/contract/alerts/endpoints'
import { listAudit, undoChange } from '@longreach/contract/audit/endpoints'
import { deleteDevices } from '@longreach/contract/devices/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAlert, makeAlertRule } from '../../test/alerts.ts'
import type { TestClient } from '../../test/client.ts'
import { makeCompany, makeDevice, makeUser, type Place, startWorld, type World } from '../../test/world.ts'

let world: World
let company: Place
let admin: TestClient
let rival: TestClient

beforeAll(async () => {
  world = await startWorld()
  company = await makeCompany(world, 'Harbour')
  await makeUser(world, 'admin', company, 2)
  await makeUser(world, 'rival', await makeCompany(world, 'Rival'), 2)
  admin = await world.as('admin')
  rival = await world.as('rival')
})

afterAll(() => world?.stop())

/** The stored rule, including columns that users do not see. */
const stored = (id: number) => world.db.selectFrom('alert_rules').selectAll().where('id', '=', id).executeTakeFirst()
const undo = (id: number | undefined, client = admin) => client.call(undoChange, { params: { id: id ?? 0 } })
const remove = async (...ids: number[]) =>
  (await admin.call(deleteAlertRules, { body: { id: ids } })).meta as { undo?: number }

const area = { event: 20, type: 5, latitude: 55.7, longitude: 21.13, radius: 500, redundancy_interval: 60 }

test('deleted rules come back as they were, with the alerts they had raised, once', async () => {
  const { alert, alert_rule: first, device } = await makeAlert(world, company)
  const second = await makeAlertRule(world, company, device, {
    ...area,
    action: 3,
    email: 'duty@example.test',
    enabled: false,
    zone: 'Europe/Vilnius',
    created_at: new Date('2026-01-02T03:04:05.678Z'),
  })
  const before = [await stored(first), await stored(second)]
  const shown = await admin.call(getAlertRule, { params: { id: second } })
  const { undo: change } = await remove(first, second)
  expect(await stored(first)).toBeUndefined()
  expect((await undo(change, rival)).status).toBe(404)
  expect((await undo(change)).status).toBe(200)
  expect([await stored(first), await stored(second)]).toEqual(before)
  expect((await admin.call(getAlertRule, { params: { id: second } })).data).toEqual(shown.data)
  const alerts = await admin.call(listAlerts, { query: { device_id: [device] } as never })
  expect(alerts.data).toMatchObject([{ id: alert, alerts_configs_id: first }])
  expect((await undo(change)).errors).toMatchObject([{ code: 'CONFLICT', message: 'Already undone' }])
  const [line] = (await admin.call(listAudit, { query: { limit: 1 } })).data
  expect(line?.sentence).toContain('undid')
  expect(JSON.stringify(line)).not.toContain('55.7')
})

test('each way of deleting a rule can be undone', async () => {
  const device = await makeDevice(world, company)
  const one = await makeAlertRule(world, company, device)
  const other = await makeAlertRule(world, company, device)
  const answers = [
    await admin.call(deleteAlertRule, { params: { id: one } }),
    await admin.call(deleteDeviceAlertRule, { params: { device_id: device, alert_id: other } }),
  ]
  for (const { meta } of answers) expect((await undo((meta as { undo?: number }).undo)).status).toBe(200)
  expect([(await stored(one))?.device_id, (await stored(other))?.device_id]).toEqual([device, device])
})

test('a rule of a user who is gone meanwhile comes back without them', async () => {
  const user_id = await makeUser(world, 'leaver', company, 2)
  const rule = await makeAlertRule(world, company, await makeDevice(world, company), { user_id })
  const { undo: change } = await remove(rule)
  await world.db.deleteFrom('users').where('id', '=', user_id).execute()
  expect((await undo(change)).status).toBe(200)
  expect(await stored(rule)).toMatchObject({ user_id: null, username: 'operator' })
})

test('none comes back on a device that takes no more, that uses automations, or that was deleted', async () => {
  const make = async () => {
    const device = await makeDevice(world, company, { model: 'RUTX50', firmware: 'RUTX_R_00.07.12' })
    const rule = await makeAlertRule(world, company, device)
    return { device, rule, ...(await remove(rule)) }
  }
  const full = await make()
  for (let count = 0; count < alertLimits.rules; count++) await makeAlertRule(world, company, full.device)
  const updated = await make()
  await world.db.updateTable('devices').set({ firmware: 'RUTX_R_00.07.13' }).where('id', '=', updated.device).execute()
  const gone = await make()
  await admin.call(deleteDevices, { body: { device_id: [gone.device] } as never })
  expect((await undo(full.undo)).errors).toMatchObject([
    { code: 'CONFLICT', message: 'At most 50 alert rules on a device' },
  ])
  expect((await undo(updated.undo)).errors).toMatchObject([
    { code: 'CONFLICT', message: expect.stringContaining('use automations') },
  ])
  expect((await undo(gone.undo)).status).toBe(404)
  for (const { rule } of [full, updated, gone]) expect(await stored(rule)).toBeUndefined()
})
