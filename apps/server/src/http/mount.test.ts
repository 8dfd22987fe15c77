import { confirmPassword } from '@longreach/contract/account/access-endpoints'
import { type AnyEndpoint, empty, endpoint, type Schema } from '@longreach/contract/endpoint'
import { endpoints } from '@longreach/contract/index'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { csrfToken } from '../endpoint/cookies.ts'
import { Problem } from '../endpoint/problem.ts'
import { type Answer, preparedRoute, type Route, route } from '../endpoint/route.ts'
import { createClient, type TestClient } from '../test/client.ts'
import { mountDeps, serveMounted } from '../test/mounted.ts'
import { makeCompany, makeUser, password, startWorld, type World } from '../test/world.ts'
import { mount } from './mount.ts'
import { outputSchema } from './response-schema.ts'

let world: World

beforeAll(async () => {
  world = await startWorld()
  await makeUser(world, 'admin', await makeCompany(world, 'Harbour'), 2)
})

afterAll(async () => world?.stop())

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

/** The user of another client, on a separate server that has only these routes. */
async function serve(declared: AnyEndpoint[], routes: Route[], client: TestClient) {
  const { app, url, seal } = await serveMounted(world, { declared, routes })
  const other = createClient(url)
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
    mount(Fastify(), declared, routes, mountDeps(world))
  expect(() => start([guarded], [])).toThrow('test.guarded has 0 handlers')
  const handler = route(guarded, async () => ({ data: {} }))
  expect(() => start([guarded], [handler, handler])).toThrow('test.guarded has 2 handlers')
  expect(() => start([], [handler])).toThrow('not listed')
  expect(() => start([{ ...guarded, stepUp: 'mfa' }])).toThrow('mount does not do')
})

interface JsonSchema {
  type?: string
  enum?: unknown[]
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema
  required?: string[]
}

/** A value with every field of a schema, and one row in each array; null where it may be. */
function sampleOf({ type, anyOf, items, properties, additionalProperties, required, ...schema }: JsonSchema): unknown {
  if (schema.enum) return schema.enum[0]
  if (anyOf) return anyOf.some((one) => one.type === 'null') ? null : sampleOf(anyOf[0] as JsonSchema)
  if (type === 'array') return [sampleOf(items ?? {})]
  if (type === 'object') {
    const named = Object.fromEntries((required ?? []).map((name) => [name, additionalProperties ?? {}]))
    const fields = Object.entries({ ...named, ...properties })
    return Object.fromEntries(fields.map(([name, inner]) => [name, sampleOf(inner)]))
  }
  return { string: 'x', boolean: true, integer: 1, number: 1 }[type ?? ''] ?? null
}

/** Some lists require a period. */
const period = { start_date: '2026-01-01 00:00:00', end_date: '2026-01-02 00:00:00' }

/** Fields of the first row of a list, which is the response or the array in it. */
function fieldsIn(data: unknown): string[] {
  const rows = Array.isArray(data) ? data : Object.values(data ?? {}).find(Array.isArray)
  return Object.keys(rows?.[0] ?? {})
}

test('every list answers with the fields that were asked for, names all it has, and refuses others by name', async () => {
  const lists = endpoints.filter(({ query, csv }) => !csv && 'fields' in ((query as { shape?: object })?.shape ?? {}))
  const sampled = (schema: AnyEndpoint['meta']) => sampleOf(outputSchema(schema as Schema)) as never
  const samples = new Map(lists.map((list) => [list, { data: sampled(list.response), meta: sampled(list.meta) }]))
  const routes = lists.map((list) => route(list, async () => samples.get(list) as Answer))
  const { app, other } = await serve(lists, routes, await world.as('root'))
  expect(lists.length).toBeGreaterThan(40)
  try {
    for (const list of lists) {
      const params = Object.fromEntries([...list.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, '1']))
      const read = (query: object) => other.call(list, { params, query: { ...period, ...query } } as never)
      const all = fieldsIn(samples.get(list)?.data)
      const asked = all.includes('id') ? ['id', all[3] as string] : all.slice(0, 1)
      const [every, some] = [await read({}), await read({ fields: asked.join(',') })]
      const [names, wrong] = [await read({ fields_only: true }), await read({ fields: `${asked[0]},Colour_of_it` })]
      expect({
        list: list.name,
        every: every.errors[0] ?? fieldsIn(every.data),
        some: fieldsIn(some.data),
        names: names.meta?.fields,
        wrong: [wrong.status, wrong.errors[0]?.source, wrong.errors[0]?.message],
      }).toEqual({
        list: list.name,
        every: all,
        some: asked,
        names: all,
        wrong: [422, 'fields', expect.stringContaining('Colour_of_it')],
      })
    }
  } finally {
    await app.close()
  }
})
