import { getSessionUser, login } from '@longreach/contract/account/endpoints'
import { forgotPassword, resetPassword } from '@longreach/contract/account/password-endpoints'
import { listAudit } from '@longreach/contract/audit/endpoints'
import { listMailLogs } from '@longreach/contract/mail/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, type TestClient } from '../../test/client.ts'
import { until } from '../../test/until.ts'
import { makeCompany, makeUser, password, startWorld, type World } from '../../test/world.ts'

let world: World
let root: TestClient

/** Without a mail server: the links are in the mail log. */
beforeAll(async () => {
  world = await startWorld()
  const company = await makeCompany(world, 'Harbour Lights')
  for (const name of ['ann', 'ben', 'cleo', 'dan', 'eve', 'fay', 'gus']) await makeUser(world, name, company, 2)
  root = await world.signIn('root')
})

afterAll(async () => world?.stop())

const visitor = () => createClient(world.base)
const ask = (email: string) => visitor().call(forgotPassword, { body: { email } })
const mailsTo = async (email: string) => (await root.call(listMailLogs, { query: { q: email } })).data
const reset = (token: string, secret: string) => visitor().call(resetPassword, { body: { token, password: secret } })

async function tokenFor(name: string): Promise<string> {
  const email = `${name}@example.test`
  const before = (await mailsTo(email)).length
  expect((await ask(email)).status).toBe(200)
  await until(async () => (await mailsTo(email)).length > before)
  const [mail] = await mailsTo(email)
  expect(mail?.link?.startsWith(`${world.base}/reset-password#`)).toBe(true)
  return mail?.link?.split('#')[1] as string
}

test('the link sets a new password, ends every session, works once and is confirmed by mail', async () => {
  const open = await world.signIn('ann')
  const token = await tokenFor('ann')
  const second = await tokenFor('ann')
  expect((await reset(token, 'Lantern-over-9-piers')).status).toBe(200)
  expect((await open.call(getSessionUser)).status).toBe(401)
  const signIn = (secret: string) => visitor().call(login, { body: { username: 'ann@example.test', password: secret } })
  expect((await signIn(password)).status).toBe(401)
  expect((await signIn('Lantern-over-9-piers')).status).toBe(200)
  for (const used of [token, second]) expect((await reset(used, 'Lantern-over-8-piers')).status).toBe(403)
  expect((await mailsTo('ann@example.test'))[0]).toMatchObject({ template: 'password_changed', link: null })
  const { data, text } = await root.call(listAudit, { query: { action: 'account.reset_password' } })
  expect(data[0]).toMatchObject({ username: 'ann@example.test', target: 'user' })
  expect(text).not.toContain('Lantern')
})

test('an address without an account gets the same answer and no mail', async () => {
  const known = await ask('ben@example.test')
  const unknown = await ask('unknown@example.test')
  expect({ ...unknown, headers: null }).toEqual({ ...known, headers: null })
  await until(async () => (await mailsTo('ben@example.test')).length === 1)
  await until(async () => {
    const { rows } =
      await sql`SELECT 1 FROM jobs.job WHERE name = 'account.mail-reset' AND state < 'completed'`.execute(world.db)
    return rows.length === 0
  })
  expect(await mailsTo('unknown@example.test')).toEqual([])
})

test('the database keeps neither the token nor, in clear, the link', async () => {
  const token = await tokenFor('cleo')
  const { rows } = await sql<{ all: string }>`
    SELECT (SELECT jsonb_agg(to_jsonb(p)) FROM password_resets p)::text || (SELECT jsonb_agg(to_jsonb(m)) FROM mails m)::text
      || (SELECT jsonb_agg(to_jsonb(j)) FROM jobs.job j)::text AS all`.execute(world.db)
  expect(rows[0]?.all).not.toContain(token)
  expect(rows[0]?.all).not.toContain(Buffer.from(token).toString('hex'))
})

test('an expired link is not valid', async () => {
  const token = await tokenFor('dan')
  await sql`UPDATE password_resets SET expires_at = now() - interval '1 second'`.execute(world.db)
  const answer = await reset(token, 'Lantern-over-9-piers')
  expect([answer.status, answer.errors[0]?.source]).toEqual([403, 'token'])
  expect((await world.signIn('dan')).cookies.size).toBeGreaterThan(0)
})

test('an address that is replaced at the same moment gets no link any more', async () => {
  const waiting = async () => {
    const { rows } = await sql`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(world.db)
    return rows.length > 0
  }
  await world.db.transaction().execute(async (tx) => {
    await sql`UPDATE users SET email = 'moved@example.test' WHERE email = 'gus@example.test'`.execute(tx)
    await sql`DELETE FROM password_resets`.execute(tx)
    await ask('gus@example.test')
    await until(waiting)
  })
  // Later jobs run after it.
  await tokenFor('cleo')
  expect(await mailsTo('gus@example.test')).toEqual([])
})

test('a weak password is refused without using up the link', async () => {
  const token = await tokenFor('eve')
  for (const weak of ['Password1!', 'eve@example.test', 'HarbourLights1', 'short']) {
    const answer = await reset(token, weak)
    expect([weak, answer.status, answer.errors[0]?.source]).toEqual([weak, 422, 'password'])
  }
  expect((await reset(token, 'Lantern-over-9-piers')).status).toBe(200)
})

test('a username locked by wrong passwords is unlocked by a new one', async () => {
  const signIn = (secret: string) => visitor().call(login, { body: { username: 'fay@example.test', password: secret } })
  for (let wrong = 0; wrong < 11; wrong++) await signIn('wrong')
  expect((await signIn(password)).status).toBe(429)
  expect((await reset(await tokenFor('fay'), 'Lantern-over-9-piers')).status).toBe(200)
  expect((await signIn('Lantern-over-9-piers')).status).toBe(200)
})

test('too many requests for one address have to wait, with an account and without', async () => {
  for (const email of ['zoe@example.test', 'BEN@example.test']) {
    const statuses = []
    for (let count = 0; count < 6; count++) statuses.push((await ask(email)).status)
    expect(statuses.at(-1)).toBe(429)
    expect(statuses[0]).toBe(200)
  }
})

test('guessing tokens is limited', async () => {
  let last = await reset('guess', 'Lantern-over-9-piers')
  for (let tries = 0; tries < 30 && last.status !== 429; tries++)
    last = await reset(`guess${tries}`, 'Lantern-over-9-piers')
  expect(last.status).toBe(429)
})
