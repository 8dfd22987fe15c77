import { listApiOperations, uploadApiDocument } from '@longreach/contract/configs/document-endpoints'
import {
  configureDevices,
  createConfigTemplate,
  getConfigTemplate,
  previewConfiguration,
  updateConfigTemplate,
  useConfigTemplate,
} from '@longreach/contract/configs/endpoints'
import { listConfigLogs } from '@longreach/contract/configs/log-endpoints'
import { readConfigurationValues } from '@longreach/contract/configs/value-endpoints'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { answer, at, heard, offline, online, poll, reaches, useActionWorld } from '../../../test/domains/actions.ts'
import { applying, configCaps, relinks, sends, settings } from '../../../test/domains/configs.ts'
import { apiDocument } from '../../../test/examples/configs.ts'
import { until } from '../../../test/until.ts'
import { matchPath } from './calls.ts'

useActionWorld()

const interfaceBody = {
  type: 'object',
  required: ['data'],
  properties: { data: { $ref: '#/components/schemas/Interface' } },
}
const content = { 'application/json': { schema: interfaceBody } }
const rutos = {
  paths: {
    '/interfaces/config/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 15 } }],
      put: {
        summary: 'Change an interface',
        parameters: [{ name: 'force', in: 'query', schema: { type: 'integer', minimum: 0 } }],
        requestBody: { required: true, content },
      },
      delete: { summary: 'Remove an interface' },
    },
    '/interfaces/config/all': { delete: { parameters: [{ name: 'sure', in: 'query', required: true, schema: {} }] } },
    '/interfaces/status': {
      get: { parameters: [{ name: 'of', in: 'query', schema: { type: 'string', maxLength: 8 } }] },
    },
    '/dhcp/{id}': { put: { requestBody: { content: { 'multipart/form-data': {} } } } },
  },
  components: {
    schemas: {
      Interface: {
        type: 'object',
        required: ['proto'],
        additionalProperties: false,
        properties: {
          proto: { type: 'string', enum: ['static', 'dhcp'] },
          ipaddr: { type: 'string', format: 'ipv4', nullable: true },
          name: { type: 'string', maxLength: 8, pattern: '^[a-z]+$' },
          label: { type: 'string', pattern: '^(a+)+$' },
          metric: { type: 'integer', minimum: 1, maximum: 10, exclusiveMaximum: true },
          apn_login: { type: 'string', format: 'password' },
          parent: { $ref: '#/components/schemas/Interface' },
        },
      },
    },
  },
}

const router = () => online({ caps: [...configCaps, 'api-call'], backend: 'rutos', model: 'RUTX50' })
const put = (data: Record<string, unknown>, more: object = {}) => ({
  method: 'PUT' as const,
  path: '/api/interfaces/config/lan',
  request_data: { data },
  ...more,
})
const preview = async (ids: number[], calls: object[]) =>
  (await at.admin.call(previewConfiguration, { body: { device_id: ids, calls: calls as never } })).data
const linesOf = async (id: number, calls: object[]) =>
  (await preview([id], calls)).excluded.flatMap(({ devices }) => devices.map(({ message }) => message))

