import cookie from '@fastify/cookie'
import { confirmPassword } from '@longreach/contract/account/access-endpoints'
import { type AnyEndpoint, empty, endpoint } from '@longreach/contract/endpoint'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createBlobStore } from '../domains/files/blobs.ts'
import { csrfToken } from '../endpoint/cookies.ts'
import { Problem } from '../endpoint/problem.ts'
import { preparedRoute, type Route, route } from '../endpoint/route.ts'
import { createSeal } from '../seal.ts'
import { createClient, type TestClient } from '../test/client.ts'
import { makeCompany, makeUser, password, startWorld, type World } from '../test/world.ts'
import { answerError } from './errors.ts'
import { mount } from './mount.ts'

let world: World

beforeAll(async () => {
  world = await startWorld()
  await makeUser(world, 'admin', await makeCompany(world, 'Harbour'), 2)
})

afterAll(async () => world?.stop())

const seal = createSeal(Buffer.alloc(32))
const blobs = createBlobStore({ seal })

const guarded = endpoint({
  name: 'test.guarded',
  method: 'GET',
  path: '/guarded',
  summary: 'Asks for the password again',
  permission: 'view_devices',
  stepUp: 'password',
  response: empty,
})

const slow = endpoint({
  name: 'test.slow',
  method: 'POST',
  path: '/slow',
  summary: 'Works long on what was sent',
  permission: 'view_devices',
  response: empty,
})

const deps = () => ({
  db: world.db,
  endReused: async () => {},
  seal,
  origins: [],
  emit: async () => {},
  diskSpace: { check: () => {} },
  blobs,
  limitDownload: async () => {},
})

/** The user of another client, on a separate server that has only these routes. */
async function serve(declared: AnyEndpoint[], routes: Route[], client: TestClient) {
  const app = Fastify()
  await app.register(cookie)
  app.setErrorHandler(answerError)
  mount(app, declared, routes, deps())
  const url = await app.listen({ port: 0, host: 'localhost' })
  const other = createClient(url.replace('[::1]', 'localhost').replace('127.0.0.1', 'localhost'))
  for (const [name, value] of client.cookies) other.cookies.set(name, value)
  const { rows } = await world.pool.query<{ id: number }>('SELECT id FROM sessions ORDER BY created_at DESC LIMIT 1')
  other.cookies.set('XSRF-TOKEN', csrfToken(seal, rows[0]?.id ?? 0))
  return { app, other }
}

test('slow work on what was sent is done before the transaction of a call, and nothing is changed if it fails', async () => {
  const order: string[] = []
  const { transaction } = world.db
  vi.spyOn(world.db, 'transaction').mockImplementation(() => {
    order.push('transaction')
    return transaction.call(world.db)
  })
  let fails = false
  const prepare = async () => {
    order.push('work')
    if (fails) throw new Problem('VALIDATION_FAILED')
    return 'done'
  }
  const handler = preparedRoute(slow, prepare, async (_call, result) => {
    order.push(result)
    return { data: {} }
  })
  const { app, other } = await serve([slow], [handler], await world.as('admin'))
  try {
    expect((await other.call(slow)).status).toBe(200)
    fails = true
    expect((await other.call(slow)).status).toBe(422)
    expect(order).toEqual(['work', 'transaction', 'done', 'work'])
  } finally {
    vi.restoreAllMocks()
    await app.close()
  }
})

test('a call that asks for the password answers 423 until it was confirmed, and for 15 minutes', async () => {
  const admin = await world.as('admin')
  const { app, other } = await serve([guarded], [route(guarded, async () => ({ data: {} }))], admin)
  expect((await other.call(guarded)).status).toBe(423)
  const wrong = await admin.call(confirmPassword, { body: { password: 'wrong' } })
  expect([wrong.status, wrong.errors[0]?.source]).toEqual([422, 'password'])
  expect((await other.call(guarded)).status).toBe(423)
  expect((await admin.call(confirmPassword, { body: { password } })).status).toBe(200)
  expect((await other.call(guarded)).status).toBe(200)
  await world.pool.query("UPDATE sessions SET confirmed_at = now() - interval '15 minutes'")
  expect((await other.call(guarded)).status).toBe(423)
  await app.close()
})

test('a declared endpoint without a handler, with two, or of a kind that is not served ends the start', () => {
  const start = (declared: AnyEndpoint[], routes = declared.map((one) => route(one, async () => ({ data: {} })))) =>
    mount(Fastify(), declared, routes, deps())
  expect(() => start([guarded], [])).toThrow('test.guarded has 0 handlers')
  const handler = route(guarded, async () => ({ data: {} }))
  expect(() => start([guarded], [handler, handler])).toThrow('test.guarded has 2 handlers')
  expect(() => start([], [handler])).toThrow('not listed')
  expect(() => start([{ ...guarded, stepUp: 'mfa' }])).toThrow('mount does not do')
})
