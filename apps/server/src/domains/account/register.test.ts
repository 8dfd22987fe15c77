import { sendVerification, updateAccount } from '@longreach/contract/account/email-endpoints'
import { getSessionUser, login } from '@longreach/contract/account/endpoints'
import { readInvitation, register, verifyEmail } from '@longreach/contract/account/register-endpoints'
import { listAudit } from '@longreach/contract/audit/endpoints'
import { listCompanies } from '@longreach/contract/companies/endpoints'
import { listDevices } from '@longreach/contract/devices/endpoints'
import { listMailLogs } from '@longreach/contract/mail/endpoints'
import { deleteInvitations, inviteCompany, inviteUser } from '@longreach/contract/users/invitation-endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, type TestClient } from '../../test/client.ts'
import { type MailServer, startMailServer } from '../../test/mail-server.ts'
import { until } from '../../test/until.ts'
import { makeCompany, makeUser, type Place, password, startWorld, type World } from '../../test/world.ts'

const chosen = 'Lantern-over-9-piers'
let server: MailServer
let world: World
let root: TestClient
let company: Place

beforeAll(async () => {
  server = await startMailServer()
  world = await startWorld({ SMTP_URL: server.url, MAIL_FROM: 'console@longreach.test' })
  company = await makeCompany(world, 'Harbour Lights')
  await makeUser(world, 'ann', company, 2)
  await makeUser(world, 'ben', company, 3)
  root = await world.signIn('root')
})

afterAll(async () => {
  await world?.stop()
  await server?.stop()
})

const visitor = () => createClient(world.base)
const mailsTo = (email: string) => server.mails.filter(({ to }) => to === email)

/** The token of the newest link of a kind to an address; `count`: the expected number of mails. */
async function tokenOf(page: string, email: string, count = 1): Promise<string> {
  const tokens = () =>
    mailsTo(email).flatMap(({ text }) => new RegExp(`${world.base}/${page}#(\\S+)`).exec(text)?.[1] ?? [])
  await until(() => tokens().length >= count)
  return tokens().at(-1) as string
}

async function invited(email: string, role = 'read_only'): Promise<string> {
  const body = { company_id: company.company_id, email, role }
  expect((await root.call(inviteUser, { body })).status).toBe(201)
  return tokenOf('register', email)
}

const registers = (token: string, username: string, more: object = {}) =>
  visitor().call(register, { body: { token, username, password: chosen, ...more } })
const verify = (token: string) => visitor().call(verifyEmail, { body: { token } })

async function signIn(username: string, secret = chosen): Promise<TestClient> {
  const client = visitor()
  expect((await client.call(login, { body: { username, password: secret } })).status).toBe(200)
  return client
}

test('S6.75: invited, registered, locked out until verified, then with the permissions of the role', async () => {
  const token = await invited('new@example.test')
  const { data } = await visitor().call(readInvitation, { body: { token } })
  expect(data).toEqual({
    email: 'new@example.test',
    company_name: 'Harbour Lights',
    makes_company: false,
    role_title: 'Guest',
  })
  const answer = await registers(token, 'New.Person', { first_name: 'New', last_name: '' })
  expect([answer.status, answer.data]).toEqual([201, { sends: true }])

  const client = await signIn('new.person')
  for (const call of [getSessionUser, listDevices] as const) {
    const blocked = await client.call(call)
    expect([blocked.status, blocked.errors[0]?.code]).toEqual([403, 'EMAIL_NOT_VERIFIED'])
  }
  const first = await tokenOf('verify-email', 'new@example.test')
  expect((await client.call(sendVerification)).status).toBe(200)
  const second = await tokenOf('verify-email', 'new@example.test', 2)
  expect((await verify(second)).status).toBe(200)
  for (const used of [first, second]) expect((await verify(used)).status).toBe(403)
  const user = await client.call(getSessionUser)
  expect(user.data).toMatchObject({
    username: 'New.Person',
    first_name: 'New',
    last_name: null,
    email_verified: true,
    company_id: company.company_id,
    role: { name: 'read_only' },
  })
  expect((await client.call(listDevices)).status).toBe(200)
  const beyond = { company_id: company.company_id, email: 'x@example.test' }
  expect((await client.call(inviteUser, { body: beyond })).status).toBe(403)

  const again = await registers(token, 'another')
  expect([again.status, again.errors[0]?.source]).toEqual([403, 'token'])
  const audit = await root.call(listAudit, { query: { action: 'account.register' } })
  expect(audit.data[0]).toMatchObject({ username: 'New.Person', target: 'user', after: { email: 'new@example.test' } })
  expect(audit.text).not.toContain(chosen)
})

