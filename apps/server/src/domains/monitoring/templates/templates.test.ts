import { buffer } from 'node:stream/consumers'
import { undoChange } from '@longreach/contract/audit/endpoints'
import { getMoveLosses, moveCompany } from '@longreach/contract/companies/endpoints'
import { createEnrolmentKey, getDevice, updateDevice } from '@longreach/contract/devices/endpoints'
import { countMoveLosses, moveDevices } from '@longreach/contract/devices/move-endpoints'
import { linkLimits } from '@longreach/contract/link/limits'
import { formatUpLine, parseDownLine } from '@longreach/contract/link/lines'
import { customName, parsePlans } from '@longreach/contract/link/template-lines'
import { getHistory } from '@longreach/contract/monitoring/endpoints'
import { systemTemplates } from '@longreach/contract/monitoring/system-templates'
import {
  assignMonitoringTemplate,
  assignMonitoringTemplates,
  createMonitoringTemplate,
  deleteMonitoringTemplate,
  getCustomData,
  getMonitoringTemplate,
  getParameterGraph,
  getParameterValues,
  getTemplateFields,
  listAssignedTemplates,
  listMonitoringTemplates,
  listTemplateLogs,
  testMonitoringTemplate,
  unassignMonitoringTemplate,
  updateMonitoringTemplate,
} from '@longreach/contract/monitoring/template-endpoints'
import type { Entry } from '@longreach/contract/monitoring/template-schemas'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import { connectEnrolled, enrolDevice } from '../../../test/device.ts'
import { connectDevice, type TestDevice } from '../../../test/gateway/device.ts'
import { until } from '../../../test/until.ts'
import { makeCompany, makeDevice, makeUser, type Place, startWorld, type World } from '../../../test/world.ts'

let world: World
let admin: TestClient
/** A user who may monitor and edit it, but not execute commands. */
let keeper: TestClient
let viewer: TestClient
let rival: TestClient
let company: Place
let north: Place
let south: Place
let theirs: Place
let key: string

beforeAll(async () => {
  world = await startWorld()
  company = await makeCompany(world, 'Harbour')
  north = await makeCompany(world, 'North', company)
  south = await makeCompany(world, 'South', company)
  theirs = await makeCompany(world, 'Rival')
  await makeUser(world, 'admin', company, 2)
  await makeUser(world, 'rival', theirs, 2)
  const withPermissions = async (name: string, permissions: string[]) => {
    const role = await world.db
      .insertInto('roles')
      .values({ ...company, name, title: name })
      .returning('id')
      .executeTakeFirstOrThrow()
    await world.db
      .insertInto('role_permissions')
      .values(permissions.map((permission) => ({ role_id: role.id, permission })))
      .execute()
    await makeUser(world, name, company, role.id)
  }
  await withPermissions('keeper', ['view_devices', 'view_monitoring', 'update_monitoring'])
  await withPermissions('viewer', ['view_devices', 'view_monitoring'])
  admin = await world.as('admin')
  rival = await world.as('rival')
  keeper = await world.as('keeper')
  viewer = await world.as('viewer')
  const body = { company_id: company.company_id, name: 'Devices', uses: 50 }
  key = (await admin.call(createEnrolmentKey, { body })).data.key
})

afterAll(async () => world?.stop())

let count = 0
const load: Entry[] = [
  {
    url: '/proc/loadavg',
    variables: [
      { id: 'load', ref: '1/1', type: 'number' },
      { id: 'kind', ref: '1', type: 'string', enum: ['normal', 'degraded'], default: 'normal' },
    ],
  },
]
const body = (more: object = {}) => ({
  company_id: company.company_id,
  name: `Load ${++count}`,
  period: 300,
  enabled: true,
  data: load,
  ...more,
})
const create = (more: object = {}, client = admin) =>
  client.call(createMonitoringTemplate, { body: body(more) as never })
