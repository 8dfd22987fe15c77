import { listAudit } from '@longreach/contract/audit/endpoints'
import { deleteCompany, moveCompany } from '@longreach/contract/companies/endpoints'
import { deleteSuppressedEmail } from '@longreach/contract/mail/endpoints'
import { createRole, deleteRole, listRoles } from '@longreach/contract/roles/endpoints'
import {
  deleteInvitations,
  inviteCompany,
  inviteUser,
  listInvitations,
  listInviteRoles,
  resendInvitations,
} from '@longreach/contract/users/invitation-endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import { type MailServer, startMailServer } from '../../../test/mail-server.ts'
import { until } from '../../../test/until.ts'
import { makeCompany, makeUser, type Place, startWorld, type World } from '../../../test/world.ts'

let server: MailServer
let world: World
let root: TestClient
let admin: TestClient
let top: Place
let below: Place
let other: Place

/** The text without the invisible breaks that keep names from becoming links. */
const readable = (text: string | undefined) => text?.replaceAll('\u200b', '')

beforeAll(async () => {
  server = await startMailServer()
  world = await startWorld({ SMTP_URL: server.url, MAIL_FROM: 'console@longreach.test' })
  top = await makeCompany(world, 'Harbour')
  below = await makeCompany(world, 'Pier', top)
  other = await makeCompany(world, 'Elsewhere')
  await makeUser(world, 'admin', top, 2)
  await makeUser(world, 'others', other, 2)
  root = await world.as('root')
  admin = await world.as('admin')
})

afterAll(async () => {
  await world?.stop()
  await server?.stop()
})

const invite = (client: TestClient, body: object) => client.call(inviteUser, { body: body as never })
const mailsTo = (email: string) => server.mails.filter(({ to }) => to === email)
const listed = async (client: TestClient, email: string) =>
  (await client.call(listInvitations, { query: { q: email } })).data[0]
const names = async (client: TestClient, company_id: number) =>
  (await client.call(listInviteRoles, { query: { company_id } })).data.map(({ name }) => name)
const own = { company_id: 0 }
const age = (email: string) =>
  sql`UPDATE invitations i SET expires_at = now() - interval '1 second' WHERE email = ${email}`.execute(world.db)

beforeAll(() => {
  own.company_id = top.company_id
})

test('S5.32 S7.64 S7.66: an invited user gets a mail; the default role is end client', async () => {
  const answer = await invite(admin, { ...own, email: ' New@example.test ' })
  expect([answer.status, answer.meta]).toMatchObject([201, { sends: true }])
  expect(await listed(admin, 'new@')).toMatchObject({
    id: answer.data[0]?.id,
    email: 'New@example.test',
    role: 'end_user',
    role_title: 'End Client',
    company_id: top.company_id,
    company_name: 'Harbour',
    makes_company: false,
    state: 'pending',
    bounce_status: null,
  })
  await until(() => mailsTo('New@example.test').length === 1)
  const mail = mailsTo('New@example.test')[0]!
  expect(mail.headers.get('subject')).toBe('Console: invitation to Harbour')
  expect(readable(mail.text)).toContain('admin@example.test has invited you to join Harbour')
  const token = /\/register#(\S+)/.exec(mail.text)?.[1] as string
  const { rows } = await sql<{ all: string }>`
    SELECT (SELECT jsonb_agg(to_jsonb(i)) FROM invitations i)::text || (SELECT jsonb_agg(to_jsonb(m)) FROM mails m)::text
      || (SELECT jsonb_agg(to_jsonb(a)) FROM audit a)::text AS all`.execute(world.db)
  expect(rows[0]?.all).not.toContain(token)
  expect(rows[0]?.all).not.toContain(Buffer.from(token).toString('hex'))
  const { data } = await admin.call(listAudit, { query: { action: 'users.invite' } })
  expect(data[0]).toMatchObject({ target: 'invitation', after: { email: 'New@example.test', role_id: 3 } })
})