test('calls of the API of a device are checked by its document before anything is sent, a line for each fault', async () => {
  const one = await router()
  const shown = async (calls: object[]) =>
    (await linesOf(one.id, calls)).map((line) => line.replace(/^.*?: Call/, 'Call'))
  expect(await shown([put({ proto: 'dhcp' })])).toEqual(['Call 1: No API document of RutOS: upload it first'])
  const root = await at.world.as('root')
  const uploaded = await root.call(uploadApiDocument, {
    body: { system: 'rutos' } as never,
    files: { file: apiDocument(rutos) },
  })
  expect(uploaded).toMatchObject({ status: 201, data: { operations: 5 } })

  expect(await shown([put({ proto: 'static', ipaddr: null, metric: 9, parent: { proto: 'dhcp' } })])).toEqual([])
  expect(
    await shown([
      put({ proto: 'static', ipaddr: '10.0.0.1' }, { query_parameters: [{ key: 'force', value: '1' }] }),
      put({ proto: 'ppp', ipaddr: '10.0.0.256', name: 'WAN-number-1', metric: 10, vlan: 1, parent: {} }),
      put({ proto: 'dhcp', metric: '5' }, { query_parameters: [{ key: 'force', value: 'x' }] }),
      { ...put({}), request_data: {} },
      { ...put({}), path: '/api/interfaces/config/a-name-that-is-too-long' },
      put({ proto: 'dhcp' }, { query_parameters: [{ key: 'test', value: '1' }] }),
    ]),
  ).toEqual([
    'Call 2: data.vlan: not a field of this call',
    'Call 2: data.proto: one of: static, dhcp',
    'Call 2: data.ipaddr: expected ipv4',
    'Call 2: data.name: at most 8 characters',
    'Call 2: data.name: does not match ^[a-z]+$',
    'Call 2: data.metric: at most 10',
    'Call 2: data.parent.proto: required',
    'Call 3: force: expected integer',
    'Call 3: data.metric: expected integer',
    'Call 4: data: required',
    'Call 5: id: at most 15 characters',
    'Call 5: data.proto: required',
    'Call 6: test: not a parameter of this call',
  ])
  expect(
    await shown([
      { method: 'DELETE', path: '/api/interfaces/config/wan' },
      { method: 'DELETE', path: '/api/interfaces/config/all' },
      { method: 'POST', path: '/api/interfaces/config/wan', request_data: {} },
      { method: 'PUT', path: '/api/nothing', request_data: {} },
      { method: 'PUT', path: '/api/dhcp/lan', request_data: {} },
      { method: 'DELETE', path: '/api/interfaces/config/wan', request_data: { data: {} } },
    ]),
  ).toEqual([
    'Call 2: sure: required parameter',
    'Call 3: /api/interfaces/config/wan: POST is not in the API document, only DELETE, PUT',
    'Call 4: /api/nothing: not in the API document',
    'Call 5: /api/dhcp/lan: application/json is not a content type of this call',
    'Call 6: This call has no request data',
  ])
  // A pattern that would run for years.
  expect(await shown([put({ proto: 'dhcp', label: 'aaa' })])).toEqual([])
  const slow = put({ proto: 'dhcp', label: `${'a'.repeat(60)}!` })
  const line = /^Call \d: \/api\/interfaces\/config\/lan: the pattern \^\(a\+\)\+\$ of the API document takes too long/
  expect(await shown([slow, slow])).toEqual([expect.stringMatching(line), expect.stringMatching(line)])
  const refused = await at.admin.call(configureDevices, { body: { device_id: [one.id], calls: [put({})] } })
  expect(refused).toMatchObject({ status: 422, errors: [{ message: expect.stringContaining('data.proto: required') }] })
})

test('only devices with such an API and an agent that can call it get calls, and no actions', async () => {
  const old = await online({ caps: configCaps, backend: 'rutos', model: 'RUTX50' })
  const other = await online({ caps: [...configCaps, 'api-call'], backend: 'openwrt' })
  expect(await linesOf(old.id, [put({ proto: 'dhcp' })])).toEqual([
    expect.stringMatching(/^The agent of .* cannot make calls of its API: update it first$/),
  ])
  expect(await linesOf(other.id, [put({ proto: 'dhcp' })])).toEqual([expect.stringMatching(/has no API of its own$/)])
  const uci = { method: 'PUT' as const, path: '/uci/network/lan', request_data: { mtu: '1400' } }
  for (const [calls, source, message] of [
    [[{ method: 'POST', path: '/api/system/actions/reboot', request_data: {} }], 'calls.0.path', /use a task/],
    [[{ method: 'POST', path: '/api/login', request_data: {} }], 'calls.0.path', /use a task/],
    [[put({}), uci], 'calls', /Settings are applied before calls/],
    [[{ ...put({}), path: '/api/a/../b' }], 'calls.0.path', /Enter/],
    [[{ ...uci, request_data: { mtu: { a: 1 } } }], 'calls.0.request_data', /Enter text/],
    [[{ ...uci, query_parameters: [] }], 'calls.0.query_parameters', /Only calls of \/api/],
    [[{ ...put({}), search_elements: [] }], 'calls.0.search_elements', /Search elements are only for reading values/],
  ] as const)
    expect(
      await at.admin.call(previewConfiguration, { body: { device_id: [old.id], calls: calls as never } }),
    ).toMatchObject({ status: 422, errors: [{ source, message: expect.stringMatching(message) }] })
})

const secrets = ['hunter2', 'wpa-secret', 'by-variable']

