import { changePassword } from '@longreach/contract/account/access-endpoints'
import { updateAccount } from '@longreach/contract/account/email-endpoints'
import { getSessionUser, login } from '@longreach/contract/account/endpoints'
import { forgotPassword, resetPassword } from '@longreach/contract/account/password-endpoints'
import { verifyEmail } from '@longreach/contract/account/register-endpoints'
import { listMailLogs } from '@longreach/contract/mail/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../db/client.ts'
import { createClient, type TestClient } from '../../test/client.ts'
import { until } from '../../test/until.ts'
import { makeCompany, makeUser, password, startWorld, type World } from '../../test/world.ts'
import { hashPassword } from './password.ts'

const chosen = 'Lantern-over-9-piers'
let world: World
let root: TestClient
const ids = new Map<string, number>()

/** Without a mail server: the links are in the mail log. */
beforeAll(async () => {
  world = await startWorld()
  const company = await makeCompany(world, 'Harbour')
  for (const name of ['ann', 'ben', 'cleo', 'dan']) ids.set(name, await makeUser(world, name, company, 2))
  root = await world.signIn('root')
})
afterAll(async () => world?.stop())

const visitor = () => createClient(world.base)

async function tokenTo(email: string): Promise<string> {
  let link: string | null | undefined
  await until(async () => {
    link = (await root.call(listMailLogs, { query: { q: email } })).data[0]?.link
    return link?.includes('#') ?? false
  })
  return link?.split('#')[1] as string
}

/** A thief who knows the password requests an address of their own. */
async function askForAddress(name: string): Promise<string> {
  const email = `thief-of-${name}@elsewhere.test`
  const thief = await world.signIn(name)
  expect((await thief.call(updateAccount, { body: { email, password } })).status).toBe(200)
  return tokenTo(email)
}

/** Changes the password as the calls do, with `work` started before the commit. */
async function whileChanging<T>(name: string, work: () => Promise<T>): Promise<T> {
  const hash = await hashPassword(chosen)
  const waits = async () =>
    (
      await sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
        world.db,
      )
    ).rows.length > 0
  return world.db
    .transaction()
    .execute(async (tx: Db) => {
      await sql`UPDATE users SET password_hash = ${hash} WHERE id = ${ids.get(name)}`.execute(tx)
      await sql`DELETE FROM sessions WHERE user_id = ${ids.get(name)}`.execute(tx)
      let done = false
      const working = work().finally(() => {
        done = true
      })
      await until(async () => done || (await waits()))
      return { working }
    })
    .then(({ working }) => working)
}

test('a new password drops a change of address requested with the previous one', async () => {
  const token = await askForAddress('ann')
  const ann = await world.signIn('ann')
  const body = { current_password: password, password: chosen }
  expect((await ann.call(changePassword, { body })).status).toBe(200)
  expect((await visitor().call(verifyEmail, { body: { token } })).status).toBe(403)
  expect((await ann.call(getSessionUser)).data.email).toBe('ann@example.test')
})

test('so does one that was set by a mailed link', async () => {
  const token = await askForAddress('ben')
  await visitor().call(forgotPassword, { body: { email: 'ben@example.test' } })
  const reset = await tokenTo('ben@example.test')
  expect((await visitor().call(resetPassword, { body: { token: reset, password: chosen } })).status).toBe(200)
  expect((await visitor().call(verifyEmail, { body: { token } })).status).toBe(403)
})

test('who is signing in with a password while it is changed does not get in', async () => {
  const client = visitor()
  const signIn = () => client.call(login, { body: { username: 'cleo@example.test', password } })
  expect((await whileChanging('cleo', signIn)).status).toBe(401)
  expect((await client.call(getSessionUser)).status).toBe(401)
  await expect(
    visitor().call(login, { body: { username: 'cleo@example.test', password: chosen } }),
  ).resolves.toMatchObject({ status: 200 })
})

test('of two who choose another password at once the second needs the one of the first', async () => {
  const dan = await world.signIn('dan')
  await dan.call(getSessionUser)
  const change = () =>
    dan.call(changePassword, { body: { current_password: password, password: 'Thief-over-8-piers' } })
  expect((await whileChanging('dan', change)).status).toBe(422)
  const signIn = (secret: string) => visitor().call(login, { body: { username: 'dan@example.test', password: secret } })
  expect((await signIn('Thief-over-8-piers')).status).toBe(401)
  expect((await signIn(chosen)).status).toBe(200)
})