test('an address with an account or an invitation is refused, in whatever case; other companies do not see it', async () => {
  await makeUser(world, 'present', other, 3)
  for (const email of ['PRESENT@example.test', 'new@EXAMPLE.test']) {
    const answer = await invite(admin, { ...own, email })
    expect([answer.status, answer.errors[0]]).toMatchObject([422, { code: 'VALIDATION_FAILED', source: 'email' }])
  }
  expect(await listed(await world.as('others'), 'new@')).toBeUndefined()
})

test('several are invited at once, or none: each address that cannot be is named', async () => {
  const some = ['one@example.test', 'present@example.test', 'two@example.test', 'not an address']
  const broken = await invite(admin, { ...own, email: some })
  expect([broken.status, broken.errors.length > 0]).toEqual([422, true])
  const refused = await invite(admin, { ...own, email: some.slice(0, 3) })
  expect(refused.errors).toEqual([
    {
      code: 'VALIDATION_FAILED',
      message: 'present@example.test: Already has an account',
      source: 'email.1',
    },
  ])
  expect(await listed(admin, 'one@')).toBeUndefined()
  const done = await invite(admin, { ...own, email: ['two@example.test', 'one@example.test', 'TWO@example.test'] })
  expect(done.data.map(({ email }) => email).sort()).toEqual(['TWO@example.test', 'one@example.test'])
})

test('two concurrent invitations of the same address create one', async () => {
  const both = await Promise.all([root, admin].map((client) => invite(client, { ...own, email: 'race@example.test' })))
  expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
})

test('S6.2 S6.9 S6.20 S6.21 S6.22: assignable roles depend on the own role, and on the company', async () => {
  const { data } = await root.call(createRole, {
    body: { title: 'Pumps', company_id: [below.company_id], permission_id: [3] },
  })
  const custom = data[0]!.id
  const four = ['admin', 'end_user', 'read_only', 'readonly_admin']
  expect((await names(root, top.company_id)).sort()).toEqual(four)
  expect((await names(admin, below.company_id)).sort()).toEqual([...four, 'custom_pumps'].sort())
  expect(await names(root, 0)).toEqual(['support'])
  expect(await names(admin, 0)).toEqual([])
  expect(await names(admin, other.company_id)).toEqual([])
  const elsewhere = await invite(admin, { ...own, email: 'a@example.test', role_id: custom })
  expect([elsewhere.status, elsewhere.errors[0]?.source]).toEqual([403, 'role_id'])
  expect((await invite(admin, { ...own, email: 'a@example.test', role: 'super_admin' })).status).toBe(403)
  expect((await invite(root, { ...own, email: 'a@example.test', role_id: 5 })).status).toBe(403)
  expect((await invite(root, { company_id: 0, email: 'helper@example.test' })).status).toBe(201)
  expect(await listed(root, 'helper@')).toMatchObject({ role: 'support', company_id: 0 })
  expect((await invite(root, { company_id: 0, email: 'a@example.test', role: 'admin' })).status).toBe(403)
  const good = await invite(admin, { company_id: below.company_id, email: 'pumps@example.test', role_id: custom })
  expect(good.status).toBe(201)
})

test('users cannot assign permissions they lack', async () => {
  const ids = new Map((await root.call(listRoles, { query: { limit: 100 } })).data.map(({ name, id }) => [name, id]))
  await world.db
    .insertInto('roles')
    .values({ ...top, name: 'custom_host', title: 'Host' })
    .execute()
  const host = await world.db.selectFrom('roles').select('id').where('title', '=', 'Host').executeTakeFirstOrThrow()
  await sql`
    INSERT INTO role_permissions (role_id, permission)
    SELECT ${host.id}::bigint, permission FROM role_permissions WHERE role_id = 4
    UNION SELECT ${host.id}::bigint, 'invite_users'`.execute(world.db)
  await makeUser(world, 'host', top, host.id)
  const client = await world.as('host')
  expect(await names(client, top.company_id)).toEqual(['read_only', 'custom_host'])
  expect((await invite(client, { ...own, email: 'b@example.test', role_id: ids.get('end_user') })).status).toBe(403)
  // The usual role exceeds this inviter's permissions, so one has to be selected.
  expect((await invite(client, { ...own, email: 'b@example.test' })).status).toBe(403)
  expect((await invite(client, { ...own, email: 'b@example.test', role: 'read_only' })).status).toBe(201)
  expect((await invite(client, { company_id: below.company_id, email: 'c@example.test' })).status).toBe(404)
})

