import { login } from '@longreach/contract/account/endpoints'
import { forgotPassword, resetPassword } from '@longreach/contract/account/password-endpoints'
import { readInvitation, register, verifyEmail } from '@longreach/contract/account/register-endpoints'
import type { Endpoint } from '@longreach/contract/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sha256 } from '../../seal.ts'
import { createClient } from '../../test/client.ts'
import { makeCompany, makeUser, startWorld, type World } from '../../test/world.ts'

let world: World

const tokens = { unknown: 'unknown', malformed: '=; DROP', expired: 'expired', long: 'x'.repeat(100) }

beforeAll(async () => {
  world = await startWorld()
  const company = await makeCompany(world, 'Harbour')
  const ids: Record<string, number> = {}
  for (const name of ['ann', 'unverified', 'passwordless']) ids[name] = await makeUser(world, name, company, 2)
  await sql`UPDATE users SET email_verified_at = NULL WHERE id = ${ids.unverified}`.execute(world.db)
  await sql`UPDATE users SET password_hash = NULL WHERE id = ${ids.passwordless}`.execute(world.db)
  await world.db.insertInto('suppressed_emails').values({ email_key: 'bounced@example.test', reason: 'Gone' }).execute()
  const expired = { token_hash: sha256(tokens.expired), expires_at: new Date(Date.now() - 1000) }
  const user_id = ids.ann as number
  await world.db
    .insertInto('password_resets')
    .values({ user_id, ...expired })
    .execute()
  await world.db
    .insertInto('email_verifications')
    .values({ user_id, email: 'new@example.test', ...expired })
    .execute()
  await world.db
    .insertInto('invitations')
    .values({ ...company, role_id: 4, email: 'guest@example.test', ...expired })
    .execute()
})
beforeEach(() => sql`DELETE FROM rate_limits`.execute(world.db))
afterAll(async () => world?.stop())

/** The parts of a response that a stranger sees, without those that differ between any two responses. */
async function answerTo(endpoint: Endpoint, body: object): Promise<object> {
  const { status, text, headers } = await createClient(world.base).call(endpoint, { body: body as never })
  return { status, text, headers: [...headers.keys()].filter((name) => name !== 'date').toSorted() }
}

const names = ['unknown', 'ann', 'unverified', 'passwordless', "' OR 1=1"]
const wrongSignIn = (name: string) => answerTo(login, { username: `${name}@example.test`, password: 'wrong' })

test('a wrong password gets one answer, whether or not there is such a user and whatever its state', async () => {
  const answers = []
  for (const name of names) answers.push(await wrongSignIn(name))
  expect(answers).toEqual(Array(names.length).fill(answers[0]))
  expect(answers[0]).toMatchObject({ status: 401 })
})

test('a link to a new password is asked for with one answer, whether or not there is such an address', async () => {
  const answers = []
  for (const name of ['unknown', 'ann', 'unverified', 'passwordless', 'bounced'])
    answers.push(await answerTo(forgotPassword, { email: `${name}@example.test` }))
  expect(answers).toEqual(Array(5).fill(answers[0]))
  expect(answers[0]).toMatchObject({ status: 200 })
})

const password = 'Lantern-over-9-piers'
test.each([
  ['a new password', resetPassword, { password }],
  ['an invitation', readInvitation, {}],
  ['a registration', register, { username: 'guest', password }],
  ['an address', verifyEmail, {}],
] as const)('the link to %s has one answer for whatever is wrong with it', async (_what, endpoint, body) => {
  const answers = []
  for (const token of Object.values(tokens)) answers.push(await answerTo(endpoint, { token, ...body }))
  expect(answers).toEqual(Array(answers.length).fill(answers[0]))
  expect(answers[0]).toMatchObject({ status: 403 })
})

/** Minimum milliseconds of each call: its cost without other load on the machine. */
async function fastest(calls: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const times = calls.map((): number[] => [])
  for (let round = 0; round < 9; round++) {
    await sql`DELETE FROM rate_limits`.execute(world.db)
    for (const [at, call] of calls.entries()) {
      const start = performance.now()
      await call()
      times[at]?.push(performance.now() - start)
    }
  }
  return times.map((list) => Math.min(...list))
}

test('the time until a refusal does not show whether there is such a user', async () => {
  const signIns = await fastest(names.slice(0, 4).map((name) => () => wrongSignIn(name)))
  expect(Math.max(...signIns) / Math.min(...signIns)).toBeLessThan(3)
  const requests = await fastest(
    ['unknown', 'ann'].map((name) => () => answerTo(forgotPassword, { email: `${name}@example.test` })),
  )
  expect(Math.max(...requests) / Math.min(...requests)).toBeLessThan(3)
})
