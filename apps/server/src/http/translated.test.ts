import { endpoints } from '@longreach/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, type TestClient } from '../test/client.ts'
import { startWorld, type World } from '../test/world.ts'
import { i18n } from '../texts.ts'

/** Texts either unchanged, or each of them marked. */
const english = structuredClone(i18n.getResourceBundle('en', 'texts')) as Record<string, Record<string, string>>
const mark = (sentence: string) => `⟦${sentence}⟧`
const marked = Object.fromEntries(
  Object.entries(english).map(([domain, texts]) => [
    domain,
    Object.fromEntries(Object.entries(texts).map(([key, sentence]) => [key, mark(sentence)])),
  ]),
)

let world: World
let root: TestClient

beforeAll(async () => {
  world = await startWorld()
  root = await world.as('root')
  i18n.addResourceBundle('en', 'texts', marked, true, true)
})
afterAll(async () => {
  i18n.addResourceBundle('en', 'texts', english, true, true)
  await world?.stop()
})

const bodies = [{}, { name: 7, id: 'x', data: [{}], filter: { q: 1 } }, { id: [99_999_999], device_id: [99_999_999] }]
let refusals = 0
const isMarked = (message: string) => /^⟦.*⟧$/s.test(message)

// Signing out would end the session used for the others.
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
