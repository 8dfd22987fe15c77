import { alertDays, alertLimits } from '@longreach/contract/alerts/constants'
import {
  createAlertRules,
  deleteAlert,
  deleteAlerts,
  getAlertRule,
  listAlertRules,
  listAlerts,
  updateAlertRule,
} from '@longreach/contract/alerts/endpoints'
import { listAudit } from '@longreach/contract/audit/endpoints'
import { createDashboard, getDashboardValues } from '@longreach/contract/dashboards/endpoints'
import { createEnrolmentKey, deleteDevices, updateDevice } from '@longreach/contract/devices/endpoints'
import { moveDevices } from '@longreach/contract/devices/move-endpoints'
import { type ClientEvents, type ServerEvents, socketPath, userChannel } from '@longreach/contract/live'
import { listNotifications } from '@longreach/contract/notifications/endpoints'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmit } from '../../events/emit.ts'
import { removeExpired } from '../../module/retention.ts'
import { makeAlert, makeAlertRule } from '../../test/alerts.ts'
import type { TestClient } from '../../test/client.ts'
import { connectEnrolled, enrolDevice } from '../../test/device.ts'
import { type MailServer, startMailServer } from '../../test/mail-server.ts'
import { until } from '../../test/until.ts'
import { makeCompany, makeDevice, makeUser, type Place, startWorld, type World } from '../../test/world.ts'
import { alertsModule } from './module.ts'

let world: World
let mails: MailServer
let company: Place
let below: Place
let admin: TestClient
let adminId: number
let guest: TestClient
let rival: TestClient
let rivalId: number

beforeAll(async () => {
  mails = await startMailServer()
  world = await startWorld({ SMTP_URL: mails.url, MAIL_FROM: 'console@longreach.test' })
  company = await makeCompany(world, 'Harbour')
  below = await makeCompany(world, 'Pier', company)
  adminId = await makeUser(world, 'admin', company, 2)
  await makeUser(world, 'guest', company, 4)
  rivalId = await makeUser(world, 'rival', await makeCompany(world, 'Rival'), 2)
  admin = await world.as('admin')
  guest = await world.as('guest')
  rival = await world.as('rival')
})

afterAll(async () => {
  await world?.stop()
  await mails?.stop()
})

const signalRule = (device_id: number, rest: object = {}) => ({
  device_id,
  alert_type_id: 3,
  alert_subtype_id: 9 as const,
  action: 2 as const,
  message: '%rn: %ex',
  ...rest,
})

const add = (...data: object[]) => admin.call(createAlertRules, { body: { data } as never })
const ruleOf = async (id: number) => (await admin.call(getAlertRule, { params: { id } })).data
const alertsOf = async (device: number, client = admin) =>
  (await client.call(listAlerts, { query: { device_id: [device] } as never })).data
const fieldsOf = ({ errors }: { errors: readonly { source: string | null }[] }) =>
  errors.map(({ source }) => source).sort()

let serial = 6_300_000_000
/** A device that is connected and reports its signal. */
async function connected(name: string) {
  const { data } = await admin.call(createEnrolmentKey, { body: { company_id: company.company_id } })
  const port = world.app.gatewayPort as number
  const enrolled = await enrolDevice(port, data.key, { serial: String(++serial), uptime: 100_000 })
  await admin.call(updateDevice, { params: { id: enrolled.deviceId }, body: { name } })
  const link = await connectEnrolled(port, enrolled)
  link.say('set 1 signal')
  let seq = 0
  return {
    id: enrolled.deviceId,
    enrolled,
    link,
    async report(signal: number) {
      link.say(`report ${enrolled.hello.boot} ${++seq} 0 1 [${signal}]`)
      await link.hear(`ack ${enrolled.hello.boot} ${seq}`)
    },
  }
}

/** An open page of a user; collects the devices whose alerts were published as changed. */
async function follow(client: TestClient, userId: number) {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const socket: Socket<ServerEvents, ClientEvents> = io(world.base, {
    path: socketPath,
    transports: ['websocket'],
    extraHeaders: { cookie },
  })
  const changes: number[][] = []
  socket.on('AlertsChanged', ({ device_id }) => changes.push(device_id))
  await socket.emitWithAck('subscribe', { channel: userChannel(userId) })
  return { socket, changes }
}

