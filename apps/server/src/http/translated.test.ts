import { endpoints } from '@longreach/contract'
import { translateJson } from '@longreach/contract/i18n'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createClient, type TestClient } from '../test/client.ts'
import { startWorld, type World } from '../test/world.ts'

// A language of its own, in which every text is marked.
vi.mock('../texts.ts', async (original) => ({
  ...(await original<typeof import('../texts.ts')>()),
  translateDocument: (json: string) => translateJson(json, (key) => `⟦${key}⟧`),
}))

let world: World
let root: TestClient

beforeAll(async () => {
  world = await startWorld()
  root = await world.as('root')
})
afterAll(() => world?.stop())

const bodies = [{}, { name: 7, id: 'x', data: [{}], filter: { q: 1 } }, { id: [99_999_999], device_id: [99_999_999] }]
let refusals = 0
const isMarked = (message: string) => /^⟦[a-z]+\.\w+⟧$/.test(message)

// Signing out would end the session the others are asked with.
const asked = endpoints.filter(({ name }) => !/logout|sign_out|sessions/.test(name))

test.each(asked.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s refuses in the language of who asks',
  async (_, endpoint) => {
    const params = Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, '99999999']))
    const messages: string[] = []
    for (const client of [createClient(world.base), root]) {
      for (const body of endpoint.method === 'GET' ? [undefined] : bodies) {
        const input = { params, query: { limit: 'x', sort: 7 }, ...(body ? { body } : {}) }
        const { errors } = await client.call(endpoint, input as never)
        messages.push(...errors.map(({ message }) => message))
      }
    }
    refusals += messages.length
    expect(messages.filter((message) => !isMarked(message))).toEqual([])
  },
)

test('all of them were asked', () => {
  expect(refusals).toBeGreaterThan(asked.length)
})
