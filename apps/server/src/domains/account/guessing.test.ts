import { confirmPassword } from '@longreach/contract/account/access-endpoints'
import { login } from '@longreach/contract/account/endpoints'
import { forgotPassword, resetPassword } from '@longreach/contract/account/password-endpoints'
import { readInvitation, register, setUp, verifyEmail } from '@longreach/contract/account/register-endpoints'
import { listAudit } from '@longreach/contract/audit/endpoints'
import type { Endpoint } from '@longreach/contract/endpoint'
import { openShell } from '@longreach/contract/remote/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createClient, type TestClient } from '../../test/client.ts'
import { makeCompany, makeUser, password, startWorld, type World } from '../../test/world.ts'
import { pauseAfter } from './limits.ts'

let world: World

beforeAll(async () => {
  world = await startWorld({ TRUST_PROXY: '1' })
  const company = await makeCompany(world, 'Harbour')
  for (const name of ['ann', 'ben', 'cleo', 'dan']) await makeUser(world, name, company, 2)
})
beforeEach(() => sql`DELETE FROM rate_limits`.execute(world.db))
afterAll(async () => world?.stop())

/** A browser or program that calls from the address. */
function from(address: string): TestClient {
  const client = createClient(world.base)
  const { fetch } = client
  client.fetch = (path, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('x-forwarded-for', address)
    headers.set('x-forwarded-proto', 'https')
    return fetch(path, { ...init, headers })
  }
  return client
}

const tryOnce = (client: TestClient, name: string, secret = 'wrong') =>
  client.call(login, { body: { username: `${name}@example.test`, password: secret } })

/** Statuses of sign-ins with wrong passwords for one name. */
async function guess(name: string, times: number, address: (attempt: number) => string): Promise<number[]> {
  const statuses: number[] = []
  for (let attempt = 0; attempt < times; attempt++) statuses.push((await tryOnce(from(address(attempt)), name)).status)
  return statuses
}

test('wrong passwords of a stranger do not lock the user out', async () => {
  expect((await guess('ann', 11, () => '198.51.100.7')).at(-1)).toBe(429)
  expect((await tryOnce(from('203.0.113.9'), 'ann', password)).status).toBe(200)
})

test('one IPv6 /64 is one address, however many of its addresses are used', async () => {
  const statuses = await guess('ben', 11, (attempt) => `2001:db8:0:7::${attempt + 1}`)
  expect(statuses).toEqual([...Array(10).fill(401), 429])
  expect((await tryOnce(from('2001:db8:0:7:ffff::1'), 'ben', password)).status).toBe(429)
  expect((await tryOnce(from('2001:db8:0:8::1'), 'ben', password)).status).toBe(200)
})

test('one network that tries many names has to wait', async () => {
  const statuses: number[] = []
  for (let attempt = 0; attempt < 61; attempt++)
    statuses.push((await tryOnce(from(`2001:db8:0:9::${attempt}`), `name-${attempt}`)).status)
  expect(statuses).toEqual([...Array(60).fill(401), 429])
})

const token = (attempt: number) => ({ token: `guess-${attempt}` })
const chosen = { username: 'guest', password: 'Lantern-over-9-piers' }
test.each([
  [forgotPassword, (attempt: number) => ({ email: `${attempt}@example.test` })],
  [resetPassword, (attempt: number) => ({ ...token(attempt), password: chosen.password })],
  [readInvitation, token],
  [register, (attempt: number) => ({ ...token(attempt), ...chosen })],
  [verifyEmail, token],
  [setUp, (attempt: number) => ({ ...token(attempt), email: `${attempt}@example.test`, password: chosen.password })],
  [openShell, (attempt: number) => ({ key: `guess-${attempt}` })],
] as const)('$path counts the addresses of an IPv6 /64 as one', async (endpoint, bodyOf) => {
  const statusFrom = async (address: string, attempt: number) =>
    (await from(address).call(endpoint as Endpoint, { body: bodyOf(attempt) as never })).status
  let refusedAt: number | undefined
  for (let attempt = 0; attempt < 100 && refusedAt === undefined; attempt++)
    if ((await statusFrom(`2001:db8:0:a::${attempt}`, attempt)) === 429) refusedAt = attempt
  expect(refusedAt).toBeGreaterThan(4)
  expect(await statusFrom('2001:db8:0:b::1', 1000)).not.toBe(429)
})