test('S1.13: a rule raises an alert that is listed, mailed, notified and shown on open pages', async () => {
  const device = await connected('Tide gauge')
  const email = 'tide@example.test'
  const { status, data } = await add(
    signalRule(device.id, {
      action: 3,
      email,
      subject: '%et of %rn',
      message: '%rn at %ts\n%ex',
      zone: 'Europe/Vilnius',
      redundancy_interval: 60,
    }),
  )
  expect([status, data]).toEqual([201, [{ id: expect.any(Number), device_id: device.id }]])
  const [own, others] = [await follow(admin, adminId), await follow(rival, rivalId)]
  for (const signal of [-60, -76, -77, -60, -90]) await device.report(signal)
  await until(async () => (await alertsOf(device.id)).length > 0)
  const [alert, ...more] = await alertsOf(device.id)
  expect(more).toEqual([])
  expect(alert).toMatchObject({
    alerts_configs_id: data[0]?.id,
    company_name: 'Harbour',
    device_name: 'Tide gauge',
    event: 'Signal strength dropped below -75 dBm: -76 dBm',
    message: expect.stringMatching(
      /^Tide gauge at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\nSignal strength dropped below -75 dBm: -76 dBm$/,
    ),
    alert_type: 'Status change',
    alert_subtype: 'Signal strength dropped below -75 dBm',
    alert_type_id: 3,
    alert_subtype_id: 9,
  })
  expect((await ruleOf(data[0]!.id)).last_alert_at).toBe(alert?.created_at)
  await until(() => mails.mails.some(({ to }) => to === email))
  const mail = mails.mails.find(({ to }) => to === email)
  expect(mail?.headers.get('subject')).toBe('Status change of Tide gauge')
  expect(mail?.text).toContain('Signal strength dropped below -75 dBm: -76 dBm')
  expect(mail?.text).toMatch(new RegExp(`\\w(:\\d+)?/devices/${device.id}$`, 'm'))
  const notified = async () => (await admin.call(listNotifications, { query: {} })).data
  await until(async () => (await notified()).some(({ data }) => data?.device_id === device.id))
  expect((await notified()).find(({ data }) => data?.device_id === device.id)).toMatchObject({ type: 'deviceAlert' })
  await until(() => own.changes.length > 0)
  expect(own.changes[0]).toEqual([device.id])
  expect(others.changes).toEqual([])
  own.socket.close()
  others.socket.close()
  device.link.leave()
})

test('names and messages of others are text in mails, notifications and lists', async () => {
  const device = await makeDevice(world, company, {
    name: '%ex <b>Gate</b> {{app}} $t(mail.verify)\r\nBcc: all@example.test\u202e\u0091forms.required\u0092',
  })
  const email = 'hostile@example.test'
  await add(
    signalRule(device, { action: 3, email, subject: '%rn', message: '%rn said <script>\n%et www.evil.example' }),
  )
  await observe(device, -90)
  await until(() => mails.mails.some(({ to }) => to === email))
  const mail = mails.mails.find(({ to }) => to === email)
  expect(mail?.headers.get('bcc')).toBeUndefined()
  const name = '%ex <b>Gate</b> {{app}} $t(mail.\u200bverify) Bcc: all@\u200bexample.\u200btest forms.\u200brequired'
  expect(mail?.text).toContain(`${name} said <script>`)
  expect(mail?.html).not.toMatch(/<b>|<script>|www\.evil/)
  const [alert] = await alertsOf(device)
  expect(alert?.message).toBe(`${name.replaceAll('\u200b', '')} said <script>\nStatus change www.evil.example`)
})