const made = async (more: object = {}) => (await create(more)).data.id
const details = async (id: number) => (await admin.call(getMonitoringTemplate, { params: { id } })).data
const parametersOf = async (id: number) =>
  (await details(id)).config.data.flatMap(({ variables }) => variables.map((one) => one.parameter_id as number))
const assign = (id: number, device_id: number[], more: object = {}, client = admin) =>
  client.call(assignMonitoringTemplate, { params: { id }, body: { device_id, ...more } as never })
const assigned = async (device_id: number) => (await admin.call(listAssignedTemplates, { query: { device_id } })).data
const ownOf = async (device_id: number) =>
  (await assigned(device_id)).filter(({ config_type }) => config_type === 'user')
const device = (values: Record<string, unknown> = {}, place = company) => makeDevice(world, place, values)
const many = (variables: number): Entry[] => [
  {
    url: '/a',
    variables: Array.from({ length: variables }, (_, index) => ({ id: `v${index}`, type: 'number' as const })),
  },
]
const logsOf = async (device_id: number) =>
  (await admin.call(listTemplateLogs, { query: { device_id } })).data.map(({ log, count }) => [log.join(), count])

describe('a template', () => {
  test('S7.52 S3.106 is found by a picker, with the fields it asks for', async () => {
    const { data } = await create({ name: 'Pump hours' })
    const fields = 'id,config,enabled,type,version,created_at'
    const query = { q: 'pump hours', limit: 100, fields } as const
    const { data: found } = await admin.call(listMonitoringTemplates, { query })
    expect(found).toMatchObject([{ id: data.id, config: { name: 'Pump hours' }, enabled: true, type: 'user' }])
    expect(Object.keys(found[0] ?? {}).sort()).toEqual(fields.split(',').sort())
    expect(found[0]?.version).toBe(found[0]?.config?.version)
    const unknown = await admin.call(listMonitoringTemplates, { query: { fields: 'id,colour' } })
    expect([unknown.status, unknown.errors[0]?.source]).toEqual([422, 'fields'])
  })

  test('is created, listed, found by name, edited and deleted', async () => {
    const { data, status } = await create({ name: 'Crane load', retention: 7, description: 'Of cranes' })
    expect(status).toBe(201)
    const { data: found } = await admin.call(listMonitoringTemplates, { query: { q: 'crane load' } })
    expect(found).toMatchObject([
      {
        id: data.id,
        type: 'user',
        period: 300,
        enabled: true,
        device_count: 0,
        fields_count: 2,
        config: { name: 'Crane load', retention: '7' },
      },
    ])
    const change = { name: 'Crane loads', enabled: false, period: 3600 }
    expect((await admin.call(updateMonitoringTemplate, { params: { id: data.id }, body: change })).status).toBe(200)
    expect(await details(data.id)).toMatchObject({ enabled: false, period: 3600, config: { name: 'Crane loads' } })
    expect((await create({ name: 'crane LOADS' })).errors[0]).toMatchObject({
      source: 'name',
      message: 'Name already in use',
    })
    expect((await admin.call(deleteMonitoringTemplate, { params: { id: data.id } })).status).toBe(200)
    expect((await admin.call(getMonitoringTemplate, { params: { id: data.id } })).status).toBe(404)
  })

  test('keeps the id of a parameter over edits, and never gives it to another', async () => {
    const id = await made()
    const [first, second] = await parametersOf(id)
    const [entry] = load as [Entry]
    const renamed = [
      { ...entry, variables: [...entry.variables].reverse().map((one) => ({ ...one, description: 'Edited' })) },
    ]
    await admin.call(updateMonitoringTemplate, { params: { id }, body: { name: 'Other', data: renamed } as never })
    expect(await parametersOf(id)).toEqual([second, first])
    const retyped = [{ ...entry, variables: [{ ...entry.variables[0], type: 'string' }] }]
    await admin.call(updateMonitoringTemplate, { params: { id }, body: { data: retyped } as never })
    await admin.call(updateMonitoringTemplate, { params: { id }, body: { data: load } as never })
    const after = await parametersOf(id)
    expect(after.filter((one) => one === first || one === second)).toEqual([])
  })

  const variable = { id: 'x', type: 'number' }
  const withVariable = (more: object) => ({ data: [{ url: '/a', variables: [{ ...variable, ...more }] }] })
  test.each([
    ['a period below 60 s', { period: 59 }, 'period'],
    ['a period above a year', { period: 31_536_001 }, 'period'],
    ['a retention that there is not', { retention: 8 }, 'retention'],
    ['201 variables', { data: [...many(200), { url: '/b', variables: [{ id: 'x', type: 'number' }] }] }, 'data'],
    [
      'an expression of 501 characters',
      withVariable({ transform: { evaluator: 'bash', eval_var: 'v', expression: 'x'.repeat(501) } }),
      'data.0.variables.0.transform.expression',
    ],
    [
      'a line break in an expression',
      withVariable({ transform: { evaluator: 'bash', eval_var: 'v', expression: 'echo 1\nread /etc/shadow' } }),
      'data.0.variables.0.transform.expression',
    ],
    [
      'a description of 1,001 characters',
      withVariable({ description: 'x'.repeat(1001) }),
      'data.0.variables.0.description',
    ],
    ['a path upwards', { data: [{ url: '/proc/../etc/shadow', variables: [variable] }] }, 'data.0.url'],
    ['a blank in a path', { data: [{ url: '/proc/x y', variables: [variable] }] }, 'data.0.url'],
    ['a place that is not searched for', withVariable({ ref: 'list/{row}/x' }), 'data'],
    ['no value for the path', { data: [{ url: '/a/{id}', variables: [variable] }] }, 'data'],
    ['a filter that may never end', withVariable({ filter: '(a{999}){999}' }), 'data.0.variables.0.filter'],
    ['a variable that is named twice', { data: [{ url: '/a', variables: [variable, variable] }] }, 'data'],
  ])('with %s is refused', async (_, more, source) => {
    const refused = await create(more)
    expect([refused.status, refused.errors[0]?.source]).toEqual([422, source])
  })

  test('with an expression needs the permission to run commands, also to assign and test it', async () => {
    const data = withVariable({ transform: { evaluator: 'bash', eval_var: 'v', expression: 'echo 1' } }).data
    const target = await device()
    expect((await create({}, keeper)).status).toBe(201)
    expect((await create({ data }, keeper)).status).toBe(403)
    const id = await made({ data })
    const plain = await made()
    expect(
      (await keeper.call(updateMonitoringTemplate, { params: { id: plain }, body: { data } as never })).status,
    ).toBe(403)
    expect((await assign(id, [target], {}, keeper)).status).toBe(403)
    expect((await keeper.call(testMonitoringTemplate, { body: { device_id: target, data } as never })).status).toBe(403)
    expect((await assign(plain, [target], {}, keeper)).status).toBe(200)
    expect((await assign(id, [target])).status).toBe(200)
  })

  test('of another company is found nowhere', async () => {
    const id = await made()
    const field = `${id}:/proc/loadavg:load`
    const target = await makeDevice(world, theirs)
    const calls = [
      rival.call(getMonitoringTemplate, { params: { id } }),
      rival.call(updateMonitoringTemplate, { params: { id }, body: { name: 'Mine' } }),
      rival.call(deleteMonitoringTemplate, { params: { id } }),
      assign(id, [target], {}, rival),
      rival.call(unassignMonitoringTemplate, { params: { id }, body: { device_id: [target] } }),
      rival.call(getParameterGraph, { query: { field } }),
      rival.call(getParameterValues, { query: { field } }),
    ]
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 404))
    const { data } = await rival.call(listMonitoringTemplates)
    expect(data.filter(({ type }) => type === 'user')).toEqual([])
    expect((await rival.call(getTemplateFields)).data).toEqual([])
    expect((await assign(id, [target])).status).toBe(404)
  })
})

