import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { login, refreshToken, revokeToken } from '@longreach/contract/account/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../test/client.ts'
import { makeCompany, makeUser, password, startWorld, type World } from '../../test/world.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'brand-'))
let world: World

beforeAll(async () => {
  const file = path.join(folder, 'brand.json')
  writeFileSync(file, JSON.stringify({ csrf_cookie: 'Acme-XSRF-TOKEN' }))
  world = await startWorld({ BRAND_FILE: file })
  await makeUser(world, 'ann', await makeCompany(world, 'Harbour'), 2)
})

afterAll(async () => {
  await world?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('the CSRF token is in the cookie the brand names, and is removed with the session', async () => {
  const client = createClient(world.base)
  const body = { username: 'ann@example.test', password }
  const { headers } = await client.call(login, { body })
  const names = headers.getSetCookie().map((cookie) => cookie.split('=')[0])
  expect(names.sort()).toEqual(['Acme-XSRF-TOKEN', '__Host-browser', '__Host-session'])
  const token = client.cookies.get('Acme-XSRF-TOKEN') as string
  const refresh = (given: string) =>
    client.fetch(`/api${refreshToken.path}`, { method: 'POST', headers: { 'x-xsrf-token': given } })
  expect((await refresh('wrong')).status).toBe(403)
  expect((await refresh(token)).status).toBe(200)
  const gone = await client.fetch(`/api${revokeToken.path}`, { method: 'POST', headers: { 'x-xsrf-token': token } })
  expect(gone.headers.getSetCookie().join()).toContain('Acme-XSRF-TOKEN=;')
})