test('wrong, expired and removed invitations look the same', async () => {
  const old = await invited('old@example.test')
  await sql`UPDATE invitations SET expires_at = now() - interval '1 second' WHERE email = 'old@example.test'`.execute(
    world.db,
  )
  const back = await invited('back@example.test')
  const { id } = await world.db
    .selectFrom('invitations')
    .select('id')
    .where('email', '=', 'back@example.test')
    .executeTakeFirstOrThrow()
  await root.call(deleteInvitations, { body: { id: [id] } })
  const answers = []
  for (const token of ['wrong', old, back]) {
    const { status, errors } = await visitor().call(readInvitation, { body: { token } })
    answers.push({ status, errors })
    expect((await registers(token, 'newcomer')).status).toBe(403)
  }
  expect(answers[0]).toMatchObject({ status: 403, errors: [{ source: 'token' }] })
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
})

test('invalid input does not use up the link: names, passwords, another user’s username', async () => {
  const token = await invited('careful@example.test')
  const refused = async (body: object, source: string, status = 422) => {
    const answer = await registers(token, 'careful', body)
    expect([body, answer.status, answer.errors[0]?.source]).toEqual([body, status, source])
  }
  await refused({ username: 'ab' }, 'username')
  await refused({ username: 'ann@example.test' }, 'username')
  await refused({ username: 'new.person' }, 'username', 409)
  await refused({ first_name: 'two\nlines' }, 'first_name')
  for (const weak of ['short', 'Password1!', 'HarbourLights1', 'careful1234'])
    await refused({ password: weak }, 'password')
  expect((await registers(token, 'careful')).status).toBe(201)
})

test('an invited user cannot look up which usernames are taken', async () => {
  const token = await invited('curious@example.test')
  await sql`DELETE FROM rate_limits`.execute(world.db)
  const known = (await registers(await invited('known@example.test'), 'known.name')).status
  const statuses = []
  for (let tries = 0; tries < 31; tries++) statuses.push((await registers(token, 'known.name')).status)
  expect([known, ...new Set(statuses.slice(0, 30))]).toEqual([201, 409])
  expect(statuses.at(-1)).toBe(429)
  await sql`DELETE FROM rate_limits`.execute(world.db)
})

test('a link can be used once, also when two use it at the same moment', async () => {
  const token = await invited('twice@example.test')
  const both = await Promise.all([registers(token, 'twice.a'), registers(token, 'twice.b')])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 403])
})

test('a company is created with its first administrator, or not at all', async () => {
  await root.call(inviteCompany, { body: { email: 'founder@example.test' } })
  const token = await tokenOf('register', 'founder@example.test')
  const { data } = await visitor().call(readInvitation, { body: { token } })
  expect(data).toMatchObject({ company_name: null, makes_company: true, role_title: 'Administrator' })
  const unnamed = await registers(token, 'founder')
  expect([unnamed.status, unnamed.errors[0]?.source]).toEqual([422, 'company_name'])
  const taken = await registers(token, 'founder', { company_name: 'harbour LIGHTS' })
  expect([taken.status, taken.errors[0]?.source]).toEqual([409, 'company_name'])
  const known = await registers(token, 'new.person', { company_name: 'Ferry' })
  expect([known.status, known.errors[0]?.source]).toEqual([409, 'username'])
  expect((await root.call(listCompanies, { query: { q: 'ferry' } })).data).toEqual([])
  expect((await registers(token, 'founder', { company_name: 'Ferry' })).status).toBe(201)
  await verify(await tokenOf('verify-email', 'founder@example.test'))
  const { data: user } = await (await signIn('founder')).call(getSessionUser)
  expect(user).toMatchObject({ company: { name: 'Ferry', level: 1, parent_id: 0 }, role: { name: 'admin' } })
})