/** Emits the observation of a report, as a node does. */
async function observe(device_id: number, ...signals: number[]): Promise<void> {
  const emit = createEmit(() => new Map([['alert.observed', ['alerts.evaluate']]]) as never)
  const at = new Date().toISOString()
  await world.db.transaction().execute((tx) =>
    emit(
      tx,
      ...signals.map((signal) => ({
        type: 'alert.observed' as const,
        data: { device_id, seen: { kind: 'report' as const, at, values: { signal } } },
      })),
    ),
  )
  const handled = async () => (await world.db.selectFrom('events').select('id').execute()).length === 0
  await until(handled)
}

test('a rule mails no more than its limit within an hour, and lists the rest', async () => {
  const device = await makeDevice(world, company)
  const email = 'often@example.test'
  await add(signalRule(device, { action: 1, email }))
  const drops = alertLimits.mailsPerHour + 5
  await observe(device, ...Array.from({ length: 2 * drops }, (_, at) => (at % 2 === 0 ? -60 : -90)))
  const { data } = await admin.call(listAlerts, { query: { device_id: [device], limit: 100 } as never })
  expect(data).toHaveLength(drops)
  const { length } = await world.db.selectFrom('mails').select('id').where('email', '=', email).execute()
  expect(length).toBe(alertLimits.mailsPerHour)
})

test('S5.21: devices with automations take no rules; those they have raise nothing and say why', async () => {
  const rutos = { model: 'RUTX50' }
  const [old, recent, openwrt] = [
    await makeDevice(world, company, { ...rutos, firmware: 'RUTX_R_00.07.12.3' }),
    await makeDevice(world, company, { ...rutos, firmware: 'RUTX_R_00.07.13' }),
    await makeDevice(world, company, { model: 'OpenWrt One', firmware: '24.10.0' }),
  ]
  const answer = await add(...[old, recent, openwrt].map((device) => signalRule(device)))
  expect(answer.status).toBe(207)
  expect(answer.data.map(({ device_id }) => device_id)).toEqual([old, openwrt])
  const message = 'Devices with RutOS firmware 07.13 or later use automations instead of alerts'
  expect(answer.errors).toEqual([{ code: 'CONFLICT', message, source: String(recent) }])
  expect((await add(signalRule(recent))).status).toBe(409)
  await world.db.updateTable('devices').set({ firmware: 'RUTX_R_00.07.14' }).where('id', '=', old).execute()
  expect(await ruleOf(answer.data[0]!.id)).toMatchObject({ enable: true, not_evaluated: message })
  expect(await ruleOf(answer.data[1]!.id)).toMatchObject({ not_evaluated: null })
  await observe(old, -90)
  await observe(openwrt, -90)
  expect([await alertsOf(old), await alertsOf(openwrt)].map(({ length }) => length)).toEqual([0, 1])
})

test('what a rule needs depends on its event', async () => {
  const device = await makeDevice(world, company)
  const rule = (rest: object) => add({ ...signalRule(device), ...rest })
  expect(fieldsOf(await rule({ message: undefined }))).toEqual(['data.0.message'])
  expect(fieldsOf(await rule({ action: 1 }))).toEqual(['data.0.email'])
  expect(fieldsOf(await rule({ alert_subtype_id: 11 }))).toEqual(['data.0.alert_subtype_id'])
  expect(fieldsOf(await rule({ alert_type_id: 5 }))).toContain('data.0.alert_subtype_id')
  expect(fieldsOf(await rule({ smtp_config_id: 4 }))).toEqual(['data.0.smtp_config_id'])
  const other = { alert_type_id: 5, alert_subtype_id: 19 }
  expect(fieldsOf(await rule(other))).toContain('data.0.redundancy_interval')
  expect(fieldsOf(await rule({ ...other, redundancy_interval: 5 }))).toEqual([
    'data.0.latitude',
    'data.0.longitude',
    'data.0.radius',
  ])
  const data = { alert_type_id: 2, alert_subtype_id: 15, redundancy_interval: 5, message: undefined }
  expect(fieldsOf(await rule(data))).toEqual(
    ['data', 'period', 'sim', 'starts'].map((name) => (name === 'data' ? 'data.0.data_limit' : `data.0.${name}`)),
  )
  const limit = { ...data, data_limit: 100, sim: 1, period: 'week' }
  expect(fieldsOf(await rule({ ...limit, starts: 8 }))).toEqual(['data.0.starts'])
  const { status, data: added } = await rule({ ...limit, starts: 7 })
  expect(status).toBe(201)
  expect(await ruleOf(added[0]!.id)).toMatchObject({ message: expect.stringContaining('%ex'), redundancy_enable: true })
})

