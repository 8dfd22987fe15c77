import cookie from '@fastify/cookie'
import { confirmPassword } from '@longreach/contract/account/access-endpoints'
import { type AnyEndpoint, empty, endpoint } from '@longreach/contract/endpoint'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBlobStore } from '../domains/files/blobs.ts'
import { route } from '../endpoint/route.ts'
import { createSeal } from '../seal.ts'
import { createClient } from '../test/client.ts'
import { makeCompany, makeUser, password, startWorld, type World } from '../test/world.ts'
import { answerError } from './errors.ts'
import { mount } from './mount.ts'

let world: World

beforeAll(async () => {
  world = await startWorld()
  await makeUser(world, 'admin', await makeCompany(world, 'Harbour'), 2)
})

afterAll(async () => world?.stop())

const blobs = createBlobStore({ seal: createSeal(Buffer.alloc(32)) })

const guarded = endpoint({
  name: 'test.guarded',
  method: 'GET',
  path: '/guarded',
  summary: 'Asks for the password again',
  permission: 'view_devices',
  stepUp: 'password',
  response: empty,
})

test('a call that asks for the password answers 423 until it was confirmed, and for 15 minutes', async () => {
  const app = Fastify()
  await app.register(cookie)
  app.setErrorHandler(answerError)
  mount(app, [guarded], [route(guarded, async () => ({ data: {} }))], {
    db: world.db,
    endReused: async () => {},
    seal: createSeal(Buffer.alloc(32)),
    origins: [],
    emit: async () => {},
    diskSpace: { check: () => {} },
    blobs,
    limitDownload: async () => {},
  })
  const url = await app.listen({ port: 0, host: 'localhost' })
  const admin = await world.as('admin')
  const other = createClient(url.replace('[::1]', 'localhost').replace('127.0.0.1', 'localhost'))
  for (const [name, value] of admin.cookies) other.cookies.set(name, value)
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
    mount(Fastify(), declared, routes, {
      db: world.db,
      endReused: async () => {},
      seal: createSeal(Buffer.alloc(32)),
      origins: [],
      emit: async () => {},
      diskSpace: { check: () => {} },
      blobs,
      limitDownload: async () => {},
    })
  expect(() => start([guarded], [])).toThrow('test.guarded has 0 handlers')
  const handler = route(guarded, async () => ({ data: {} }))
  expect(() => start([guarded], [handler, handler])).toThrow('test.guarded has 2 handlers')
  expect(() => start([], [handler])).toThrow('not listed')
  expect(() => start([{ ...guarded, stepUp: 'mfa' }])).toThrow('mount does not do')
})