test('calls are made in the change that the device takes back; the log has each with code and duration, without secrets', async () => {
  const one = await router()
  const calls = [
    { method: 'PUT' as const, path: '/uci/network/lan', request_data: { mtu: '1400' } },
    put({ proto: 'static', name: '{{label}}', apn_login: secrets[0], parent: { proto: 'dhcp', apn_login: '{{key}}' } }),
    { method: 'DELETE' as const, path: '/api/interfaces/config/{{label}}' },
    { method: 'DELETE' as const, path: '/api/interfaces/config/last' },
  ]
  const csv = `serial,label,key\n${one.enrolled.hello.serial},wan,${secrets[2]}\n`
  const body = { device_id: [one.id], calls, csv }
  const plan = (await at.admin.call(previewConfiguration, { body })).data
  expect(plan).toMatchObject({ devices: 1, excluded: [] })
  expect(plan.differences[0]).toMatchObject({
    state: 'unknown',
    difference: { lines: [{ text: "set network.lan.mtu='1400'" }] },
  })
  expect(plan.calls[0]?.calls.map(({ method, route }) => `${method} ${route}`)).toEqual([
    'PUT /api/interfaces/config/lan',
    'DELETE /api/interfaces/config/wan',
    'DELETE /api/interfaces/config/last',
  ])
  const started = await at.admin.call(configureDevices, { body })
  const { text, apply } = await applying(one)
  expect(text).toBe(
    `touches network\nset network.lan.mtu='1400'\n` +
      `api PUT /api/interfaces/config/lan {"data":{"proto":"static","name":"wan","apn_login":"hunter2","parent":{"proto":"dhcp","apn_login":"by-variable"}}}\n` +
      'api DELETE /api/interfaces/config/wan -\napi DELETE /api/interfaces/config/last -\n',
  )
  answer(one.device, apply.id, 'done', 0, 'applied [200/1500 200/20 204/5]')
  const back = await relinks(one, `${apply.id} applied`)
  const confirm = await heard(back.device)
  answer(back.device, confirm.id, 'done', 0, 'confirmed [200/1500 200/20 204/5]')
  await sends(back, 2, settings('10.0.0.9'))
  await reaches(started.data.id, 'done')
  const log = await at.admin.call(listConfigLogs, { params: { id: one.id } })
  expect(log.data.map((call) => [call.method, call.route, call.request_hidden, call.response_code])).toEqual([
    ['PUT', '/uci/network/lan', false, 0],
    ['PUT', '/api/interfaces/config/lan', true, 200],
    ['DELETE', '/api/interfaces/config/wan', false, 200],
    ['DELETE', '/api/interfaces/config/last', false, 204],
  ])
  expect(log.data[1]).toMatchObject({ execution_duration: 1.5 })
  expect(log.data[1]?.request_message).toBe(
    '{"data":{"proto":"static","name":"wan","apn_login":"••••••","parent":{"proto":"dhcp","apn_login":"••••••"}}}',
  )
  const { rows } = await sql<{ all: string }>`
    SELECT (SELECT json_agg(x) FROM config_targets x)::text || (SELECT json_agg(a) FROM actions a)::text ||
      (SELECT json_agg(l) FROM audit l)::text AS all`.execute(at.world.db)
  for (const secret of secrets) for (const where of [rows[0]?.all, log.text]) expect(where).not.toContain(secret)
})

test('a call that the device refuses is in the reason of the action, and the calls after it were not made', async () => {
  const one = await router()
  const calls = [put({ proto: 'dhcp' }), put({ proto: 'static' }), put({ proto: 'dhcp', name: 'a' })]
  const { data } = await at.admin.call(configureDevices, { body: { device_id: [one.id], calls } })
  const { apply } = await applying(one)
  const why = 'call 2 of 3: answered 422, error 103 in ipaddr'
  answer(one.device, apply.id, 'failed', 1, `undone: ${why} [200/30 422/10]`)
  expect((await reaches(data.id, 'failed'))[0]?.message).toBe(`The device rolled the configuration back: ${why}`)
  const log = await at.admin.call(listConfigLogs, { params: { id: one.id } })
  expect(log.data.map(({ response_code }) => response_code)).toEqual([200, 422, 1])
})

const status = '/api/interfaces/status'
const readValues = (device_id: number, endpoints: object[], client = at.admin) =>
  client.call(readConfigurationValues, { body: { device_id, endpoints: endpoints as never } })