describe('assignments', () => {
  test('S3.57 S3.59 S3.60 S3.61 S9.3 S9.4 S9.5 S9.6 S9.7 S9.8 S9.9 S9.10 S9.11 S5.24: what is measured on a device, with its limits and what it needs', async () => {
    const id = await device({ model: 'TRB145', firmware: 'TRB1_R_00.07.04' })
    const rows = await assigned(id)
    expect(
      rows.map(({ label, key, config_id, period, min, max }) => [label, key, config_id, period, min, max]),
    ).toEqual([
      ['Dynamic monitoring', 'dynamic_monitoring', 1, 300, 60, 31_536_000],
      ['Static monitoring', 'static_monitoring', 2, 1_296_000, 60, 31_536_000],
      ['Hotspot monitoring', 'hotspot_monitoring', 3, 300, 60, 31_536_000],
      ['I/O monitoring', 'io_monitoring', 4, 300, 60, 31_536_000],
      ['GPS monitoring', 'gps_monitoring', 5, 300, 60, 31_536_000],
      ['Wireless monitoring', 'wireless_monitoring', 6, 300, 60, 31_536_000],
      ['DDNS monitoring', 'ddns_monitoring', 7, 300, 60, 31_536_000],
      ['L2TP monitoring', 'vpn_monitoring', 8, 300, 60, 31_536_000],
    ])
    expect(rows.map((row) => row.default)).toEqual(systemTemplates.map((one) => one.default))
    const hotspot = rows.find(({ key }) => key === 'hotspot_monitoring')
    expect([hotspot?.compat_key, hotspot?.compat_notice]).toEqual(['hotspot', 'Not available on TRB145'])
    const other = await assigned(await device({ model: 'RUT300', firmware: 'RUT30X_R_00.07.04' }))
    expect(other.find(({ key }) => key === 'hotspot_monitoring')?.compat_notice).toBe(
      'Needs firmware 07.06 or later; this device has 07.04',
    )
  })

  test('a system template has a period for each device, and cannot be changed otherwise', async () => {
    const id = await device()
    expect((await assign(1, [id], { period: 900 })).status).toBe(200)
    const of = async () => (await admin.call(getDevice, { params: { id } })).data.dynamic_monitoring
    expect(await of()).toBe(900)
    await assign(1, [id], { enabled: false })
    expect(await of()).toBe(0)
    const refused = [
      await admin.call(updateMonitoringTemplate, { params: { id: 1 }, body: { name: 'Mine' } }),
      await admin.call(deleteMonitoringTemplate, { params: { id: 1 } }),
    ]
    for (const answer of refused)
      expect([answer.status, answer.errors[0]?.message]).toEqual([409, 'A system template cannot be changed'])
    const unassigned = await admin.call(unassignMonitoringTemplate, { params: { id: 1 }, body: { device_id: [id] } })
    expect(unassigned.status).toBe(409)
  })

  test('by names, by a filter, and several at once; unassigned again', async () => {
    const [first, second] = [await device({ name: 'Assigned 1' }), await device({ name: 'Assigned 2' })]
    const [one, other] = [await made(), await made()]
    const filter = { q: 'assigned' }
    const all = await admin.call(assignMonitoringTemplate, {
      params: { id: one },
      body: { filter, period: 600 } as never,
    })
    expect(all.data).toEqual({ devices: 2 })
    const configs = [
      { id: String(one), device_id: [first], period: 120, enabled: false },
      { id: String(other), device_id: [first, second], period: 60, enabled: true },
    ]
    expect((await admin.call(assignMonitoringTemplates, { body: { configs } as never })).data).toEqual({ devices: 2 })
    const shown = (await ownOf(first)).map(({ config_id, period, enabled }) => [config_id, period, enabled])
    expect(shown.sort()).toEqual(
      [
        [one, 120, false],
        [other, 60, true],
      ].sort(),
    )
    const { data: holders } = await admin.call(listAssignedTemplates, { query: { config_id: other } })
    expect(holders.map(({ device_id }) => device_id)).toEqual([first, second])
    const taken = await admin.call(unassignMonitoringTemplate, { params: { id: other }, body: { filter } as never })
    expect(taken.data).toEqual({ devices: 2 })
    expect((await ownOf(second)).map(({ config_id }) => config_id)).toEqual([one])
    expect((await assign(one, [first, await makeDevice(world, theirs)])).status).toBe(404)
  })

  test('S9.1: at most 200 parameters are active on a device, with those of system templates, also when a template grows', async () => {
    const id = await device({ name: 'Bus 12' })
    const [large, small] = [await made({ data: many(50) }), await made({ data: many(24) })]
    await assign(large, [id])
    const refused = await assign(small, [id])
    expect([refused.status, refused.errors[0]?.message]).toEqual([
      409,
      'Bus 12 would have 214 active parameters; the limit is 200',
    ])
    expect(await ownOf(id)).toHaveLength(1)
    expect((await assign(small, [id], { enabled: false })).status).toBe(200)
    expect((await assign(small, [id], { enabled: true })).status).toBe(409)
    const grown = await admin.call(updateMonitoringTemplate, { params: { id: large }, body: { data: many(60) } })
    expect(grown.status).toBe(200)
    const third = await made({ data: many(1) })
    expect((await assign(third, [id])).status).toBe(409)
    const hotspot = systemTemplates.find(({ key }) => key === 'hotspot_monitoring')?.config_id ?? 0
    expect((await assign(hotspot, [id], { enabled: false })).status).toBe(200)
    expect((await assign(third, [id])).status).toBe(200)
    const again = await assign(hotspot, [id], { enabled: true })
    expect([again.status, again.errors[0]?.message]).toEqual([
      409,
      'Bus 12 would have 201 active parameters; the limit is 200',
    ])
    // The same limit applies where the period is set in the form of the device.
    const edited = (change: object) => admin.call(updateDevice, { params: { id }, body: change })
    const refusedEdit = await edited({ name: 'Bus 13', hotspot_monitoring: 600 })
    expect([refusedEdit.status, refusedEdit.errors[0]]).toMatchObject([
      409,
      { source: 'hotspot_monitoring', message: 'Bus 13 would have 201 active parameters; the limit is 200' },
    ])
    expect((await edited({ name: 'Bus 13', dynamic_monitoring: 600, hotspot_monitoring: 0 })).status).toBe(200)
    expect((await assign(third, [id], { enabled: false })).status).toBe(200)
    expect((await edited({ hotspot_monitoring: 600 })).status).toBe(200)
  })

  test('S6.34: update_monitoring creates, changes, assigns and deletes templates; users who can only view them get 403', async () => {
    const target = await device()
    const changes = async (client: TestClient, id: number) => {
      const params = { id }
      const answers = [
        await create({}, client),
        await client.call(updateMonitoringTemplate, { params, body: { description: 'Changed' } }),
        await assign(id, [target], {}, client),
        await assign(systemTemplates[0]?.config_id ?? 0, [target], { period: 600 }, client),
        await client.call(unassignMonitoringTemplate, { params, body: { device_id: [target] } as never }),
        await client.call(deleteMonitoringTemplate, { params }),
      ]
      return answers.map(({ status }) => status)
    }
    const id = await made()
    expect((await viewer.call(getMonitoringTemplate, { params: { id } })).status).toBe(200)
    expect(await changes(viewer, id)).toEqual([403, 403, 403, 403, 403, 403])
    expect(await details(id)).toMatchObject({ device_count: 0 })
    expect(await changes(keeper, id)).toEqual([201, 200, 200, 200, 200, 200])
  })

  test('how many templates a company that moves would lose is counted before, with the devices that have them', async () => {
    const moving = await makeCompany(world, 'Moving', north)
    const [one, other] = [await device({}, moving), await device({}, moving)]
    const inherited = await made({ company_id: north.company_id })
    await assign(inherited, [one, other])
    await assign(await made(), [one])
    const params = { id: moving.company_id, target: south.company_id }
    expect((await admin.call(getMoveLosses, { params })).data).toEqual({
      tags: 0,
      devices: 0,
      templates: 1,
      template_devices: 2,
    })
    await admin.call(moveCompany, { body: { source: params.id, target: params.target } })
    expect([(await ownOf(one)).length, (await ownOf(other)).length]).toEqual([1, 0])
  })

  test('devices learn of what their company’s move, and its undo, took and gave back', async () => {
    const moving = await makeCompany(world, 'Learning', north)
    const id = await device({}, moving)
    await assign(await made({ company_id: north.company_id }), [id])
    await sql`INSERT INTO device_session (device_id, node, epoch, boot, open) VALUES (${id}, 'here', 1, 'b', true)`.execute(
      world.db,
    )
    const takeDue = async () =>
      (await sql`DELETE FROM device_settings_due WHERE device_id = ${id} RETURNING 1`.execute(world.db)).rows.length
    const moved = await admin.call(moveCompany, { body: { source: moving.company_id, target: south.company_id } })
    expect(await takeDue()).toBe(1)
    const { undo } = moved.meta as { undo: number }
    expect((await admin.call(undoChange, { params: { id: undo } } as never)).status).toBe(200)
    expect(await takeDue()).toBe(1)
  })

  test('a template is for devices of its company and below; a device that moves loses it, and gets it back with an undo', async () => {
    const id = await device({}, north)
    const [own, above] = [await made({ company_id: north.company_id }), await made()]
    expect((await assign(own, [await device({}, south)])).status).toBe(409)
    await assign(own, [id], { period: 120 })
    await assign(above, [id])
    const losses = await admin.call(countMoveLosses, {
      body: { device_id: [id], company_id: south.company_id } as never,
    })
    expect(losses.data.templates).toBe(1)
    const moved = await admin.call(moveDevices, { body: { device_id: [id], company_id: south.company_id } as never })
    expect((await ownOf(id)).map(({ config_id }) => config_id)).toEqual([above])
    const undo = (moved.meta as { undo: number }).undo
    expect((await admin.call(undoChange, { params: { id: undo } } as never)).status).toBe(200)
    expect((await ownOf(id)).map(({ config_id, period }) => [config_id, period]).sort()).toEqual(
      [
        [own, 120],
        [above, 300],
      ].sort(),
    )
  })
})