test('an address is changed by the link to the new one; the old one is notified, and its links become invalid', async () => {
  const ann = await world.signIn('ann')
  const wish = (body: object) => ann.call(updateAccount, { body: body as never })
  for (const body of [{ email: 'ann.new@example.test' }, { email: 'ann.new@example.test', password: 'wrong' }]) {
    expect((await wish(body)).errors[0]?.source).toBe('password')
  }
  expect((await wish({ email: 'ann.new@example.test', password })).status).toBe(200)
  expect((await ann.call(getSessionUser)).data.email).toBe('ann@example.test')
  const atRoot = await ann.fetch('/account/user', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ann.other@example.test', password: 'wrong' }),
  })
  const { errors } = (await atRoot.json()) as { errors: { source: string }[] }
  expect([atRoot.status, errors[0]?.source]).toEqual([422, 'password'])
  const token = await tokenOf('verify-email', 'ann.new@example.test')
  expect((await verify(token)).status).toBe(200)
  expect((await ann.call(getSessionUser)).data).toMatchObject({ email: 'ann.new@example.test', email_verified: true })
  await until(() => mailsTo('ann@example.test').length === 1)
  expect(mailsTo('ann@example.test')[0]?.headers.get('subject')).toBe('Console: your e-mail address was changed')
  expect(mailsTo('ann@example.test')[0]?.text).not.toContain('ann.new')
})

test('requesting another user’s address gets the same response and mails nothing', async () => {
  const ben = await world.signIn('ben')
  const free = await ben.call(updateAccount, { body: { email: 'ben.new@example.test', password } })
  const taken = await ben.call(updateAccount, { body: { email: 'ANN.new@example.test', password } })
  expect([taken.status, taken.text]).toEqual([free.status, free.text])
  await tokenOf('verify-email', 'ben.new@example.test')
  await until(async () => {
    const { rows } =
      await sql`SELECT 1 FROM jobs.job WHERE name = 'account.mail-verification' AND state < 'completed'`.execute(
        world.db,
      )
    return rows.length === 0
  })
  const { data } = await root.call(listMailLogs, { query: { q: 'ann.new' } })
  expect(data.map(({ template }) => template)).toEqual(['email_verification'])
})

test('an address that got an account in the meantime cannot be taken by any link', async () => {
  const ben = await world.signIn('ben')
  await ben.call(updateAccount, { body: { email: 'disputed@example.test', password } })
  const token = await tokenOf('verify-email', 'disputed@example.test')
  await makeUser(world, 'disputed', company, 3)
  expect((await verify(token)).status).toBe(403)
  expect((await ben.call(getSessionUser)).data.email).toBe('ben@example.test')
})

test('a user with a name in place of an address sets one without the password', async () => {
  await sql`UPDATE users SET email = 'old-hand', username = 'old-hand' WHERE email = 'disputed@example.test'`.execute(
    world.db,
  )
  const client = await signIn('old-hand', password)
  expect((await client.call(updateAccount, { body: { email: 'hand@example.test' } })).status).toBe(200)
  expect((await verify(await tokenOf('verify-email', 'hand@example.test'))).status).toBe(200)
  expect((await client.call(getSessionUser)).data.email).toBe('hand@example.test')
})

test('guessing tokens is limited', async () => {
  let last = await verify('guess')
  for (let tries = 0; tries < 40 && last.status !== 429; tries++) last = await verify(`guess${tries}`)
  expect(last.status).toBe(429)
  expect((await visitor().call(readInvitation, { body: { token: 'guess' } })).status).toBe(429)
})
