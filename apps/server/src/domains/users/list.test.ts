import { getUser, listUsers } from '@longreach/contract/users/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../test/client.ts'
import { makeCompany, makeUser, startWorld, type World } from '../../test/world.ts'

let world: World
let admin: TestClient
let ids: Record<'anna' | 'bert' | 'cleo', number>
let pier: number

beforeAll(async () => {
  world = await startWorld()
  const company = await makeCompany(world, 'Harbour')
  const branch = await makeCompany(world, 'Pier', company)
  pier = branch.company_id
  await makeUser(world, 'admin', company, 2)
  await makeUser(world, 'stranger', await makeCompany(world, 'Airport'), 3)
  ids = {
    anna: await makeUser(world, 'anna', company, 3),
    bert: await makeUser(world, 'Bert', branch, 4),
    cleo: await makeUser(world, 'cleo', branch, 3),
  }
  admin = await world.as('admin')
})

afterAll(async () => world?.stop())

const names = async (query: object) =>
  (await admin.call(listUsers, { query })).data.map((user) => user.username?.split('@')[0])

test('S7.48 S1.22 S1.24: users are listed with role and company, filtered, searched and sorted', async () => {
  expect(await names({})).toEqual(['admin', 'anna', 'Bert', 'cleo'])
  expect(await names({ role: 'end_user' })).toEqual(['anna', 'cleo'])
  expect(await names({ role_id: 3, company_id: pier })).toEqual(['cleo'])
  expect(await names({ q: 'BERT' })).toEqual(['Bert'])
  expect(await names({ q: '%' })).toEqual([])
  expect(await names({ sort: '-username', limit: 2 })).toEqual(['cleo', 'Bert'])
  expect(await names({ id: `${ids.anna},${ids.cleo}` })).toEqual(['anna', 'cleo'])
  expect((await admin.call(listUsers, { query: { limit: 1, role_id: 3 } })).meta.total).toBe(2)
  expect((await admin.call(listUsers, { query: { sort: 'password_hash' as never } })).status).toBe(422)
})

test('a user is returned with role and company, and never with a password', async () => {
  const { data, text } = await admin.call(getUser, { params: { id: ids.bert } })
  expect(data).toMatchObject({
    username: 'Bert@example.test',
    role: 'read_only',
    role_title: 'Guest',
    company_name: 'Pier',
    last_login_at: null,
  })
  expect(text).not.toContain('argon2')
  await world.as('Bert')
  expect((await admin.call(getUser, { params: { id: ids.bert } })).data.last_login_at).not.toBeNull()
})