interface Measuring {
  id: number
  link: TestDevice
  settings(): Record<string, string | number>
  fetch(ticket?: string | number): Promise<string>
}

/** A device whose agent measures for templates. */
async function measuring(): Promise<Measuring & { again(templates?: string): Promise<Measuring> }> {
  const hello = { serial: String(7_000_000_000 + ++count), mac: '00:1E:42:00:07:01', caps: ['batch', 'templates'] }
  const enrolled = await enrolDevice(world.app.gatewayPort as number, key, hello)
  const connect = async (more: object = {}): Promise<Measuring> => {
    const link = await connectEnrolled(world.app.gatewayPort as number, {
      ...enrolled,
      hello: { ...enrolled.hello, ...more },
    })
    await link.hear('welcome ')
    const settings = () => {
      const line = link.lines.map(parseDownLine).findLast((one) => one?.verb === 'welcome' || one?.verb === 'settings')
      return line && 'settings' in line ? line.settings : {}
    }
    return {
      id: enrolled.deviceId,
      link,
      settings,
      async fetch(ticket = settings().template_ticket) {
        const got = await connectDevice({
          port: world.app.gatewayPort as number,
          user: String(enrolled.deviceId),
          privateKey: enrolled.privateKey,
          command: `get ${ticket} 0`,
        })
        return (await buffer(got.channel)).toString('utf8')
      },
    }
  }
  const first = await connect()
  return { ...first, again: (templates) => connect(templates === undefined ? {} : { templates }) }
}