test('a device takes so many rules and no more', async () => {
  const device = await makeDevice(world, company)
  const rules = Array.from({ length: alertLimits.rules + 1 }, () => signalRule(device))
  const { status, data, errors } = await add(...rules)
  expect([status, data.length]).toEqual([207, alertLimits.rules])
  expect(errors).toMatchObject([{ source: String(device), message: 'At most 50 alert rules on a device' }])
})

test('a change is validated with what is stored, can turn the rule off, and is in the audit log', async () => {
  const device = await makeDevice(world, company)
  const { data } = await add(signalRule(device, { redundancy_interval: 5 }))
  const id = data[0]!.id
  const change = (body: object) => admin.call(updateAlertRule, { params: { id }, body: body as never })
  expect(fieldsOf(await change({ action: 1 }))).toEqual(['email'])
  expect((await change({ action: 1, email: 'duty@example.test' })).status).toBe(200)
  expect(await ruleOf(id)).toMatchObject({ email_type: true, receiver: 'duty@example.test', redundancy_interval: 5 })
  await change({ redundancy_enable: false })
  await change({ enable: false })
  await observe(device, -90)
  expect(await alertsOf(device)).toEqual([])
  await change({ enable: true })
  await observe(device, -90)
  expect(await alertsOf(device)).toHaveLength(1)
  const { data: lines } = await admin.call(listAudit, { query: { target: 'alert_rule', target_id: id } })
  const said = lines.map(({ sentence }) => sentence)
  expect(said.some((line) => line.includes('turned the alert rule Signal strength dropped below -75 dBm of'))).toBe(
    true,
  )
  expect(said.at(-1)).toContain('added the alert rule')
})

test('S6.33: rules are listed for those with the permission, of their own company', async () => {
  const device = await makeDevice(world, company)
  await add(signalRule(device))
  const list = (client: TestClient) => client.call(listAlertRules, { query: { device_id: [device] } as never })
  expect((await list(guest)).data).toHaveLength(1)
  expect((await list(rival)).data).toEqual([])
  expect((await guest.call(createAlertRules, { body: { data: [signalRule(device)] } as never })).status).toBe(403)
  const stranger = await makeUser(world, 'stranger', company, await roleOf(['view_devices', 'view_device_alerts']))
  expect(stranger).toBeGreaterThan(0)
  expect((await list(await world.as('stranger'))).status).toBe(403)
})

test('areas are seen and set only by users who may see where devices are', async () => {
  const device = await makeDevice(world, company)
  const area = { latitude: 54.6872, longitude: 25.2797, radius: 200 }
  const rule = signalRule(device, { alert_type_id: 5, alert_subtype_id: 19, redundancy_interval: 5, ...area })
  const { data } = await add(rule)
  const id = data[0]!.id
  await makeUser(world, 'unlocated', company, await roleOf(['view_devices', ...alertPermissions]))
  const user = await world.as('unlocated')
  const one = () => user.call(getAlertRule, { params: { id } })
  const hidden = { latitude: null, longitude: null, radius: null }
  expect(await ruleOf(id)).toMatchObject(area)
  expect((await one()).data).toMatchObject(hidden)
  expect((await user.call(listAlertRules, { query: { device_id: [device] } as never })).data).toMatchObject([hidden])

  const added = await user.call(createAlertRules, { body: { data: [signalRule(device), rule] } as never })
  expect([added.status, fieldsOf(added)]).toEqual([403, ['data.1.alert_subtype_id']])
  const change = (body: object) => user.call(updateAlertRule, { params: { id }, body: body as never })
  const moved = await change({ latitude: 54 })
  expect([moved.status, fieldsOf(moved)]).toEqual([403, ['latitude']])
  // All other fields of the rule can be changed.
  expect((await change({ message: 'At the gate' })).status).toBe(200)
  expect(await ruleOf(id)).toMatchObject({ ...area, message: 'At the gate' })
  const lines = await admin.call(listAudit, { query: { target: 'alert_rule', target_id: id } })
  expect(JSON.stringify(lines.data)).not.toContain('54.6')
})