test('from many networks a name can be guessed a hundred times in an hour, then with growing pauses', async () => {
  expect(await guess('cleo', 100, (attempt) => `10.${attempt}.0.1`)).toEqual(Array(100).fill(401))
  // The state after many more attempts: the longest pause.
  await sql`UPDATE rate_limits SET points = 1000 WHERE key LIKE 'signin-name:%'`.execute(world.db)
  expect((await tryOnce(from('192.0.2.1'), 'cleo')).status).toBe(401)
  const refused = await tryOnce(from('192.0.2.2'), 'cleo', password)
  expect(refused.status).toBe(429)
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60)
  expect([1, 2, 3, 6, 7, 1000].map(pauseAfter)).toEqual([1, 2, 4, 32, 60, 60])
})

test('a browser in which the user signed in before is not stopped by what others try', async () => {
  const browser = from('192.0.2.50')
  expect((await tryOnce(browser, 'dan', password)).status).toBe(200)
  await guess('dan', 103, (attempt) => `10.${attempt}.0.2`)
  await guess('dan', 11, () => '192.0.2.50')
  expect((await tryOnce(from('192.0.2.50'), 'dan', password)).status).toBe(429)
  expect((await tryOnce(browser, 'dan', password)).status).toBe(200)
  const guesses = []
  for (let attempt = 0; attempt < 11; attempt++) guesses.push((await tryOnce(browser, 'dan')).status)
  expect(guesses).toEqual([...Array(10).fill(401), 429])
  const cookie = browser.cookies.get('__Host-browser') as string
  const other = from('192.0.2.50')
  other.cookies.set(
    '__Host-browser',
    cookie.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
  )
  expect((await tryOnce(other, 'dan', password)).status).toBe(429)
  const stranger = from('198.51.100.8')
  stranger.cookies.set('__Host-browser', cookie)
  expect((await tryOnce(stranger, 'ann')).status).toBe(401)
})

test('a session confirms its password on a count of its own', async () => {
  const ann = from('192.0.2.60')
  await tryOnce(ann, 'ann', password)
  await guess('ann', 103, (attempt) => `10.${attempt}.0.3`)
  await guess('ann', 11, () => '192.0.2.60')
  expect((await ann.call(confirmPassword, { body: { password } })).status).toBe(200)
  const statuses = []
  for (let attempt = 0; attempt < 11; attempt++)
    statuses.push((await ann.call(confirmPassword, { body: { password: 'wrong' } })).status)
  expect(statuses).toEqual([...Array(10).fill(422), 429])
})

test('wrong passwords are in the audit log and in the metrics, the first of a row and the last before the wait', async () => {
  const ben = from('192.0.2.70')
  await guess('ben', 12, () => '198.51.100.30')
  await tryOnce(from('198.51.100.31'), 'unknown-name')
  await tryOnce(ben, 'ben', password)
  const { data } = await ben.call(listAudit, { query: { kind: 'refused_sign_in' } })
  const { data: changes } = await ben.call(listAudit, { query: { kind: 'change' } })
  expect(changes.length).toBeGreaterThan(0)
  expect(changes.filter(({ action }) => action === 'account.sign_in_refused')).toEqual([])
  const own = data.filter(({ ip }) => ip === '198.51.100.30')
  expect(own).toMatchObject(
    [10, 1].map((attempts) => ({
      sentence: 'A sign-in as ben@example.test was refused',
      username: 'ben@example.test',
      target: 'user',
      company_name: 'Harbour',
      after: { reason: 'wrong password', attempts },
    })),
  )
  expect((await sql`SELECT 1 FROM audit WHERE ip = '198.51.100.31'`.execute(world.db)).rows).toEqual([])
  const numbers = await (await fetch(`${world.base}/metrics`)).text()
  const count = (reason: string) =>
    Number(new RegExp(`^sign_ins_refused_total\\{reason="${reason}"\\} (\\d+)$`, 'm').exec(numbers)?.[1])
  expect(count('credentials')).toBeGreaterThanOrEqual(11)
  expect(count('limit')).toBeGreaterThanOrEqual(2)
})
