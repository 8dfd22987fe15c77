import {
  changePassword,
  confirmPassword,
  createToken,
  deleteToken,
  endOtherSessions,
  endSession,
  listSessions,
  listTokens,
} from '@longreach/contract/account/access-endpoints'
import { getSessionUser, login, refreshToken, revokeToken } from '@longreach/contract/account/endpoints'
import { tokenLimits } from '@longreach/contract/account/forms'
import { scopeOfPermission, tokenScopes } from '@longreach/contract/account/scopes'
import { listAudit } from '@longreach/contract/audit/endpoints'
import { listDevices, updateDevice } from '@longreach/contract/devices/endpoints'
import { pollingPath } from '@longreach/contract/live'
import { defaultRoles, permissionsOfRole } from '@longreach/contract/permissions'
import { createStoredItem, listStorage } from '@longreach/contract/storage/endpoints'
import { updateUser } from '@longreach/contract/users/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, signIn, type TestClient } from '../../test/client.ts'
import { makeCompany, makeDevice, makeUser, type Place, password, startWorld, type World } from '../../test/world.ts'

let world: World
let company: Place
let admin: TestClient
let people = 0

beforeAll(async () => {
  world = await startWorld()
  company = await makeCompany(world, 'Harbour')
  await makeUser(world, 'admin', company, 2)
  admin = await world.signIn('admin')
})
afterAll(async () => world?.stop())

async function person(role = 2) {
  const name = `person${++people}`
  const id = await makeUser(world, name, company, role)
  return { id, name, client: await world.signIn(name) }
}

async function makeToken(client: TestClient, scopes: string[], days = 30) {
  await client.call(confirmPassword, { body: { password } })
  const answer = await client.call(createToken, { body: { name: 'Program', scopes, days } })
  expect(answer.status).toBe(201)
  return { ...answer.data, program: withToken(answer.data.token) }
}

