import { setOutput } from '@longreach/contract/actions/endpoints'
import { getAction } from '@longreach/contract/actions/read-endpoints'
import { listAudit } from '@longreach/contract/audit/endpoints'
import { dashboardLimits } from '@longreach/contract/dashboards/constants'
import {
  copyDashboard,
  createDashboard,
  deleteDashboard,
  getDashboard,
  getDashboardImage,
  getDashboardPast,
  getDashboardValues,
  listDashboards,
  updateDashboard,
} from '@longreach/contract/dashboards/endpoints'
import type { DashboardRange } from '@longreach/contract/dashboards/schemas'
import { deleteDevices } from '@longreach/contract/devices/endpoints'
import { moveDevices } from '@longreach/contract/devices/move-endpoints'
import {
  assignMonitoringTemplate,
  createMonitoringTemplate,
  deleteMonitoringTemplate,
} from '@longreach/contract/monitoring/template-endpoints'
import { createTaskGroup, deleteTaskGroup } from '@longreach/contract/tasks/endpoints'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../test/client.ts'
import { makeDashboard } from '../../test/dashboards.ts'
import { testWriter, writeSamples } from '../../test/domains/monitoring.ts'
import { uploadImage } from '../../test/files.ts'
import { until } from '../../test/until.ts'
import { makeCompany, makeDevice, makeUser, type Place, startWorld, type World } from '../../test/world.ts'
import { switchCommand } from '../actions/switch-output.ts'
import { createShared } from './shared.ts'

let world: World
let top: Place
let north: Place
let foreign: Place
let admin: TestClient
let client: TestClient
let guest: TestClient
let other: TestClient

beforeAll(async () => {
  world = await startWorld()
  top = await makeCompany(world, 'Top')
  north = await makeCompany(world, 'North', top)
  foreign = await makeCompany(world, 'Foreign')
  await makeUser(world, 'admin', top, 2)
  await makeUser(world, 'client', north, 3)
  await makeUser(world, 'guest', north, 4)
  await makeUser(world, 'other', foreign, 2)
  ;[admin, client, guest, other] = (await Promise.all(['admin', 'client', 'guest', 'other'].map(world.as))) as [
    TestClient,
    TestClient,
    TestClient,
    TestClient,
  ]
})
afterAll(() => world?.stop())

const value = (id: string, parameter = 'signal') => ({
  id,
  type: 'value' as const,
  title: '',
  options: { parameter, thresholds: [] },
})
const at = (i: string, x = 0, y = 0, w = 3, h = 2) => ({ i, x, y, w, h })
const content = (...widgets: ReturnType<typeof value>[]) => ({
  layout: {
    cols: 12 as const,
    items: widgets.map(({ id }, index) => at(id, (index % 4) * 3, Math.floor(index / 4) * 2)),
  },
  widgets,
})

async function create(device: number, name: string, body: object = {}) {
  const answer = await admin.call(createDashboard, { params: { id: device }, body: { name, ...body } as never })
  return { ...answer, params: { id: device, dashboard_id: answer.data?.id as number } }
}

