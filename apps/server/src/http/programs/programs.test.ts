import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { pollingPath } from '@longreach/contract/live'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newChannel, publishToChannel } from '../../endpoint/channels.ts'
import { sha256 } from '../../seal.ts'
import { makeProgram, type Program, send } from '../../test/foreign-program.ts'
import { makeCompany, makeDevice, makeTag, makeUser, type Place, startWorld, type World } from '../../test/world.ts'

const apiHost = 'api.example.test'
let world: World
let company: Place
let userId: number
let device: number
let program: Program

beforeAll(async () => {
  world = await startWorld({ API_HOST: apiHost })
  company = await makeCompany(world, 'Harbour')
  userId = await makeUser(world, 'admin', company, 2)
  device = await makeDevice(world, company, { name: 'Crane', caps: ['reboot'] })
  program = await makeProgram(world, userId)
})
afterAll(async () => world?.stop())

const failure = (code: string) => ({
  success: false,
  code,
  message: expect.any(String),
  errors: [expect.objectContaining({ code })],
})

describe('addresses', () => {
  test.each(['/devices', '/devices/', '/api/devices', '/api/devices/', '/v3/devices', '/api/v3/devices', '//devices'])(
    'a token reaches the devices at %s',
    async (path) => {
      const { status, json } = await program.get(path)
      expect([status, json.data?.map(({ id }: { id: number }) => id)]).toEqual([200, [device]])
    },
  )

  test('a browser gets the page at that address, and its calls with a slash at the end stay unknown', async () => {
    const admin = await world.as('admin')
    expect((await admin.fetch('/devices')).headers.get('content-type')).not.toContain('json')
    expect((await admin.fetch('/api/devices/')).status).toBe(404)
  })

  test.each([
    '/',
    '/index.html',
    '/assets/x.js',
    '/nothing',
    '/api/docs',
    '/docs',
    '/offline.html',
    '/i/x',
    '/account',
    '/status',
    '/v3/status/',
    '/health/x',
    '/brand/x',
    '/v3/metrics',
  ])('at %s programs get no page, with a token or on the host of the API', async (path) => {
    const { host } = new URL(world.base)
    const own = { host: apiHost.toUpperCase(), accept: 'text/html' }
    for (const answer of [
      await program.ask('GET', path, undefined, { accept: 'text/html' }),
      await send(world.base, 'GET', path, own),
      await send(world.base, 'POST', path, own),
      await send(world.base, 'GET', path, { host, authorization: 'Bearer' }),
    ])
      expect([answer.status, answer.json]).toEqual([404, failure('NOT_FOUND')])
  })

  test('the host of the API answers calls without a token in the form of every failure', async () => {
    const { status, json } = await send(world.base, 'GET', '/devices', { host: `${apiHost}:3000` })
    expect([status, json]).toEqual([401, failure('UNAUTHORIZED')])
  })

  test('health, metrics and channels stay where they are', async () => {
    expect((await program.get('/health')).json).toEqual({ status: 'ok' })
    expect((await program.get('/metrics')).status).toBe(200)
    expect((await program.get('/api/status/channel/x')).json).toEqual(failure('CHANNEL_NOT_FOUND'))
  })
})

