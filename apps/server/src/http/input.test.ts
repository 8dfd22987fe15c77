import { request as httpRequest } from 'node:http'
import { login } from '@longreach/contract/account/endpoints'
import { setUp } from '@longreach/contract/account/register-endpoints'
import { listDevices, updateDevice, updateDevices } from '@longreach/contract/devices/endpoints'
import { createStoredItem, listStorage } from '@longreach/contract/storage/endpoints'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient, type TestClient } from '../test/client.ts'
import { makeCompany, makeDevice, makeUser, type Place, startWorld, type World } from '../test/world.ts'
import { answerError } from './errors.ts'

let world: World
let admin: TestClient
let company: Place
let device: number

beforeAll(async () => {
  world = await startWorld()
  company = await makeCompany(world, 'Harbour')
  await makeUser(world, 'admin', company, 2)
  device = await makeDevice(world, company, { model: 'RUTX12', last_connection_at: new Date() })
  admin = await world.as('admin')
})

afterAll(async () => world?.stop())

const json = { 'content-type': 'application/json' }

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'a filter value that is the name of an object property, %s, matches nothing',
  async (model) => {
    const answer = await admin.call(listDevices, { query: { model } })
    expect([answer.status, answer.data, answer.meta.total]).toEqual([200, [], 0])
  },
)

const cursor = (order: string, key: string, id: unknown) =>
  Buffer.from(JSON.stringify([order, key, id])).toString('base64url')

test.each([
  ['last_connection_at', 'yesterday-ish', 1],
  ['id', 'x', 1],
  ['status', '99999', 1],
  ['signal', '1.5', 1],
  ['name', 'a\0b', 1],
] as const)('an invalid cursor by %s with %j is not a server error', async (sort, key, id) => {
  const answer = await admin.call(listDevices, { query: { sort, cursor: cursor(sort, key, id) } })
  expect([answer.status, answer.errors[0]?.source]).toEqual([422, 'cursor'])
})

test('a cursor over devices that never connected continues after them', async () => {
  for (let count = 0; count < 3; count++) await makeDevice(world, company)
  const query = { sort: 'last_connection_at', limit: 2 } as const
  const seen: unknown[] = []
  let next: string | undefined
  do {
    const page = await admin.call(listDevices, { query: { ...query, cursor: next } })
    expect(page.status).toBe(200)
    seen.push(...page.data.map(({ id }) => id))
    next = (page.meta.next as string | null) ?? undefined
  } while (next)
  expect(seen).toHaveLength(new Set(seen).size)
  expect(seen).toContain(device)
})

describe('text that no database stores', () => {
  test.each(['nul \0', 'half a pair \ud800'])('%j in a body names its field', async (text) => {
    const named = await admin.call(updateDevice, { params: { id: device }, body: { description: text } })
    expect([named.status, named.errors[0]?.source]).toEqual([422, 'description'])
    const value = { deep: [1, { text }] }
    const stored = await admin.call(createStoredItem, { body: { key: 'text', value } })
    expect([stored.status, stored.errors[0]?.source]).toEqual([422, 'value.deep.1.text'])
    const field = await admin.call(createStoredItem, { body: { key: 'name', value: { [text]: 1 } } })
    expect([field.status, field.errors[0]?.code]).toEqual([422, 'VALIDATION_FAILED'])
    const name = await createClient(world.base).call(login, { body: { username: text, password: 'x' } })
    expect([name.status, name.errors[0]?.source]).toEqual([422, 'username'])
  })

  test('in a query names its field', async () => {
    const answer = await admin.call(listDevices, { query: { q: 'a\0b' } })
    expect([answer.status, answer.errors[0]?.source]).toEqual([422, 'q'])
  })
})

test('an endlessly nested value is refused, one of usual depth is stored', async () => {
  const nested = (depth: number) => `{"key":"deep${depth}","value":${'['.repeat(depth)}${']'.repeat(depth)}}`
  const send = (body: string) => admin.fetch('/api/storage', { method: 'POST', headers: json, body })
  for (const depth of [101, 5000, 30_000]) expect((await send(nested(depth))).status).toBe(422)
  expect((await send(nested(50))).status).toBe(201)
  expect((await admin.call(listStorage)).status).toBe(200)
})

