import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { updateAccount } from '@longreach/contract/account/email-endpoints'
import { getSessionUser } from '@longreach/contract/account/endpoints'
import { listAudit } from '@longreach/contract/audit/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../test/client.ts'
import { makeCompany, makeUser, startWorld, type World } from '../../test/world.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'brand-'))
let world: World
let ann: TestClient

beforeAll(async () => {
  const file = path.join(folder, 'brand.json')
  writeFileSync(file, JSON.stringify({ terms: { date: '2024-05-01', url: 'https://terms.example' } }))
  world = await startWorld({ BRAND_FILE: file })
  await makeUser(world, 'ann', await makeCompany(world, 'Harbour'), 2)
  ann = await world.signIn('ann')
})

afterAll(async () => {
  await world?.stop()
  await rm(folder, { recursive: true, force: true })
})

const accepted = async () => (await ann.call(getSessionUser)).data.tos_accepted
const agree = (path: string) =>
  ann.fetch(path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tos_accepted: true }),
  })

test('S3.5 S7.23 terms are agreed to at /account/user and /api/account/user alike, once, with a line in the audit log', async () => {
  expect(await accepted()).toBe(false)
  expect((await agree('/account/user')).status).toBe(200)
  expect(await accepted()).toBe(true)
  expect((await agree('/api/account/user')).status).toBe(200)
  const { data } = await ann.call(listAudit, {})
  expect(data[0]).toMatchObject({ action: 'account.update', after: { tos_accepted: true } })
})

test('terms of a later date are asked for again', async () => {
  await sql`UPDATE users SET tos_accepted_at = '2024-04-30 23:59:59Z' WHERE email = 'ann@example.test'`.execute(
    world.db,
  )
  expect(await accepted()).toBe(false)
})

test('a call with neither an address nor an agreement is refused, and changes nothing', async () => {
  const answer = await ann.call(updateAccount, { body: {} })
  expect([answer.status, answer.errors[0]?.source]).toEqual([422, 'email'])
  const refused = await ann.call(updateAccount, { body: { tos_accepted: false } as never })
  expect(refused.status).toBe(422)
  expect(await accepted()).toBe(false)
})