/** The last event of a read, once it has ended. */
async function readEnds(device: number, channel: unknown): Promise<Record<string, unknown>> {
  const last = async () => (await poll(at.admin, channel)).data[device]?.at(-1) as Record<string, unknown> | undefined
  await until(async () => (await last())?.response_state !== undefined)
  return (await last()) ?? {}
}

test('values of a device are read through its own API, and searched in; secrets are hidden, each call has its outcome', async () => {
  const one = await router()
  const search = (elements: object[], more: object = {}) => ({
    path: status,
    search_elements: [{ path: '0', search_key: 'peers', elements, ...more }],
  })
  const started = await readValues(one.id, [
    { path: status, query_parameters: [{ key: 'of', value: 'w/n' }] },
    search([{ key: 'up', value: 'true' }]),
    search([{ key: 'preshared_key', value: secrets[0] }]),
    { path: status },
    { path: status },
    { path: status },
  ])
  expect(started).toMatchObject({ status: 200, data: { device_id: one.id } })
  const peers = [
    { id: 'a', up: true, preshared_key: secrets[0] },
    { id: 'b', up: false, preshared_key: secrets[1] },
  ]
  const said = JSON.stringify({
    success: true,
    data: [{ id: 'lan', apn_login: secrets[2], note: 'a\u0000b\u0091', peers }],
  })
  for (const [index, output] of [
    `200\n${said}`,
    `200\n${said}`,
    `200\n${said}`,
    '404\n{}',
    '200\n<html>',
    `200\n${'['.repeat(100)}`,
  ].entries()) {
    const { id, arg, command } = await heard(one.device, index + 1)
    expect([command, arg]).toEqual(['api-call', `GET ${status}${index === 0 ? '?of=w%2Fn' : ''} -`])
    answer(one.device, id, 'done', 0, output)
  }
  const end = await readEnds(one.id, started.meta.channel)
  const unread = 'The answer is not JSON, or longer than 64 KB'
  const shown = [
    { id: 'a', up: true, preshared_key: '••••••' },
    { id: 'b', up: false, preshared_key: '••••••' },
  ]
  expect(end).toMatchObject({ status: 'warning', response_state: 'completed', value: '3 of 6 read' })
  expect(end.data).toEqual(
    [
      { code: 200, data: [{ id: 'lan', apn_login: '••••••', note: 'ab', peers: shown }], error: null },
      { code: 200, data: [shown[0]], error: null },
      { code: 200, data: [], error: null },
      { code: 404, data: null, error: 'The API of the device answered 404' },
      { code: 200, data: null, error: unread },
      { code: 200, data: null, error: unread },
    ].map((one, at) => ({ rid: at + 1, type: 'api_forward', path: status, ...one })),
  )
  const events = (await poll(at.admin, started.meta.channel)).data[one.id]
  expect(events?.slice(1, 3)).toMatchObject([
    { status: 'running', value: `${status}: answered 200`, progress: { value: 1, total: 6 } },
    { status: 'running', progress: { value: 2, total: 6 } },
  ])
  const { rows } = await sql<{ all: string }>`
    SELECT (SELECT json_agg(e) FROM channel_events e)::text || (SELECT json_agg(l) FROM audit l)::text AS all`.execute(
    at.world.db,
  )
  for (const secret of secrets) expect(rows[0]?.all).not.toContain(secret)
})