test('a change of several devices requires a change in each', async () => {
  const answer = await admin.call(updateDevices, { body: { data: [{ id: device, name: 'A' }, { id: device }] } })
  expect([answer.status, answer.errors[0]?.source]).toEqual([422, 'data.1'])
})

test.each([
  ['GET', '/api', undefined, 404],
  ['GET', '/api/nothing', undefined, 404],
  ['PUT', '/api/user', undefined, 404],
  ['GET', '/api/%zz', undefined, 400],
  ['GET', '/api/devices/%E0%A4%A', undefined, 400],
  ['POST', '/api/storage', { headers: json, body: '{"key":' }, 400],
  ['POST', '/api/storage', { headers: json, body: '{"key":"a","value":{"__proto__":1}}' }, 400],
  ['POST', '/api/storage', { headers: { 'content-type': 'application/xml' }, body: '<a/>' }, 400],
  ['POST', '/api/storage', { headers: { 'content-type': 'text/plain' }, body: '{}' }, 422],
] as const)('%s %s is answered in the form of every failure', async (method, path, init, status) => {
  const answer = await admin.fetch(path, { method, ...init } as RequestInit)
  expect(answer.status).toBe(status)
  expect(await answer.json()).toMatchObject({ success: false, errors: [{ message: expect.any(String) }] })
})

/** Sends headers that fetch does not allow. */
function ask(path: string, headers: Record<string, string>, body?: object, base = world.base) {
  return new Promise<number | undefined>((resolve, reject) => {
    const asked = httpRequest(
      base + path,
      { method: body ? 'POST' : 'GET', headers: { ...json, ...headers } },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      },
    )
    asked.on('error', reject)
    asked.end(body && JSON.stringify(body))
  })
}

test('set-up takes no address that is too long to sign in with', async () => {
  const email = `${'a'.repeat(200)}@example.test`
  const answer = await createClient(world.base).call(setUp, { body: { token: 'x', email, password: 'long-enough' } })
  expect([answer.status, answer.errors[0]?.source]).toEqual([422, 'email'])
})

test('HEAD answers like GET, without the page', async () => {
  for (const path of ['/', '/devices', '/api/user', '/api/nothing']) {
    const [got, head] = await Promise.all([admin.fetch(path), admin.fetch(path, { method: 'HEAD' })])
    expect([path, head.status]).toEqual([path, got.status])
  }
})

test('a channel of any name is answered', async () => {
  for (const name of ['a%00b', 'x'.repeat(90)]) expect((await admin.fetch(`/status/channel/${name}`)).status).toBe(404)
  expect((await admin.fetch('/status/channel/x')).headers.get('cache-control')).toBe('no-store')
})

test.each([
  ['40P01', 503],
  ['57014', 503],
  ['23503', 409],
  ['XX000', 500],
])('the database error %s is answered with %i', async (code, status) => {
  const app = Fastify()
  app.setErrorHandler(answerError)
  app.get('/', async () => {
    throw Object.assign(new Error('from the database'), { code })
  })
  const answer = await app.inject('/')
  expect(answer.statusCode).toBe(status)
  expect(answer.body).not.toContain('from the database')
})

test('behind a proxy, an address the client made up does not get around the limit of wrong passwords', async () => {
  const behind = await startWorld({ TRUST_PROXY: '1' })
  let last: number | undefined
  for (let attempt = 0; attempt < 61; attempt++) {
    const forwarded = { 'x-forwarded-for': `10.1.2.${attempt}, 192.0.2.7`, 'x-forwarded-proto': 'https' }
    last = await ask('/api/account/login', forwarded, { username: `n${attempt}`, password: 'x' }, behind.base)
  }
  await behind.stop()
  expect(last).toBe(429)
})

test('a call that is open to everyone takes no more than 16 KB', async () => {
  const body = (bytes: number) => ({ username: 'x'.repeat(bytes), password: 'x' })
  expect(await ask('/api/account/login', {}, body(17_000))).toBe(413)
  expect(await ask('/api/account/login', {}, body(15_000))).toBe(422)
})

test('the metrics reveal no version', async () => {
  const text = await (await fetch(`${world.base}/metrics`)).text()
  expect(text).toContain('process_cpu_seconds_total')
  expect(text).not.toMatch(/version|v?24\.\d+\.\d+/)
})