let seq = 0
const report = ({ link }: Measuring, names: string[], values: (string | number | null)[]) => {
  seq++
  link.say(
    formatUpLine({ verb: 'set', set: seq, names }),
    formatUpLine({ verb: 'report', boot: '0123456789ab', seq, age: 0, set: seq, values }),
  )
  return link.hear(`ack 0123456789ab ${seq}`)
}
const window = () => ({
  start_date: formatTime(new Date(Date.now() - 3_600_000)),
  end_date: formatTime(new Date(Date.now() + 60_000)),
})
const dataOf = async (id: number) => (await admin.call(getCustomData, { params: { id }, query: window() })).data

describe('a device', () => {
  test('gets what it measures by ticket over its open link, says what it has, and loses it when it is unassigned', async () => {
    const one = await measuring()
    expect(one.settings().templates).toBeUndefined()
    const id = await made({ data: [{ ...load[0], query_parameters: [{ key: 'a', value: ["b c'"] }] }] })
    await assign(id, [one.id], { period: 120 })
    await until(() => one.settings().templates !== undefined)
    const [first, second] = await parametersOf(id)
    const text = await one.fetch()
    expect(String(text.length)).toBe(one.settings().template_bytes)
    expect(parsePlans(text)).toEqual([
      {
        template: id,
        every: 120,
        reads: [
          {
            path: '/proc/loadavg?a=b%20c%27',
            finds: [],
            picks: [
              { id: first, type: 'number', ref: '1/1' },
              { id: second, type: 'string', ref: '1' },
            ],
          },
        ],
      },
    ])
    const sum = String(one.settings().templates)
    const same = await one.again(sum)
    expect([same.settings().templates, same.settings().template_ticket]).toEqual([sum, undefined])
    const lost = await one.again()
    const ticket = lost.settings().template_ticket
    expect(ticket).toMatch(/^[0-9a-f]{32}$/)
    await admin.call(unassignMonitoringTemplate, { params: { id }, body: { device_id: [one.id] } })
    await until(() => lost.settings().templates === undefined)
    // The ticket was for the previous plan.
    expect(await lost.fetch(ticket)).toBe('')
  })

  test('reports what it measured: stored by type, compared, and drawn', async () => {
    const one = await measuring()
    const id = await made()
    await assign(id, [one.id])
    const [number, word] = (await parametersOf(id)) as [number, number]
    const names = [customName(number), customName(word)]
    await report(one, names, [0.5, 'degraded'])
    await report(one, names, ['0.75', 'degraded'])
    await report(one, names, [null, null])
    expect((await dataOf(one.id)).map(({ data, config_id }) => [config_id, data])).toEqual([
      [id, { '/proc/loadavg': { kind: 'normal' } }],
      [id, { '/proc/loadavg': { load: 0.75, kind: 'degraded' } }],
      [id, { '/proc/loadavg': { load: 0.5, kind: 'degraded' } }],
    ])
    const field = `${id}:/proc/loadavg:kind`
    expect((await admin.call(getParameterGraph, { query: { field } })).data).toEqual({ kind: { normal: 1 } })
    expect((await admin.call(getParameterValues, { query: { field } })).data).toEqual({ kind: ['normal'] })
    const fields = (await admin.call(getTemplateFields)).data.find((template) => template.id === id)
    expect(fields?.fields.map((one) => [one.id, one.parameter])).toEqual([
      ['load', names[0]],
      ['kind', names[1]],
    ])
    const history = await admin.call(getHistory, {
      params: { id: one.id },
      query: { ...window(), parameters: names.join() },
    })
    expect(history.data.series[names[0] as string]?.last?.filter((value) => value !== null)).toEqual([0.5, 0.75])
    expect(history.data.changes[names[1] as string]?.values).toEqual(['degraded', 'normal'])
    // None of it is part of the device's state.
    const { rows } = await sql<{ values: object }>`SELECT values FROM device_state WHERE device_id = ${one.id}`.execute(
      world.db,
    )
    expect(Object.keys(rows[0]?.values ?? {}).filter((name) => name.startsWith('c.'))).toEqual([])
    await admin.call(deleteMonitoringTemplate, { params: { id } })
    await report(one, [...names, 'signal'], [1, 'normal', -71])
    const { data } = await admin.call(getDevice, { params: { id: one.id } })
    expect(data.parameters).toMatchObject({ signal: -71 })
    expect(
      (await admin.call(getHistory, { params: { id: one.id }, query: { ...window(), parameters: names.join() } }))
        .status,
    ).toBe(422)
  })

  test('that reports something else is said once an hour with a count, and the rest is stored', async () => {
    const one = await measuring()
    const data = [
      {
        url: '/a',
        variables: [
          { id: 'n', type: 'number' },
          { id: 'i', type: 'integer', default: '7' },
          { id: 'b', type: 'boolean' },
          { id: 'list', type: 'array' },
          { id: 'kind', type: 'string', enum: ['x', 'y'] },
        ],
      },
    ]
    const id = await made({ data })
    await assign(id, [one.id])
    const names = (await parametersOf(id)).map(customName)
    const long = `["${'x'.repeat(linkLimits.textValue)}`.slice(0, linkLimits.textValue)
    for (let round = 0; round < 3; round++) await report(one, names, ['far', 1.5, 'true', long, 'z'])
    expect((await dataOf(one.id))[0]?.data).toEqual({ '/a': { i: 7, b: true, list: long } })
    await until(
      async () => (await logsOf(one.id)).length === 4 && (await logsOf(one.id)).every(([, count]) => count === 3),
    )
    expect((await logsOf(one.id)).map(([log]) => log).sort()).toEqual([
      'Variable retrieval failed: url [/a], id [i]: 1.5 is not of type integer',
      'Variable retrieval failed: url [/a], id [kind]: z is none of the allowed values',
      'Variable retrieval failed: url [/a], id [n]: far is not of type number',
      `url [/a], id [list]: cut at ${linkLimits.textValue} characters`,
    ])
  })

  test('says what it could not measure, of its own templates alone', async () => {
    const one = await measuring()
    const [id, foreign] = [await made(), await made()]
    await assign(id, [one.id])
    const [parameter] = await parametersOf(id)
    const [other] = await parametersOf(foreign)
    const fault = (said: string) =>
      one.link.say(formatUpLine({ verb: 'event', event: { type: 'template_fault', age_s: 0, text: said } }))
    for (const said of [`${parameter} ended`, `${parameter} ended`, `${other} ended`, `${parameter} invented`, 'x', ''])
      fault(said)
    await until(async () => (await logsOf(one.id))[0]?.[1] === 2)
    expect(await logsOf(one.id)).toEqual([
      ['Variable retrieval failed: url [/proc/loadavg], id [load]: the expression was ended after 2 s', 2],
    ])
  })

  test('is tested before anything is saved', async () => {
    const one = await measuring()
    const test = admin.call(testMonitoringTemplate, { body: { device_id: one.id, data: load } })
    const line = parseDownLine(await one.link.hear('cmd '))
    if (line?.verb !== 'cmd') throw new Error('no command')
    expect([line.command, parsePlans(line.arg)[0]?.reads[0]?.path]).toEqual(['measure', '/proc/loadavg'])
    one.link.say(
      formatUpLine({
        verb: 'result',
        id: line.id,
        state: 'done',
        exit: 0,
        part: 1,
        parts: 1,
        text: '1 = 0.5\\n2 ! missing\\n',
      }),
    )
    expect((await test).data.values).toMatchObject([
      { id: 'load', value: 0.5, problem: null },
      {
        id: 'kind',
        value: 'normal',
        problem: 'Variable retrieval failed: url [/proc/loadavg], id [kind]: not in the answer',
      },
    ])
    const offline = await admin.call(testMonitoringTemplate, { body: { device_id: await device(), data: load } })
    expect(offline.data.values[0]).toMatchObject({ value: null, problem: 'The device is offline' })
    expect((await rival.call(testMonitoringTemplate, { body: { device_id: one.id, data: load } })).status).toBe(404)
  })
})