const alertPermissions = [
  'view_device_alert_configurations',
  'create_device_alert_configurations',
  'update_device_alert_configurations',
] as const

async function roleOf(permissions: readonly string[]): Promise<number> {
  const { id } = await world.db
    .insertInto('roles')
    .values({ ...company, name: 'limited', title: 'Limited' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db
    .insertInto('role_permissions')
    .values(permissions.map((permission) => ({ role_id: id, permission })))
    .execute()
  return id
}

test('rules move with their device; alerts stay with the company they were raised in, also when the device is deleted', async () => {
  const device = await makeDevice(world, company)
  const { data } = await add(signalRule(device))
  await observe(device, -90)
  const moved = await admin.call(moveDevices, {
    body: { device_id: [device], company_id: below.company_id } as never,
  })
  expect(moved.status).toBeLessThan(300)
  expect(await ruleOf(data[0]!.id)).toMatchObject({ company_id: below.company_id })
  await observe(device, -60, -90)
  expect((await alertsOf(device)).map(({ company_id }) => company_id).sort()).toEqual(
    [company.company_id, below.company_id].sort(),
  )
  await admin.call(deleteDevices, { body: { device_id: [device] } })
  expect((await admin.call(getAlertRule, { params: { id: data[0]!.id } })).status).toBe(404)
  expect(await alertsOf(device)).toHaveLength(2)
})

test('an address gets nothing of a device that the company of the user who entered it does not see any more', async () => {
  const device = await makeDevice(world, below)
  await makeUser(world, 'pier', below, 2)
  const rule = signalRule(device, { action: 1, email: 'pier@example.test' })
  const { data } = await (await world.as('pier')).call(createAlertRules, { body: { data: [rule] } as never })
  const id = data[0]!.id
  const to = (address: string) => mails.mails.filter((mail) => mail.to === address)
  await observe(device, -60, -90)
  await until(() => to('pier@example.test').length === 1)
  await admin.call(moveDevices, { body: { device_id: [device], company_id: company.company_id } as never })
  expect(await ruleOf(id)).toMatchObject({
    email_to: null,
    receiver: 'No address: the device has moved to another company',
  })
  const change = (body: object) => admin.call(updateAlertRule, { params: { id }, body: body as never })
  expect(fieldsOf(await change({ message: '%rn' }))).toEqual(['email'])
  await observe(device, -60, -90)
  expect((await change({ enable: false })).status).toBe(200)
  expect(fieldsOf(await change({ enable: true }))).toEqual(['email'])
  expect((await change({ enable: true, email: 'harbour@example.test' })).status).toBe(200)
  await observe(device, -60, -90)
  await until(() => to('harbour@example.test').length === 1)
  expect(await alertsOf(device)).toHaveLength(3)
  expect(to('pier@example.test')).toHaveLength(1)
})

test('a user who may not see the device any more gets no notification', async () => {
  const device = await makeDevice(world, company)
  const userId = await makeUser(world, 'leaver', company, 2)
  await makeAlertRule(world, company, device, { user_id: userId })
  const elsewhere = await makeCompany(world, 'Elsewhere')
  await world.db.updateTable('users').set(elsewhere).where('id', '=', userId).execute()
  await observe(device, -90)
  expect(await alertsOf(device)).toHaveLength(1)
  const { length } = await world.db.selectFrom('notifications').select('id').where('user_id', '=', userId).execute()
  expect(length).toBe(0)
})

test('alerts are found by text, type, company and time, and deleted one by one or by a filter', async () => {
  const one = await makeAlert(world, company)
  const two = await makeAlert(world, below)
  await world.db.updateTable('alerts').set({ message: 'Kiosk: door' }).where('id', '=', two.alert).execute()
  const find = async (query: object) =>
    (await admin.call(listAlerts, { query: { limit: 100, ...query } as never })).data.map(({ id }) => id)
  expect(await find({ q: 'kiosk' })).toEqual([two.alert])
  expect(await find({ type: '3', company_id: below.company_id, id: two.alert })).toEqual([two.alert])
  expect(await find({ type: '5' })).toEqual([])
  expect(await find({ alerts_configs_id: one.alert_rule })).toEqual([one.alert])
  expect(await find({ id: one.alert, end_date: '2026-01-01 00:00:00' })).toEqual([])
  expect((await rival.call(deleteAlert, { params: { id: one.alert } })).status).toBe(404)
  expect((await guest.call(deleteAlert, { params: { id: one.alert } })).status).toBe(403)
  await admin.call(deleteAlert, { params: { id: one.alert } })
  const { data } = await admin.call(deleteAlerts, { body: { filter: { q: 'kiosk' } } })
  expect(data).toEqual([{ id: two.alert }])
  expect(await find({ id: `${one.alert},${two.alert}` })).toEqual([])
  expect(await ruleOf(one.alert_rule)).toMatchObject({ id: one.alert_rule })
})

test('a dashboard shows the newest alerts to those who may view them', async () => {
  const { device, alert } = await makeAlert(world, company)
  const { data } = await admin.call(createDashboard, {
    params: { id: device },
    body: {
      name: 'Alerts',
      layout: { cols: 12, items: [{ i: 'a', x: 0, y: 0, w: 6, h: 3 }] },
      widgets: [{ id: 'a', type: 'alerts', title: '', options: { count: 5 } }],
    },
  })
  const params = { id: device, dashboard_id: data.id }
  const shown = await admin.call(getDashboardValues, { params })
  expect(shown.errors).toEqual([])
  expect(shown.data.alerts).toMatchObject([{ id: alert, alert_type: 'Status change' }])
  await world.db
    .insertInto('roles')
    .values({ ...company, name: 'dashboards', title: 'Dashboards' })
    .returning('id')
    .executeTakeFirstOrThrow()
    .then(async ({ id }) => {
      const names = ['view_devices', 'view_device_dashboard']
      await world.db
        .insertInto('role_permissions')
        .values(names.map((permission) => ({ role_id: id, permission })))
        .execute()
      await makeUser(world, 'watcher', company, id)
    })
  expect((await (await world.as('watcher')).call(getDashboardValues, { params })).data.alerts).toBeNull()
})

test('alerts are retained for half a year', async () => {
  const { alert, device } = await makeAlert(world, company)
  const day = (days: number) => new Date(Date.now() - days * 86_400_000)
  const retention = alertsModule.retention ?? []
  const age = (days: number) =>
    world.db
      .updateTable('alerts')
      .set({ created_at: day(days) })
      .where('id', '=', alert)
      .execute()
  await age(alertDays - 1)
  await removeExpired(world.db, retention)
  expect(await alertsOf(device)).toHaveLength(1)
  await age(alertDays + 1)
  await removeExpired(world.db, retention)
  expect(await alertsOf(device)).toEqual([])
})

test('a rule of a device that is offline raises an alert for its return, and none for being offline', async () => {
  const device = await connected('Lock gate')
  const [gone, back] = [5, 14].map((alert_subtype_id) => ({ ...signalRule(device.id), alert_subtype_id }))
  device.link.leave()
  const status = async () =>
    (await world.db.selectFrom('devices').select('status').where('id', '=', device.id).executeTakeFirst())?.status
  await until(async () => (await status()) === 0)
  await add(gone as object, back as object)
  const link = await connectEnrolled(world.app.gatewayPort as number, device.enrolled)
  await until(async () => (await alertsOf(device.id)).length > 0)
  expect((await alertsOf(device.id)).map(({ event }) => event)).toEqual(['Device came back online'])
  link.leave()
})