test('a read that a device cannot answer says why, and one that ends with its link keeps what was read', async () => {
  const old = await online({ caps: configCaps, backend: 'rutos', model: 'RUTX50' })
  const other = await online({ caps: [...configCaps, 'api-call'], backend: 'openwrt' })
  const gone = await offline({ caps: [...configCaps, 'api-call'], backend: 'rutos', model: 'RUTX50' })
  for (const [id, message] of [
    [old.id, /cannot make calls of its API: update it first$/],
    [other.id, /has no API of its own$/],
    [gone.deviceId, /is offline: its values can be read when it is online again$/],
  ] as const)
    expect(await readValues(id, [{ path: status }])).toMatchObject({
      status: 409,
      errors: [{ source: 'device_id', message: expect.stringMatching(message) }],
    })
  const one = await router()
  for (const [endpoint, source, message] of [
    [{ path: '/api/interfaces/config/lan' }, 'endpoints', /GET is not in the API document, only DELETE, PUT$/],
    [{ path: '/api/nothing' }, 'endpoints', 'Call 1: /api/nothing: not in the API document'],
    [{ path: status, query_parameters: [{ key: 'of', value: 'too-long-name' }] }, 'endpoints', /at most 8 characters/],
    [
      { path: status, query_parameters: Array(20).fill({ key: 'of', value: 'x'.repeat(255) }) },
      'endpoints',
      /too long/,
    ],
    [{ path: '/api/system/actions/reboot' }, 'endpoints.0.path', /use a task/],
    [{ path: '/api/a/../b' }, 'endpoints.0.path', 'Enter /api/<path>'],
  ] as const)
    expect(await readValues(one.id, [endpoint])).toMatchObject({
      status: 422,
      errors: [{ source, message: typeof message === 'string' ? message : expect.stringMatching(message) }],
    })
  expect((await readValues(one.id, Array(21).fill({ path: status }))).status).toBe(422)

  const large = JSON.stringify({ data: 'x'.repeat(60_000) })
  const many = await readValues(one.id, Array(6).fill({ path: status }))
  for (const number of [1, 2, 3, 4, 5])
    answer(one.device, (await heard(one.device, number)).id, 'done', 0, `200\n${large}`)
  await heard(one.device, 6)
  one.device.leave()
  const end = await readEnds(one.id, many.meta.channel)
  expect(end).toMatchObject({ status: 'warning', value: '4 of 6 read' })
  expect((end.data as { error: string | null }[]).map(({ error }) => error)).toEqual([
    ...Array(4).fill(null),
    'Not read: the answers together are longer than 256 KB',
    'The device went offline',
  ])

  const silent = await router()
  const none = await readValues(silent.id, [{ path: status }, { path: status }])
  answer(silent.device, (await heard(silent.device)).id, 'done', 1, 'the API of the device does not answer')
  expect(await readEnds(silent.id, none.meta.channel)).toMatchObject({
    status: 'error',
    errorCode: 'NOT_READ',
    response_state: 'failed',
    value: 'Nothing was read: The API of the device does not answer',
  })
})

test('templates have calls; secrets of the document are hidden, and kept by a change that repeats them', async () => {
  const own = await at.admin.call(createConfigTemplate, {
    body: {
      company_id: at.company.company_id,
      name: 'WAN',
      version: '1.0.0',
      template: [put({ proto: 'dhcp', apn_login: secrets[1] })],
    } as never,
  })
  expect(own.status).toBe(201)
  const read = () => at.admin.call(getConfigTemplate, { params: { id: own.data.id } })
  const shown = await read()
  expect(shown.text).not.toContain(secrets[1])
  expect(shown.data.template[0]?.request_data).toEqual({ data: { proto: 'dhcp', apn_login: '••••••' } })
  await at.admin.call(updateConfigTemplate, { params: { id: own.data.id }, body: { template: shown.data.template } })
  const one = await router()
  await at.admin.call(useConfigTemplate, { params: { id: own.data.id }, body: { device_id: [one.id] } })
  expect((await applying(one)).text).toContain(secrets[1])
})

test('operations of a document are found by words, with their fields', async () => {
  const { data } = await at.admin.call(listApiOperations, {
    params: { system: 'rutos' },
    query: { q: 'put interface' },
  })
  expect(data).toMatchObject([
    {
      method: 'PUT',
      path: '/api/interfaces/config/{id}',
      summary: 'Change an interface',
      parameters: [
        { name: 'id', in: 'path', required: true },
        { name: 'force', in: 'query', required: false, type: 'integer' },
      ],
      body: true,
    },
  ])
  expect(data[0]?.fields.slice(0, 3)).toMatchObject([
    { name: 'data', required: true, type: 'object' },
    { name: 'data.proto', required: true, values: ['static', 'dhcp'] },
    { name: 'data.ipaddr', required: false, type: 'string' },
  ])
  expect(data[0]?.fields.find(({ name }) => name === 'data.apn_login')?.secret).toBe(true)
  const none = { params: { system: 'tswos' as const }, query: {} }
  expect(await at.admin.call(listApiOperations, none)).toMatchObject({ status: 404 })
})

test('fixed parts of a path come before parameters', () => {
  expect(matchPath(['/a/{id}', '/a/all', '/{x}/{y}'], '/a/all')?.template).toBe('/a/all')
  expect(matchPath(['/a/{id}', '/a/all', '/{x}/{y}'], '/a/b%2Fc')).toEqual({
    template: '/a/{id}',
    values: { id: 'b/c' },
  })
  expect(matchPath(['/a/{id}'], '/a/b/c')).toBeUndefined()
})