/** A program: no cookies, the token in its header. */
function withToken(token: string): TestClient {
  const client = createClient(world.base)
  const plain = client.fetch
  client.fetch = (path, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${token}`)
    return plain(path, { ...init, headers })
  }
  return client
}

test('users see the browsers they are signed in with and end one or all others, with immediate effect', async () => {
  const { name, client } = await person()
  const second = await world.signIn(name)
  const third = await world.signIn(name)
  const { data } = await client.call(listSessions)
  expect(data).toHaveLength(3)
  expect(data.filter(({ current }) => current)).toHaveLength(1)
  const [newest] = (await third.call(listSessions)).data.filter(({ current }) => current)
  expect((await client.call(endSession, { params: { id: newest!.id } })).status).toBe(200)
  expect((await third.call(getSessionUser)).status).toBe(401)
  expect((await second.call(getSessionUser)).status).toBe(200)
  expect((await client.call(endOtherSessions)).data).toEqual({ ended: 1 })
  expect((await second.call(getSessionUser)).status).toBe(401)
  expect((await client.call(listSessions)).data).toMatchObject([{ current: true }])
})

test('a user has 20 sessions at most: a sign-in ends the least recently used, no token and no expired one counts', async () => {
  const { id, name, client: first } = await person()
  const token = await makeToken(first, ['devices:read'])
  const more: TestClient[] = []
  for (let count = 0; count < 19; count++) more.push(await world.signIn(name))
  await sql`
    INSERT INTO sessions (token_hash, user_id, created_at, expires_at)
    SELECT sha256(('expired ' || n)::bytea), ${id}, now(), now() - interval '1 second' FROM generate_series(1, 5) AS n`.execute(
    world.db,
  )
  await sql`UPDATE sessions SET created_at = created_at - interval '2 hours', last_used_at = NULL
    WHERE user_id = ${id} AND kind = 'browser'`.execute(world.db)
  expect((await first.call(getSessionUser)).status).toBe(200)
  const { data: before } = await first.call(listSessions)
  expect(before.length).toBe(20)
  const latest = await world.signIn(name)
  const { data: after } = await latest.call(listSessions)
  expect(after.length).toBe(20)
  const missing = before.filter((one) => !after.some((other) => other.id === one.id))
  expect(missing.map((one) => one.id)).toEqual([before.at(-1)?.id])
  expect((await first.call(getSessionUser)).status).toBe(200)
  expect((await more[0]?.call(getSessionUser))?.status).toBe(401)
  expect((await token.program.call(listDevices)).status).toBe(200)
  const { data: lines } = await latest.call(listAudit, { query: { action: 'account.login', limit: 1 } })
  expect(lines[0]?.after).toEqual({ ended_sessions: missing.map((one) => one.id) })
})

test('sign-ins of one user at the same moment leave 20 sessions, and all of them are among these', async () => {
  const { id, name } = await person()
  await sql`
    INSERT INTO sessions (token_hash, user_id, created_at, expires_at)
    SELECT sha256(('idle ' || n)::bytea), ${id}, now() - interval '1 hour', now() + interval '1 hour'
    FROM generate_series(1, 18) AS n`.execute(world.db)
  const clients = await Promise.all(Array.from({ length: 8 }, () => world.signIn(name)))
  const lists = await Promise.all(clients.map((client) => client.call(listSessions)))
  expect(lists.map(({ data }) => data.length)).toEqual(Array(8).fill(20))
})

test('a colleague of the same company cannot end the session of another, nor the token', async () => {
  const victim = await person()
  const [session] = (await victim.client.call(listSessions)).data
  const token = await makeToken(victim.client, ['devices:read'])
  expect((await admin.call(endSession, { params: { id: session!.id } })).status).toBe(404)
  expect((await admin.call(deleteToken, { params: { id: token.id } })).status).toBe(404)
  // Each call applies to its own kind.
  expect((await victim.client.call(endSession, { params: { id: token.id } })).status).toBe(404)
  expect((await victim.client.call(deleteToken, { params: { id: session!.id } })).status).toBe(404)
  expect((await token.program.call(listDevices)).status).toBe(200)
})

test('a token requires the password, is shown once, and is limited to its scopes', async () => {
  const { client } = await person()
  const body = { name: 'Program', scopes: ['devices:read'], days: 30 }
  expect((await client.call(createToken, { body })).status).toBe(423)
  const { token, program, id } = await makeToken(client, ['devices:read'])
  expect(token).toMatch(/^pat_[\w-]{43}$/)
  expect(JSON.stringify((await client.call(listTokens)).data)).not.toContain(token)
  expect(
    (
      await sql<{ text: string }>`SELECT coalesce(string_agg(s::text, ''), '') AS text FROM sessions s`.execute(
        world.db,
      )
    ).rows[0]?.text,
  ).not.toContain(token)

  const device = await makeDevice(world, company)
  expect((await program.call(listDevices, { query: { id: String(device) } })).data).toMatchObject([{ id: device }])
  expect((await program.call(updateDevice, { params: { id: device }, body: { name: 'Renamed' } })).status).toBe(403)
  const writer = await makeToken(client, ['devices:write'])
  expect((await writer.program.call(updateDevice, { params: { id: device }, body: { name: 'Renamed' } })).status).toBe(
    200,
  )
  expect((await writer.program.call(listDevices)).status).toBe(403)
  const [used] = (await client.call(listTokens)).data.filter((one) => one.id === id)
  expect(used).toMatchObject({ name: 'Program', scopes: ['devices:read'], last_ip: expect.any(String) })
  expect(used!.last_used_at).not.toBeNull()
  const lines = (await admin.call(listAudit, { query: { action: 'account.create_token' } })).text
  expect(lines).toContain('devices:read')
  expect(lines).not.toContain(token)
})

test('no combination of scopes gives more than the role, and all of them give the role', async () => {
  for (const role of defaultRoles.filter(({ id }) => [2, 3, 4, 6].includes(id))) {
    const { client } = await person(role.id)
    const all = await makeToken(
      client,
      tokenScopes.map(({ name }) => name),
    )
    const granted = permissionsOfRole(role)
    expect(new Set((await all.program.call(getSessionUser)).data.permissions)).toEqual(new Set(granted))
    const one = await makeToken(client, ['devices:delete', 'users:read'])
    const given = (await one.program.call(getSessionUser)).data.permissions
    expect(new Set(given)).toEqual(
      new Set(granted.filter((name) => [null, 'devices:delete', 'users:read'].includes(scopeOfPermission(name)))),
    )
  }
})

test('a token follows the role of its owner at once', async () => {
  const { id, client } = await person()
  const { program } = await makeToken(client, ['users:read', 'users:write', 'devices:write'])
  expect((await program.call(getSessionUser)).data.permissions).toContain('update_users')
  await admin.call(updateUser, { params: { id }, body: { role_id: 4 } })
  const permissions = (await program.call(getSessionUser)).data.permissions
  expect(permissions).toContain('view_users')
  expect(permissions).not.toContain('update_users')
})

test('a token is for programs: it does not manage the account, sign in or out, or work as a cookie', async () => {
  const { client } = await person()
  const { token, program } = await makeToken(
    client,
    tokenScopes.map(({ name }) => name),
  )
  for (const endpoint of [listSessions, listTokens, refreshToken, endOtherSessions, listStorage]) {
    expect((await program.call(endpoint)).status).toBe(403)
  }
  expect((await program.call(confirmPassword, { body: { password } })).status).toBe(403)
  // The console's stored items of a user are in no scope.
  expect((await program.call(createStoredItem, { body: { key: 'theme', value: 1 } })).status).toBe(403)
  const body = { name: 'More', scopes: ['devices:read'], days: 1 }
  expect((await program.call(createToken, { body })).status).toBe(403)
  await program.call(revokeToken)
  await program.call(login, { body: { username: 'admin@example.test', password } })
  expect((await program.call(getSessionUser)).status).toBe(200)

  const thief = createClient(world.base)
  thief.cookies.set('__Host-session', token)
  thief.cookies.set('session', token)
  expect((await thief.call(getSessionUser)).status).toBe(401)
  const cookie = client.cookies.get('__Host-session') ?? ''
  expect((await withToken(cookie).call(getSessionUser)).status).toBe(401)
})

test('a wrong, ended or deleted token is refused whatever cookie comes with it', async () => {
  const { client } = await person()
  const wrong = await client.fetch('/api/user', { headers: { authorization: 'Bearer pat_wrong' } })
  expect(wrong.status).toBe(401)
  const ended = await makeToken(client, ['devices:read'])
  await world.db.updateTable('sessions').set({ expires_at: new Date() }).where('id', '=', ended.id).execute()
  expect((await ended.program.call(listDevices)).status).toBe(401)
  const gone = await makeToken(client, ['devices:read'])
  expect((await client.call(deleteToken, { params: { id: gone.id } })).status).toBe(200)
  expect((await gone.program.call(listDevices)).status).toBe(401)
  expect((await client.call(deleteToken, { params: { id: gone.id } })).status).toBe(404)
})

test('a proxy with a password of its own locks no user out, and adds no permission', async () => {
  const { client } = await person()
  const headers = { authorization: 'Basic eDp5' }
  expect((await client.fetch('/api/user', { headers })).status).toBe(200)
  expect((await createClient(world.base).fetch('/api/user', { headers })).status).toBe(401)
  const forged = { ...headers, 'x-xsrf-token': 'none' }
  const change = await client.fetch('/api/account/sessions', { method: 'DELETE', headers: forged })
  expect(change.status).toBe(403)
})

test('invalid scopes, names and durations are reported; the number of tokens per user is limited', async () => {
  const { id, client } = await person()
  await client.call(confirmPassword, { body: { password } })
  const good = { name: 'Program', scopes: ['devices:read'], days: 30 }
  for (const bad of [{ name: '  ' }, { scopes: [] }, { scopes: ['devices:all'] }, { days: 0 }, { days: 367 }]) {
    const answer = await client.call(createToken, { body: { ...good, ...bad } })
    expect([answer.status, answer.errors[0]?.source?.split('.')[0]]).toEqual([422, Object.keys(bad)[0]])
  }
  const free = tokenLimits.count - 1
  await sql`
    INSERT INTO sessions (kind, user_id, token_hash, name, scopes, expires_at)
    SELECT 'token', ${id}, sha256(n::text::bytea), 'x', '{devices:read}', now() + interval '1 day'
    FROM generate_series(1, ${free}::int) n`.execute(world.db)
  const answers = await Promise.all([1, 2, 3].map(() => client.call(createToken, { body: good })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
})

test('programs read the channels of their owner', async () => {
  const { id, client } = await person()
  const { token } = await makeToken(client, ['device_actions:read'])
  const ask = (authorization: string) =>
    fetch(`${world.base}${pollingPath}/private-status.${id}.none`, { headers: { authorization } })
  expect((await ask(`Bearer ${token}`)).status).toBe(404)
  expect((await ask('Bearer pat_other')).status).toBe(401)
})

test('a new password ends every other session and every token, and requires the current one', async () => {
  const { name, client } = await person()
  const other = await world.signIn(name)
  const { program } = await makeToken(client, ['devices:read'])
  const next = 'Another-horse-22'
  const wrong = await client.call(changePassword, { body: { current_password: 'Wrong-horse-1', password: next } })
  expect([wrong.status, wrong.errors[0]?.source]).toEqual([422, 'current_password'])
  const weak = await client.call(changePassword, { body: { current_password: password, password: 'password1' } })
  expect([weak.status, weak.errors[0]?.source]).toEqual([422, 'password'])
  expect((await client.call(changePassword, { body: { current_password: password, password: next } })).status).toBe(200)
  expect((await client.call(getSessionUser)).status).toBe(200)
  expect((await other.call(getSessionUser)).status).toBe(401)
  expect((await program.call(listDevices)).status).toBe(401)
  await expect(world.signIn(name)).rejects.toThrow('401')
  await signIn(world.base, `${name}@example.test`, next)
})

test("another password renews the own cookie: a copy of the old one ends with it, and so does the password's confirmation", async () => {
  const { name, client } = await person()
  const copy = createClient(world.base)
  for (const [cookie, value] of client.cookies) copy.cookies.set(cookie, value)
  expect((await client.call(confirmPassword, { body: { password } })).status).toBe(200)
  const body = { current_password: password, password: 'Another-horse-23' }
  expect((await client.call(changePassword, { body })).status).toBe(200)
  expect(client.cookies.get('__Host-session')).not.toBe(copy.cookies.get('__Host-session'))
  const { id } = await world.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', `${name}@example.test`)
    .executeTakeFirstOrThrow()
  const { rows } = await sql`SELECT confirmed_at FROM sessions WHERE user_id = ${id}`.execute(world.db)
  expect(rows).toEqual([{ confirmed_at: null }])
  expect((await copy.call(getSessionUser)).status).toBe(200)
  await sql`UPDATE sessions SET previous_until = previous_until - interval '31 seconds' WHERE user_id = ${id}`.execute(
    world.db,
  )
  expect((await copy.call(getSessionUser)).status).toBe(401)
  expect((await client.call(getSessionUser)).status).toBe(200)
})

test('guesses of the present password are limited', async () => {
  const { client } = await person()
  const guess = () =>
    client.call(changePassword, { body: { current_password: 'Wrong-horse-1', password: 'Another-horse-22' } })
  const statuses = []
  for (let tries = 0; tries < 12; tries++) statuses.push((await guess()).status)
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(422))
  expect(statuses.at(-1)).toBe(429)
})