test('S6.57: dashboards are shown only with view_device_dashboard', async () => {
  const device = await makeDevice(world, north)
  const { params } = await create(device, 'Guarded')
  const { id: role_id } = await world.db
    .insertInto('roles')
    .values({ ...north, name: 'unseeing', title: 'Unseeing' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db.insertInto('role_permissions').values({ role_id, permission: 'view_devices' }).execute()
  await makeUser(world, 'unseeing', north, role_id)
  const unseeing = await world.as('unseeing')
  const statuses = async (who: TestClient) => [
    (await who.call(listDashboards, { params: { id: device } })).status,
    (await who.call(getDashboard, { params })).status,
    (await who.call(getDashboardValues, { params })).status,
  ]
  expect(await statuses(unseeing)).toEqual([403, 403, 403])
  expect(await statuses(guest)).toEqual([200, 200, 200])
})

test('view_device_dashboard shows dashboards and changes none; the first of a device is its default one', async () => {
  const device = await makeDevice(world, north)
  const first = await create(device, 'Cold room', content(value('w1')))
  expect(first.status).toBe(201)
  const second = await create(device, 'Power')
  const list = await guest.call(listDashboards, { params: { id: device } })
  expect(list.data.map(({ name, is_default, widgets_count }) => [name, is_default, widgets_count])).toEqual([
    ['Cold room', true, 1],
    ['Power', false, 0],
  ])
  expect((await guest.call(getDashboard, { params: first.params })).data).toMatchObject({
    name: 'Cold room',
    version: 1,
    ...content(value('w1')),
  })
  expect((await guest.call(getDashboardValues, { params: first.params })).status).toBe(200)
  const name = { body: { version: 1, name: 'Mine' } }
  expect((await guest.call(updateDashboard, { params: first.params, ...name })).status).toBe(403)
  expect((await guest.call(createDashboard, { params: { id: device }, body: { name: 'Mine' } })).status).toBe(403)
  expect((await guest.call(deleteDashboard, { params: second.params })).status).toBe(403)

  await client.call(updateDashboard, { params: second.params, body: { version: 1, is_default: true } })
  const defaults = async () =>
    (await guest.call(listDashboards, { params: { id: device } })).data.map((one) => [one.name, one.is_default])
  expect(await defaults()).toEqual([
    ['Power', true],
    ['Cold room', false],
  ])
  await client.call(deleteDashboard, { params: second.params })
  expect(await defaults()).toEqual([['Cold room', true]])
})

test('of two changes of one version the second is a conflict, until it was made for the version there is', async () => {
  const device = await makeDevice(world, north)
  const { params } = await create(device, 'Cold room')
  const save = (user: TestClient, version: number, name: string) =>
    user.call(updateDashboard, { params, body: { version, name, ...content(value('w1')) } })
  const both = await Promise.all([save(admin, 1, 'One'), save(client, 1, 'Two')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const refused = both.find(({ status }) => status === 409)
  expect(refused?.errors[0]).toMatchObject({ source: 'version', message: 'Someone else changed this dashboard' })
  expect((await save(client, 2, 'Three')).data).toEqual({ version: 3 })
  expect((await admin.call(getDashboard, { params })).data).toMatchObject({
    name: 'Three',
    username: 'client@example.test',
  })
})

test('what cannot be drawn is refused with one clear error', async () => {
  const device = await makeDevice(world, north)
  const { params } = await create(device, 'Cold room')
  const refusal = async (body: object) => {
    const { status, errors } = await admin.call(updateDashboard, { params, body: { version: 1, ...body } as never })
    expect([status, errors.length]).toEqual([422, 1])
    return [errors[0]?.source, errors[0]?.message]
  }
  const one = content(value('w1'))
  const items = (...all: object[]) => ({ ...one, layout: { cols: 12, items: all } })
  const options = (given: object, type = 'value') => ({ ...one, widgets: [{ ...value('w1'), type, options: given }] })
  expect(await refusal(items(at('w1', 10)))).toEqual(['layout.items.0', 'Must be within the 12 columns of the grid'])
  expect(await refusal(items(at('w1', 0, -1)))).toEqual(['layout.items.0', expect.stringContaining('grid')])
  expect(await refusal(items(at('w1', 0, 0, 3, 1e9)))).toEqual(['layout.items.0', expect.stringContaining('grid')])
  expect(await refusal(items(at('w1', 0.5)))).toEqual(['layout.items.0.x', 'Must be a whole number'])
  expect(await refusal(items(at('w2')))).toEqual(['layout', 'Every widget must have one place in the layout'])
  expect(await refusal({ layout: one.layout })).toEqual(['widgets', 'Layout and widgets are changed together'])
  const two = content(value('w1'), value('w2'))
  expect(await refusal({ ...two, layout: { cols: 12, items: [at('w1'), at('w2', 2, 1)] } })).toEqual([
    'layout',
    'Widgets must not overlap',
  ])
  expect(await refusal({ ...two, widgets: [value('w1'), value('w1')] })).toEqual(['layout', expect.any(String)])
  expect(await refusal({ ...one, widgets: [{ ...value('w1'), type: 'script' }] })).toEqual([
    'widgets.0.type',
    'Not a widget',
  ])
  expect(await refusal({ ...one, widgets: [{ ...value('w1'), title: 'x'.repeat(61) }] })).toEqual([
    'widgets.0.title',
    'At most 60 characters',
  ])
  expect(await refusal(options({ parameter: '__proto__', thresholds: [] }))).toEqual([
    'widgets.0.options.parameter',
    'Not a parameter of any device',
  ])
  expect(await refusal(options({ parameters: ['operator'], range: '24h', thresholds: [] }, 'line'))).toEqual([
    'widgets.0.options.parameters.0',
    'Select a parameter that is a number',
  ])
  expect(
    await refusal(options({ parameter: 'signal', thresholds: [{ below: -90, words: 'Weak', tone: 'bad' }] })),
  ).toEqual(['widgets.0.options.thresholds', expect.stringContaining('from low to high')])
  expect(await refusal(options({ output: 'dout1; reboot' }, 'output'))).toEqual([
    'widgets.0.options.output',
    'One of: dout1, dout2, relay0',
  ])
  const many = Array.from({ length: dashboardLimits.widgets + 1 }, (_, index) => value(`w${index}`))
  const { errors } = await admin.call(updateDashboard, { params, body: { version: 1, ...content(...many) } })
  expect(errors.map(({ message }) => message)).toContain('At most 50 widgets on a dashboard')
  expect((await admin.call(getDashboard, { params })).data).toMatchObject({ version: 1, widgets: [] })

  // Markup is plain text: it is returned unchanged.
  const text = { text: '<img src=x onerror=alert(1)>' }
  const kept = { ...one, widgets: [{ id: 'w1', type: 'text' as const, title: '', options: text }] }
  expect((await admin.call(updateDashboard, { params, body: { version: 1, ...kept } })).status).toBe(200)
  expect((await admin.call(getDashboard, { params })).data.widgets[0]?.options).toEqual(text)
})

test('names are unique on a device, and there are twenty at most', async () => {
  const device = await makeDevice(world, north)
  for (let number = 1; number <= dashboardLimits.dashboards; number++)
    expect((await create(device, `Board ${number}`)).status).toBe(201)
  const beyond = await create(device, 'One more')
  expect([beyond.status, beyond.errors[0]?.message]).toEqual([409, 'At most 20 dashboards on a device'])
  const elsewhere = await makeDevice(world, north)
  await create(elsewhere, 'Board 1')
  const taken = await create(elsewhere, 'BOARD 1')
  expect([taken.status, taken.errors[0]]).toMatchObject([409, { source: 'name', message: 'Name already in use' }])
})

test('a dashboard of another company is absent everywhere, also with an image', async () => {
  const { device, dashboard, image } = await makeDashboard(world, admin, north)
  const params = { id: device, dashboard_id: dashboard }
  const own = await makeDevice(world, foreign)
  for (const id of [device, own]) {
    const elsewhere = { id, dashboard_id: dashboard }
    expect((await other.call(getDashboard, { params: elsewhere })).status).toBe(404)
    expect((await other.call(getDashboardValues, { params: elsewhere })).status).toBe(404)
    expect((await other.call(getDashboardPast, { params: elsewhere })).status).toBe(404)
    expect((await other.call(getDashboardImage, { params: { ...elsewhere, image_id: image } })).status).toBe(404)
    expect((await other.call(updateDashboard, { params: elsewhere, body: { version: 1, name: 'x' } })).status).toBe(404)
    expect((await other.call(deleteDashboard, { params: elsewhere })).status).toBe(404)
    expect((await other.call(copyDashboard, { params: elsewhere, body: { device_id: [own] } })).status).toBe(404)
  }
  const theirs = await uploadImage(other)
  const pictured = (image_id: number) => ({
    ...content(value('w1')),
    widgets: [{ id: 'w1', type: 'image' as const, title: '', options: { image_id, pins: [] } }],
  })
  const stolen = await admin.call(updateDashboard, { params, body: { version: 1, ...pictured(theirs) } })
  expect([stolen.status, stolen.errors[0]?.code]).toEqual([404, 'NOT_FOUND'])
  // A company below is visible, but its images are not for companies above and beside it.
  const below = await uploadImage(client)
  const upper = await makeDevice(world, top)
  const refused = await admin.call(createDashboard, { params: { id: upper }, body: { name: 'Up', ...pictured(below) } })
  expect(refused.errors[0]?.message).toBe('The image must belong to the company of the device, or to one above it')
})

test('a guest without the permission for images sees those of a dashboard, and no others', async () => {
  const { device, dashboard, image } = await makeDashboard(world, client, north)
  const hidden = await uploadImage(client)
  const read = (image_id: number) =>
    guest.fetch(`/api/devices/${device}/dashboards/${dashboard}/images/${image_id}`, { method: 'GET' })
  const shown = await read(image)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect((await read(hidden)).status).toBe(404)
})

test('a device takes its dashboards along when it moves, without images of the company it left; deleted, they are gone', async () => {
  const { device, dashboard, image } = await makeDashboard(world, client, north)
  const params = { id: device, dashboard_id: dashboard }
  const south = await makeCompany(world, 'South', top)
  await admin.call(moveDevices, { body: { device_id: [device], company_id: south.company_id } })
  expect((await client.call(getDashboard, { params })).status).toBe(404)
  expect((await admin.call(getDashboard, { params })).data.company_id).toBe(south.company_id)
  expect((await admin.call(getDashboardImage, { params: { ...params, image_id: image } })).status).toBe(404)
  await admin.call(deleteDevices, { body: { device_id: [device] } as never })
  expect((await admin.call(getDashboard, { params })).status).toBe(404)
  await until(async () => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM dashboards WHERE id = ${dashboard}`.execute(world.db)
    return rows[0]?.count === 0
  })
})

test('one call answers all values: with the time of the last change of a lamp, and the place only to those who may view it', async () => {
  const device = await makeDevice(world, north, { status: 1, user_set_latitude: 55.7, user_set_longitude: 21.1 })
  const now = new Date(Math.floor(Date.now() / 1000) * 1000)
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  await writeSamples(
    testWriter(world, () => now),
    device,
    now,
    ['signal', 'din1', 'received', 'latitude'],
    [
      [ago(3000), -70, 0, 1000, 55.1],
      [ago(2000), -72, 1, 3000, 55.2],
      [ago(1000), -75, 0, 6000, 55.3],
      [ago(500), -76, 0, 6500, 55.4],
    ],
  )
  await world.db
    .insertInto('device_state')
    .values({ device_id: device, values: JSON.stringify({ signal: -76, din1: 0, operator: 'Telia', latitude: 55.4 }) })
    .execute()
  const widgets = [
    value('w1'),
    value('w2', 'operator'),
    value('w3', 'latitude'),
    {
      id: 'w4',
      type: 'lamps' as const,
      title: '',
      options: { lamps: [{ parameter: 'din1', on: 'Open', off: 'Closed', tone: 'bad' as const }] },
    },
    {
      id: 'w5',
      type: 'line' as const,
      title: '',
      options: { parameters: ['signal', 'latitude'], range: '1h' as const, thresholds: [] },
    },
    { id: 'w6', type: 'bar' as const, title: '', options: { parameter: 'received', range: '1h' as const } },
    { id: 'w7', type: 'value' as const, title: '', options: { parameter: 'sinr', thresholds: [] } },
    { id: 'w8', type: 'online' as const, title: '', options: { range: '24h' as const } },
  ]
  const { params } = await create(device, 'Cold room', {
    layout: { cols: 12, items: widgets.map(({ id }, index) => at(id, 0, index * 2)) },
    widgets,
  })
  const { data } = await admin.call(getDashboardValues, { params })
  expect(data.values).toEqual({ signal: -76, operator: 'Telia', latitude: 55.4, din1: 0 })
  expect(data.since).toEqual({ din1: formatTime(ago(1000)) })
  expect(data.position).toMatchObject({ source: 'set', latitude: 55.7 })
  const both = (await admin.call(getDashboardPast, { params })).data
  expect(Object.keys(both)).toEqual(['1h', '24h'])
  const past = both['1h'] as DashboardRange
  expect(past.lines[0]?.series.signal?.last).toEqual([-70, -72, -75, -76])
  const risen = past.bars[0]?.series.received?.increase ?? []
  expect(risen.reduce<number>((sum, one) => sum + (one ?? 0), 0)).toBe(5500)
  expect([past.data, past.online, both['24h']?.lines]).toEqual([null, null, []])
  expect(both['24h']?.online).not.toBeNull()

  const blind = await world.db
    .insertInto('roles')
    .values({ ...north, name: 'unseeing', title: 'Unseeing' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db
    .insertInto('role_permissions')
    .values({ role_id: blind.id, permission: 'view_device_dashboard' })
    .execute()
  await makeUser(world, 'blind', north, blind.id)
  const unplaced = await world.as('blind')
  const hidden = (await unplaced.call(getDashboardValues, { params })).data
  expect([hidden.values.latitude, hidden.position, hidden.values.signal]).toEqual([undefined, null, -76])
  const hiddenPast = (await unplaced.call(getDashboardPast, { params })).data['1h']
  expect(Object.keys(hiddenPast?.lines[0]?.series ?? {})).toEqual(['signal'])
})

test('a dashboard is copied to devices of the same model, with what they do not report; others are named', async () => {
  const { device, dashboard } = await makeDashboard(world, admin, top)
  const same = await makeDevice(world, north, { model: 'RUT956', name: 'Twin' })
  await world.db
    .insertInto('device_state')
    .values({ device_id: same, values: JSON.stringify({ signal: -80 }) })
    .execute()
  const unlike = await makeDevice(world, north, { model: 'RUTX50', name: 'Unlike' })
  const outside = await makeDevice(world, foreign, { model: 'RUT956' })
  await create(same, 'Cold room')
  const answer = await admin.call(copyDashboard, {
    params: { id: device, dashboard_id: dashboard },
    body: { device_id: [same, unlike, outside, device] },
  })
  expect(answer.status).toBe(207)
  expect(answer.data).toMatchObject([{ device_id: same, device_name: 'Twin', missing: ['dout1', 'latitude'] }])
  expect(answer.errors.map(({ message, source }) => [message, source]).sort()).toEqual(
    [
      ['Not found', String(outside)],
      ['The dashboard is of this device', String(device)],
      ['Unlike is another model', String(unlike)],
    ].sort(),
  )
  const list = (await admin.call(listDashboards, { params: { id: same } })).data
  expect(list.map(({ name, widgets_count }) => [name, widgets_count])).toEqual([
    ['Cold room', 0],
    ['Cold room 2', 3],
  ])
})

test('every change of a dashboard has its sentence in the audit log', async () => {
  const device = await makeDevice(world, north, { name: 'Cold store A', model: 'RUT956' })
  const twin = await makeDevice(world, north, { name: 'Cold store B', model: 'RUT956' })
  const { params } = await create(device, 'Cold room', content(value('w1')))
  await admin.call(updateDashboard, { params, body: { version: 1, name: 'Warm room' } })
  await admin.call(updateDashboard, { params, body: { version: 2, ...content(value('w1'), value('w2')) } })
  await admin.call(copyDashboard, { params, body: { device_id: [twin] } })
  await admin.call(deleteDashboard, { params })
  const lines = (await admin.call(listAudit, { query: { limit: 5 } })).data
  expect(lines.map(({ sentence }) => sentence)).toEqual(
    [
      'created the dashboard Cold room of Cold store A',
      'renamed the dashboard Cold room of Cold store A to Warm room',
      'edited the dashboard Warm room of Cold store A',
      'copied the dashboard Warm room to Cold store B',
      'deleted the dashboard Warm room of Cold store A',
    ]
      .map((what) => `admin@example.test ${what}`)
      .reverse(),
  )
})

test('an output is switched with a command of the server alone; one that the device does not report is refused', async () => {
  const { device } = await makeDashboard(world, admin, north)
  const body = { output: 'dout1', on: true } as const
  expect((await guest.call(setOutput, { params: { id: device }, body })).status).toBe(403)
  expect((await other.call(setOutput, { params: { id: device }, body })).status).toBe(404)
  const missing = await client.call(setOutput, { params: { id: device }, body: { ...body, output: 'relay0' } })
  expect([missing.status, missing.errors[0]?.source]).toEqual([422, 'output'])
  expect(switchCommand('dout1 on')).toBe(`ubus call ioman.gpio.dout1 update '{"value":"1"}'`)
  expect(switchCommand('relay0 off')).toBe(`ubus call ioman.gpio.relay0 update '{"value":"0"}'`)
  expect(() => switchCommand('dout1; reboot on')).toThrow()
  const hostile = { output: "dout1' ; reboot '", on: true } as never
  expect((await client.call(setOutput, { params: { id: device }, body: hostile })).status).toBe(422)
  const { data } = await client.call(setOutput, { params: { id: device }, body })
  expect((await client.call(getAction, { params: { id: data.id } })).data).toMatchObject({
    kind: 'set_output',
    total: 1,
  })
})

test('who asks within a moment shares one answer, and a failure is not shared with later callers', async () => {
  let now = 0
  let reads = 0
  const shared = createShared<number>(1000, () => now)
  const read = async () => ++reads
  expect(await Promise.all([shared('a', read), shared('a', read), shared('b', read)])).toEqual([1, 1, 2])
  now = 999
  expect(await shared('a', read)).toBe(1)
  now = 1000
  expect(await shared('a', read)).toBe(3)
  await expect(shared('c', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await shared('c', read)).toBe(4)
})

test('parameters of templates are shown with their latest values and their past; unknown ones and texts on scales are refused', async () => {
  const device = await makeDevice(world, north)
  const template = async (place: Place) => {
    const entry = {
      url: '/proc/loadavg',
      variables: [
        { id: 'load', type: 'number' as const },
        { id: 'mode', type: 'string' as const },
        { id: 'on', type: 'boolean' as const },
      ],
    }
    const body = { company_id: place.company_id, name: 'Load', period: 60, enabled: true, data: [entry] }
    const { data } = await (place === foreign ? other : admin).call(createMonitoringTemplate, { body })
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM template_parameters WHERE template_id = ${data.id} ORDER BY id`.execute(world.db)
    return { id: data.id, names: rows.map(({ id }) => `c.${id}`) }
  }
  const own = await template(north)
  const [load = '', mode = '', on = ''] = own.names
  await admin.call(assignMonitoringTemplate, { params: { id: own.id }, body: { device_id: [device] } })
  const now = new Date()
  const at = (ago: number) => new Date(now.getTime() - ago * 1000)
  await writeSamples(
    testWriter(world, () => now),
    device,
    now,
    [load, mode, on],
    [
      [at(120), 0.5, 'eco', 0],
      [at(60), 1.5, 'full', 1],
    ],
  )

  const line = {
    id: 'w4',
    type: 'line' as const,
    title: '',
    options: { parameters: [load], range: '1h', thresholds: [] },
  }
  const made = await create(
    device,
    'Load',
    content(value('w1', load), value('w2', mode), value('w3', on), line as never),
  )
  expect(made.status).toBe(201)
  const { data } = await guest.call(getDashboardValues, { params: made.params })
  expect(data.values).toEqual({ [load]: 1.5, [mode]: 'full', [on]: 1 })
  expect(data.custom[load]).toEqual({ name: 'load', template: 'Load', type: 'number' })
  const past = (await guest.call(getDashboardPast, { params: made.params })).data
  expect(past['1h']?.lines[0]?.series[load]?.avg).toEqual([0.5, 1.5])

  const [strange = ''] = (await template(foreign)).names
  const refused = async (widget: object) => {
    const answer = await create(device, 'Other', content(widget as never))
    return [answer.status, answer.errors[0]?.message]
  }
  expect(await refused(value('w1', strange))).toEqual([422, 'Not a parameter of any device'])
  expect(await refused(value('w1', 'c.999999999'))).toEqual([422, 'Not a parameter of any device'])
  const scale = { parameter: mode, min: 0, max: 1, thresholds: [] }
  expect((await refused({ ...value('w1'), type: 'gauge', options: scale }))[0]).toBe(422)

  // Nothing is left of a deleted template; the dashboard can still be changed.
  await admin.call(deleteMonitoringTemplate, { params: { id: own.id } })
  expect((await guest.call(getDashboardValues, { params: made.params })).data).toMatchObject({ values: {}, custom: {} })
  const { widgets, layout } = (await admin.call(getDashboard, { params: made.params })).data
  const again = await admin.call(updateDashboard, { params: made.params, body: { version: 1, widgets, layout } })
  expect(again.status).toBe(200)
})

test('a button runs a group of tasks that the user who saves it sees, which cannot be deleted meanwhile; other groups, and a group without an id, are refused', async () => {
  const device = await makeDevice(world, north)
  const group = async ({ company_id }: Place, user: TestClient) => {
    const tasks = [{ name: 'Uptime', type: 'command', data: { command: 'uptime' } }]
    return (await user.call(createTaskGroup, { body: { company_id, name: 'Look', tasks } as never })).data.id
  }
  let groups = 0
  const own = await group(north, admin)
  const strange = await group(foreign, other)
  const button = (options: object) =>
    content({ ...value('w1'), type: 'button', options: { label: '', ...options } } as never)
  const saved = async (options: object) => {
    const { status, errors } = await create(device, `Tasks ${++groups}`, button(options))
    return [status, errors[0]?.message]
  }
  expect(await saved({ action: 'task_group', group_id: own })).toEqual([201, undefined])
  expect(await saved({ action: 'task_group', group_id: strange })).toEqual([422, 'No task group with this id'])
  expect(await saved({ action: 'task_group' })).toEqual([422, 'Select a task group'])
  expect(await saved({ action: 'reboot', group_id: own })).toEqual([422, 'Select a task group'])

  const refused = await admin.call(deleteTaskGroup, { params: { id: own } })
  expect([refused.status, refused.errors[0]?.message]).toEqual([
    409,
    expect.stringMatching(/^Look is run by a button of the dashboard Tasks .* of \S/),
  ])
  const { data: dashboards } = await admin.call(listDashboards, { params: { id: device } })
  for (const { id: dashboard_id } of dashboards)
    await admin.call(deleteDashboard, { params: { id: device, dashboard_id } })
  expect((await admin.call(deleteTaskGroup, { params: { id: own } })).status).toBe(200)
})