test('a bounced mail is reported, and nothing more is sent until the address is released', async () => {
  server.refusals.set('gone@example.test', { code: 550, message: 'No such user' })
  const { data } = await invite(admin, { ...own, email: 'gone@example.test' })
  const id = [data[0]!.id]
  await until(async () => (await listed(admin, 'gone@'))?.state === 'bounced')
  expect((await listed(admin, 'gone@'))?.bounce_status).toBe('550 No such user')
  expect((await admin.call(listInvitations, { query: { state: 'bounced' } })).meta.total).toBe(1)
  const refused = await admin.call(resendInvitations, { body: { id } })
  expect([refused.status, refused.errors[0]?.message]).toMatchObject([422, expect.stringContaining('bounced')])
  await admin.call(deleteInvitations, { body: { id } })
  expect((await invite(admin, { ...own, email: 'gone@example.test' })).status).toBe(422)
  server.refusals.clear()
  await root.call(deleteSuppressedEmail, { params: { email: 'gone@example.test' } })
  expect((await invite(admin, { ...own, email: 'gone@example.test' })).status).toBe(201)
  await until(() => mailsTo('gone@example.test').length === 1)
})

test('sent again it has a new link and its full validity; an expired one does not block another', async () => {
  const { data } = await invite(admin, { ...own, email: 'late@example.test' })
  const id = data[0]!.id
  await until(() => mailsTo('late@example.test').length === 1)
  await age('late@example.test')
  expect((await listed(admin, 'late@'))?.state).toBe('expired')
  expect((await admin.call(resendInvitations, { body: { id: [id] } })).status).toBe(200)
  expect(await listed(admin, 'late@')).toMatchObject({ id, state: 'pending' })
  await until(() => mailsTo('late@example.test').length === 2)
  const [first, second] = mailsTo('late@example.test').map(({ text }) => /#(\S+)/.exec(text)?.[1])
  expect(first).not.toBe(second)
  await age('late@example.test')
  const again = await invite(await world.as('others'), { company_id: other.company_id, email: 'LATE@example.test' })
  expect(again.status).toBe(201)
  expect(await listed(admin, 'late@')).toBeUndefined()
})

test('mails per address and hour are limited', async () => {
  const { data } = await invite(admin, { ...own, email: 'often@example.test' })
  const statuses = []
  for (let count = 0; count < 6; count++) {
    statuses.push((await admin.call(resendInvitations, { body: { id: [data[0]!.id] } })).status)
  }
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
})

test('looking up which addresses have an account is limited', async () => {
  await makeUser(world, 'asking', other, 2)
  const asking = await world.as('asking')
  const email = ['admin@example.test', ...Array.from({ length: 49 }, (_, at) => `guess${at}@example.test`)]
  const statuses = []
  for (let tries = 0; tries < 7; tries++) {
    statuses.push((await invite(asking, { company_id: other.company_id, email })).status)
  }
  expect(statuses).toEqual([...Array(6).fill(422), 429])
})

test('a request above the limit is not counted: the rest can still be used', async () => {
  await makeUser(world, 'greedy', other, 2)
  const greedy = await world.as('greedy')
  const ask = async (count: number) => {
    const email = ['admin@example.test', ...Array.from({ length: count - 1 }, (_, at) => `wish${at}@example.test`)]
    return (await invite(greedy, { company_id: other.company_id, email })).status
  }
  const statuses = []
  for (const count of [1, 50, 50, 50, 50, 50, 50, 49, 1]) statuses.push(await ask(count))
  expect(statuses).toEqual([...Array(6).fill(422), 429, 422, 429])
})

test('a role of invitations is not deleted; invitations move and are deleted with their company', async () => {
  const branch = await makeCompany(world, 'Branch', top)
  const { data } = await admin.call(createRole, {
    body: { title: 'Cranes', company_id: [branch.company_id], permission_id: [3] },
  })
  const id = data[0]!.id
  await invite(admin, { company_id: branch.company_id, email: 'crane@example.test', role_id: id })
  const kept = await admin.call(deleteRole, { params: { id } })
  expect([kept.status, kept.errors[0]?.message]).toEqual([409, '1 invitation assigns the role Cranes. Remove it first'])
  await root.call(moveCompany, { body: { source: branch.company_id, target: other.company_id } })
  expect(await listed(admin, 'crane@')).toBeUndefined()
  expect(await listed(await world.as('others'), 'crane@')).toMatchObject({ role_title: 'Cranes' })
  await age('crane@example.test')
  expect((await root.call(deleteRole, { params: { id } })).status).toBe(200)
  await invite(root, { company_id: branch.company_id, email: 'crane@example.test' })
  expect((await root.call(deleteCompany, { params: { id: branch.company_id } })).status).toBe(200)
  expect(await listed(root, 'crane@')).toBeUndefined()
})

test('S7.73: system administrators invite a new company, administrators do not', async () => {
  expect((await admin.call(inviteCompany, { body: { email: 'founder@example.test' } })).status).toBe(403)
  expect((await root.call(inviteCompany, { body: { email: 'founder@example.test' } })).status).toBe(201)
  expect(await listed(root, 'founder@')).toMatchObject({ role: 'admin', makes_company: true, company_name: null })
  expect((await root.call(inviteCompany, { body: { email: 'named@example.test', name: 'Ferry' } })).status).toBe(201)
  await until(() => mailsTo('named@example.test').length === 1)
  expect(mailsTo('named@example.test')[0]?.headers.get('subject')).toBe('Console: invitation for Ferry')
  expect(await listed(admin, 'named@')).toBeUndefined()
})

test('names in a mail are plain text', async () => {
  const hostile = await makeCompany(world, '<b>Evil</b>\r\nBcc: all@example.test', top)
  await invite(admin, { company_id: hostile.company_id, email: 'safe@example.test' })
  await until(() => mailsTo('safe@example.test').length === 1)
  const mail = mailsTo('safe@example.test')[0]!
  expect(mail.headers.has('bcc')).toBe(false)
  expect(readable(mail.html)).toContain('&lt;b&gt;Evil&lt;/b&gt; Bcc: all@example.test')
  expect(readable(mail.text)).toContain('<b>Evil</b> Bcc: all@example.test in Console.')
})

// Last, because its mails are queued before all others.
test('more than the maximum per call is refused before anything is counted', async () => {
  await makeUser(world, 'eager', other, 2)
  const eager = await world.as('eager')
  const { rows } = await sql<{ id: number }>`
    INSERT INTO invitations (company_id, l1_id, l2_id, role_id, email, token_hash, expires_at)
    SELECT ${other.company_id}, ${other.l1_id}, ${other.l2_id}, 4, 'crowd' || n || '@example.test',
      sha256(('crowd' || n)::bytea), now() + interval '1 day'
    FROM generate_series(1, 101) AS n RETURNING id`.execute(world.db)
  const crowd = rows.map(({ id }) => id)
  for (const body of [{ id: crowd }, { filter: { q: 'crowd' } }]) {
    for (let tries = 0; tries < 2; tries++) expect((await eager.call(resendInvitations, { body })).status).toBe(422)
  }
  expect((await invite(eager, { company_id: other.company_id, email: 'after@example.test' })).status).toBe(201)
  const sent = await eager.call(resendInvitations, { body: { id: crowd.slice(1) } })
  expect([sent.status, sent.data.length]).toEqual([200, 100])
})
