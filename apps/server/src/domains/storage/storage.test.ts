import {
  createStoredItem,
  deleteStoredItem,
  listStorage,
  storageLimits,
  updateStoredItem,
} from '@longreach/contract/storage/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../test/client.ts'
import { makeCompany, makeUser, startWorld, type World } from '../../test/world.ts'

let world: World
let ann: TestClient
let ben: TestClient

beforeAll(async () => {
  world = await startWorld()
  const company = await makeCompany(world, 'Harbour')
  await makeUser(world, 'ann', company, 4)
  await makeUser(world, 'ben', company, 4)
  ann = await world.as('ann')
  ben = await world.as('ben')
})

afterAll(async () => world?.stop())

test('S3.56: items are created, changed, listed and removed, each user their own', async () => {
  const value = { columns: ['name', 'status'], wide: true, nested: [1, null, 'x'] }
  expect((await ann.call(createStoredItem, { body: { key: 'devices.columns', value } })).status).toBe(201)
  const listed = await ann.call(listStorage, { query: { limit: 100 } })
  expect(listed.data).toEqual({ data: [{ key: 'devices.columns', value }] })
  expect((await ben.call(listStorage)).data).toEqual({ data: [] })
  expect((await ben.call(updateStoredItem, { params: { key: 'devices.columns' }, body: { value: 0 } })).status).toBe(
    404,
  )
  await ann.call(updateStoredItem, { params: { key: 'devices.columns' }, body: { value: null } })
  expect((await ann.call(listStorage)).data).toEqual({ data: [{ key: 'devices.columns', value: null }] })
  expect((await ben.call(deleteStoredItem, { params: { key: 'devices.columns' } })).status).toBe(404)
  expect((await ann.call(deleteStoredItem, { params: { key: 'devices.columns' } })).status).toBe(200)
  expect((await ann.call(listStorage)).data).toEqual({ data: [] })
})

test('a key twice, a value too large and an odd key are refused with the field named', async () => {
  await ann.call(createStoredItem, { body: { key: 'twice', value: 1 } })
  const twice = await ann.call(createStoredItem, { body: { key: 'twice', value: 2 } })
  expect([twice.status, twice.errors[0]?.source]).toEqual([409, 'key'])
  const large = await ann.call(createStoredItem, {
    body: { key: 'large', value: 'x'.repeat(storageLimits.valueBytes) },
  })
  expect([large.status, large.errors[0]?.source]).toEqual([422, 'value'])
  const odd = await ann.call(createStoredItem, { body: { key: '../x', value: 1 } })
  expect([odd.status, odd.errors[0]?.source]).toEqual([422, 'key'])
})