describe('failures', () => {
  test('repeat the first code and message at the top', async () => {
    const { json } = await program.ask('POST', '/tags', { company_id: 'x', name: '' })
    expect([json.code, json.message]).toEqual([json.errors[0].code, json.errors[0].message])
    expect(json.errors.length).toBeGreaterThan(1)
  })

  test.each([
    ['a path that cannot be read', '/devices/%zz', undefined, 400],
    ['half a body', '/tags', '{"company_id":', 400],
    ['a body too large', '/tags', `{"name":"${'x'.repeat(1_100_000)}"}`, 413],
    ['an unknown method', '/devices', undefined, 404],
  ])('%s is JSON', async (what, path, body, status) => {
    const method = body === undefined ? (what.includes('method') ? 'PATCH' : 'GET') : 'POST'
    const answer = await program.ask(method, path, body)
    expect(answer.status).toBe(status)
    expect(answer.json).toMatchObject({ success: false, code: expect.any(String), message: expect.any(String) })
  })

  test.each([
    ['headers beyond the limit', `GET /devices HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['an address beyond the limit', `GET /devices?q=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['what is no request', 'HELLO\r\n\r\n', 400],
  ])('%s: JSON, before anything is read', async (_what, bytes, status) => {
    const socket = connect(Number(new URL(world.base).port), new URL(world.base).hostname)
    let answer = ''
    socket.on('data', (part) => {
      answer += part
    })
    socket.on('error', () => {})
    socket.write(bytes)
    await new Promise((resolve) => socket.on('close', resolve))
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual(failure('BAD_REQUEST'))
  })

  test('a missing scope is named, and so is a permission that the owner lacks', async () => {
    const reader = await makeProgram(world, userId, ['devices:read'])
    const { status, json } = await reader.ask('POST', '/tags', { company_id: company.company_id, name: 'New' })
    expect([status, json.message]).toEqual([403, 'Access token lacks the scope tags:write'])
    const viewer = await makeProgram(world, await makeUser(world, 'viewer', company, 4))
    const other = await viewer.ask('POST', '/tags', { company_id: company.company_id, name: 'New' })
    expect(other.json.message).toBe('Owner of the access token lacks the permission create_tags')
    const { json: within } = await reader.get(`/devices/${device}/location`)
    expect(within.message).toBe('Access token lacks the scope device_location:read')
  })

  test.each(['access_token=x', 'token=x', 'api_key=x', 'anything=pat_x'])(
    'a token in the address, as %s, is refused with a line that says where it belongs',
    async (query) => {
      for (const [answer, code] of [
        [await program.get(`/devices?limit=1&${query}`), 'BAD_REQUEST'],
        [await send(world.base, 'GET', `/api/devices?${query}`, { host: apiHost }), 'UNAUTHORIZED'],
      ] as const) {
        expect(answer.json).toMatchObject({ code, message: expect.stringContaining('Authorization: Bearer') })
        expect(answer.text).not.toContain('pat_')
      }
    },
  )

  test('a token of a deleted user, and a revoked one, are refused', async () => {
    const gone = await makeUser(world, 'gone', company, 2)
    const { get } = await makeProgram(world, gone)
    expect((await get('/devices')).status).toBe(200)
    await world.db.deleteFrom('users').where('id', '=', gone).execute()
    expect((await get('/devices')).json).toEqual(failure('UNAUTHORIZED'))
  })
})

describe('the envelope', () => {
  test('has the new id in meta, and no data beside a channel', async () => {
    const tag = await program.ask('POST', '/tags', { company_id: company.company_id, name: 'Envelope' })
    expect([tag.status, tag.json.meta.id]).toEqual([201, tag.json.data.id])
    const action = await program.ask('POST', '/devices/actions', { action: 'reboot', device_id: [device] })
    expect(action.json).toMatchObject({ success: true, meta: { channel: expect.stringMatching(/^private-status\./) } })
    expect([action.json.data, action.json.meta.id]).toEqual([undefined, action.json.meta.action_id])
    const row = {
      company_id: company.company_id,
      device_series: 'rut',
      mac: '00:1E:42:00:00:01',
      auto_credit_enable: 1,
    }
    const added = await program.ask('POST', '/devices', {
      data: [{ ...row, serial: '1100000001', name: 'Added', imei: '', password_confirmation: 'Secret-1' }],
    })
    expect([added.status, added.json.data, added.json.meta.id]).toEqual([201, undefined, [expect.any(Number)]])
  })

  test('of a browser stays as it was', async () => {
    const admin = await world.as('admin')
    const body = JSON.stringify({ company_id: company.company_id, name: 'Browser' })
    const headers = { 'content-type': 'application/json' }
    const tag = await (await admin.fetch('/api/tags', { method: 'POST', headers, body })).json()
    expect(tag).toEqual({ success: true, data: { id: expect.any(Number) } })
    const list = await (await admin.fetch('/api/devices?limit=1&unknown=1')).text()
    expect(list).not.toContain('ignored')
    expect(await (await admin.fetch('/api/nothing')).json()).not.toHaveProperty('code')
    expect((await admin.fetch('/api/devices?limit=')).status).toBe(422)
    const typed = await admin.fetch('/api/tags', { method: 'POST', headers, body: body.replace(/:(\d+)/, ':"$1"') })
    expect(typed.status).toBe(422)
  })

  test('names parameters that the call does not have', async () => {
    const { json } = await program.get('/devices?limit=1&colour=red&id=&sort=name&fields=id&toString=1')
    expect(json.meta).toMatchObject({ total: expect.any(Number), ignored: ['colour', 'toString'] })
    expect((await program.get('/user?verbose=1')).json.meta).toEqual({ ignored: ['verbose'] })
    expect((await program.get('/devices?limit=1')).json.meta).not.toHaveProperty('ignored')
  })

  test('of a poll says that it succeeded; a channel of another user is unknown', async () => {
    const channel = newChannel(userId, { subject: 'device', permission: 'view_devices' })
    const event = { status: 'completed', value: 'Done' }
    const bus = { publish: () => {} } as never
    await publishToChannel(world.db, bus, { channel, userId, key: String(device) }, event)
    const { json } = await program.get(`${pollingPath}/${channel}/`)
    expect(json).toEqual({ success: true, data: { [device]: [event] } })
    const other = await makeProgram(world, await makeUser(world, 'other', company, 2))
    expect((await other.get(`${pollingPath}/${channel}`)).json).toEqual(failure('CHANNEL_NOT_FOUND'))
  })
})

describe('input', () => {
  test('is text where a number is expected, and 0 or 1 where a boolean is', async () => {
    const { status, json } = await program.ask('POST', '/tags', {
      company_id: String(company.company_id),
      name: 'Typed',
    })
    expect([status, json.success]).toEqual([201, true])
    const assigned = await program.ask('PUT', '/devices/tags/assign', {
      device_id: [String(device)],
      tag_id: [String(json.data.id)],
    })
    expect([assigned.status, assigned.text]).toEqual([200, expect.any(String)])
    expect((await program.get('/devices?fields_only=1&limit=')).json.meta.fields).toContain('serial')
  })

  test.each(['0x5', '1e3', ' 5 ', '5 ', '', null])('%j is no number: the field is named', async (value) => {
    const { status, json } = await program.ask('POST', '/tags', { company_id: value, name: 'Typed' })
    expect([status, json.errors.map(({ source }: { source: string }) => source)]).toEqual([422, ['company_id']])
  })

  test.each([
    ['limit=-1', 'limit'],
    ['limit=5%20', 'limit'],
    ['offset=0x5', 'offset'],
    ['company_id=1e3', 'company_id'],
  ])('the query %s is refused', async (query, source) => {
    const { status, json } = await program.get(`/devices?${query}`)
    expect([status, json.errors[0].source]).toEqual([422, source])
  })

  test('an offset beyond the end is an empty page', async () => {
    const { status, json } = await program.get('/devices?offset=1000000')
    expect([status, json.data, json.meta.total > 0]).toEqual([200, [], true])
  })

  test('empty text clears a description, and is no new name', async () => {
    const id = await makeDevice(world, company, { name: 'Named', description: 'Old' })
    expect((await program.ask('PUT', `/devices/${id}`, { name: '', description: '' })).status).toBe(200)
    expect((await program.get(`/devices/${id}`)).json.data).toMatchObject({ name: 'Named', description: '' })
    expect((await program.ask('PUT', `/devices/${id}`, { name: '' })).status).toBe(422)
  })

  test('one bad row among many is named by its place, and nothing is changed', async () => {
    const tag = await makeTag(world, company)
    const rows = Array.from({ length: 200 }, (_, at) => ({ id: at === 137 ? ' 5' : String(device), name: 'Bulk' }))
    const { status, json } = await program.ask('PUT', '/devices', { data: rows })
    expect([status, json.errors.map(({ source }: { source: string }) => source)]).toEqual([422, ['data.137.id']])
    const ids = Array.from({ length: 500 }, (_, at) => (at === 137 ? '1e3' : String(device)))
    const bulk = await program.ask('PUT', '/devices/tags/assign', { device_id: ids, tag_id: [tag] })
    expect([bulk.status, bulk.json.errors[0].source]).toEqual([422, 'device_id.137'])
    expect((await program.get(`/devices/${device}`)).json.data).toMatchObject({ name: 'Crane' })
  })
})

test('empty text in a filter is refused, so that a change applies to no more than was meant', async () => {
  const count = async () => (await program.get('/devices?serial=')).json.meta.total
  const before = await count()
  for (const filter of [{ serial: '' }, { name: 'Crane', within: '' }, { q: 'Crane', tags: '' }]) {
    const { status } = await program.ask('DELETE', '/devices', { filter })
    expect([filter, status]).toEqual([filter, 422])
  }
  expect([before > 0, await count()]).toEqual([true, before])
})

test('calls of the configurator in no form at all are refused, not failed', async () => {
  const path = '/api/{id}'
  const deep = `{"configuration":[{"device_id":${'['.repeat(50_000)}1${']'.repeat(50_000)}}]}`
  for (const body of [
    deep,
    ...[
      [
        { path, device_id: [{ toString: 1 }] },
        { path, device_id: [device] },
      ],
      [{ path, device_id: [device], query_parameters: [{ key: { toString: 1 }, value: 'x' }] }],
    ].map((configuration) => ({ configuration })),
  ])
    expect((await program.ask('POST', '/devices/configurator/configure', body)).status).toBe(422)
})

test('a poll counts as a call, and a token in any part of its address is refused', async () => {
  const poll = `${pollingPath}/private-status.1.x`
  const counted = await fetch(world.base + poll, { headers: { authorization: `Bearer ${program.token}` } })
  expect([counted.status, counted.headers.get('x-ratelimit-limit')]).toEqual([404, '1200'])
  for (const query of ['?constructor=pat_x', '?a=1&a=pat_x', '?pat_x', '?token=x'])
    for (const path of [poll, '/devices'])
      expect([path, query, (await program.get(path + query)).status]).toEqual([path, query, 400])
})

test('a token that is revoked while a part of a file arrives makes no further call', async () => {
  const brief = await makeProgram(world, userId)
  const { json } = await brief.ask('POST', '/files/uploads', {
    company_id: company.company_id,
    type: 'device_task_manager_file',
    name: 'task.bin',
    size: '1000',
  })
  const path = `/files/uploads/${json.meta.id}?offset=0`
  const { hostname, port } = new URL(world.base)
  const headers = { 'content-type': 'application/octet-stream', 'content-length': '1000' }
  const sent = httpRequest({
    hostname,
    port,
    method: 'PUT',
    path,
    headers: { ...headers, authorization: `Bearer ${brief.token}` },
  })
  const answered = new Promise<number | undefined>((resolve, reject) => {
    sent.on('response', (response) => resolve(response.resume().statusCode))
    sent.on('error', reject)
  })
  await new Promise((resolve) => sent.write(Buffer.alloc(500), resolve))
  await world.db.deleteFrom('sessions').where('token_hash', '=', sha256(brief.token)).execute()
  sent.end(Buffer.alloc(500))
  expect([200, 401]).toContain(await answered)
  expect((await brief.get(`/files/uploads/${json.meta.id}`)).json).toEqual(failure('UNAUTHORIZED'))
  expect((await brief.ask('POST', `/files/uploads/${json.meta.id}/finish`, {})).status).toBe(401)
})
