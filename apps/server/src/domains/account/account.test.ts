import { getSessionUser, login, refreshToken, revokeToken } from '@longreach/contract/account/endpoints'
import { listAudit } from '@longreach/contract/audit/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../test/client.ts'
import { makeCompany, makeUser, password, startWorld, type World } from '../../test/world.ts'

let world: World

beforeAll(async () => {
  world = await startWorld()
  const company = await makeCompany(world, 'Harbour')
  for (const name of ['ann', 'ben', 'cleo', 'dan', 'eve']) await makeUser(world, name, company, 2)
})

afterAll(async () => world?.stop())

const signInWith = (username: string, secret: string) =>
  createClient(world.base).call(login, { body: { username, password: secret } })

test('signing in by username or address sets a host-only cookie that scripts cannot read', async () => {
  const answer = await signInWith('ANN@example.test', password)
  expect(answer.status).toBe(200)
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('__Host-session='))
  expect(cookie).toMatch(/; Path=\//)
  expect(cookie).toMatch(/HttpOnly/)
  expect(cookie).toMatch(/Secure/)
  expect(cookie).not.toMatch(/Domain/)
})

test('sign-ins of one user at the same moment all succeed', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => signInWith('ben@example.test', password)))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
})

test('a wrong password and an unknown username get the same response', async () => {
  const wrong = await signInWith('ann@example.test', 'wrong')
  const unknown = await signInWith('unknown@example.test', 'wrong')
  expect(wrong.status).toBe(401)
  expect({ ...wrong, headers: null }).toEqual({ ...unknown, headers: null })
})

test('after ten wrong passwords the username has to wait, with the right one too', async () => {
  const statuses = []
  for (let attempt = 0; attempt < 11; attempt++) statuses.push((await signInWith('eve@example.test', 'wrong')).status)
  expect(statuses).toEqual([...Array(10).fill(401), 429])
  const answer = await signInWith('eve@example.test', password)
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answer.errors[0]?.message).toMatch(/^Too many attempts\. Try again in \d+ min$/)
})

test('S3.1 S3.2: the session user has an id, names, a picture, and a company with its place and payments', async () => {
  const client = await world.signIn('ann')
  const { data } = await client.call(getSessionUser)
  const { id, username, email, avatar_url, company } = data
  expect({ id, username, email, avatar_url }).toEqual({
    id: expect.any(Number),
    username: 'ann@example.test',
    email: 'ann@example.test',
    avatar_url: null,
  })
  expect(company).toEqual({
    id: expect.any(Number),
    parent_id: 0,
    name: 'Harbour',
    level: 1,
    show_payment: expect.any(Boolean),
  })
})

test('S3.3 S3.4 S3.6 S3.7 S3.8 S3.11 S3.12 S7.18: GET /user has the shape of the session user', async () => {
  const client = await world.signIn('ann')
  const { data } = await client.call(getSessionUser)
  expect(data).toMatchObject({
    username: 'ann@example.test',
    company: { name: 'Harbour', level: 1 },
    role: { name: 'admin', title: 'Administrator' },
    isImpersonating: false,
    mfa_type: null,
    show_payment: expect.any(Boolean),
    show_payment_control: expect.any(Boolean),
    company_id: data.company.id,
    company_name: 'Harbour',
    country_iso_code: null,
  })
  expect(data.exp).toBeGreaterThan(Date.now() / 1000)
  expect(data.permissions).toContain('view_devices')
  expect(data.permissions).not.toContain('super_admin')
})

test('S7.117: a session starts with GET /user, its cookies are out of reach of scripts but for the CSRF token', async () => {
  const answer = await signInWith('ann@example.test', password)
  const cookies = answer.headers.getSetCookie()
  const readable = cookies.filter((cookie) => !/; HttpOnly/i.test(cookie)).map((cookie) => cookie.split('=')[0])
  expect(readable).toEqual(['XSRF-TOKEN'])
  expect(cookies.length).toBeGreaterThan(1)
  const stranger = createClient(world.base)
  expect((await stranger.call(getSessionUser)).status).toBe(401)
  const client = await world.signIn('ann')
  expect((await client.call(refreshToken)).status).toBe(200)
  expect((await client.call(getSessionUser)).data.username).toBe('ann@example.test')
})

test('S7.19: two tabs refreshing together stay signed in', async () => {
  const client = await world.signIn('ben')
  const before = new Map(client.cookies)
  const answers = await Promise.all([client.call(refreshToken), client.call(refreshToken)])
  expect(answers.map((answer) => answer.status)).toEqual([200, 200])
  expect((await client.call(getSessionUser)).status).toBe(200)
  const oldTab = createClient(world.base)
  for (const [name, value] of before) oldTab.cookies.set(name, value)
  expect((await oldTab.call(getSessionUser)).status).toBe(200)
  await sql`UPDATE sessions SET previous_until = now() - interval '1 second'`.execute(world.db)
  expect((await oldTab.call(getSessionUser)).status).toBe(401)
  expect((await client.call(getSessionUser)).status).toBe(200)
})

test('revoking ends the session immediately, and can be repeated', async () => {
  const client = await world.signIn('cleo')
  const kept = new Map(client.cookies)
  expect((await client.call(revokeToken)).status).toBe(200)
  const again = createClient(world.base)
  for (const [name, value] of kept) again.cookies.set(name, value)
  expect((await again.call(getSessionUser)).status).toBe(401)
  expect((await client.call(revokeToken)).status).toBe(200)
})

test('S4.2: an expired session is not valid', async () => {
  const client = await world.signIn('dan')
  const { data } = await client.call(getSessionUser)
  await sql`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE user_id = ${data.id}`.execute(world.db)
  expect((await client.call(getSessionUser)).status).toBe(401)
})

test('a removed role takes effect on the next request of an open session', async () => {
  const client = await world.signIn('ann')
  expect((await client.call(listAudit)).status).toBe(200)
  await sql`UPDATE users SET role_id = 4 WHERE username = 'ann@example.test'`.execute(world.db)
  expect((await client.call(listAudit)).status).toBe(403)
})

test('signing in is in the audit log with the name and without the password', async () => {
  const client = await world.signIn('cleo')
  const { data, text } = await client.call(listAudit, { query: { action: 'account.login' } })
  expect(data[0]).toMatchObject({ username: 'cleo@example.test', target: 'user' })
  expect(text).not.toContain(password)
})

test.each([
  ['login', { username: 'ben@example.test', password }],
  ['set-up', { token: 'x', email: 'ben@example.test', password }],
])('without HTTPS, beyond localhost, passwords are refused unless allowed: %s', async (call, body) => {
  const { port } = new URL(world.base)
  const { request } = await import('node:http')
  let said = ''
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const asked = request(
      `${world.base}/api/account/${call}`,
      { method: 'POST', headers: { 'content-type': 'application/json', host: `console.example:${port}` } },
      (answer) => {
        answer.setEncoding('utf8').on('data', (text) => {
          said += text
        })
        answer.on('end', () => resolve(answer.statusCode))
      },
    )
    asked.on('error', reject)
    asked.end(JSON.stringify(body))
  })
  expect(status).toBe(403)
  expect(said).toContain('requires HTTPS')
})
