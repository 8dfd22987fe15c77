import { getSessionUser, refreshToken } from '@longreach/contract/account/endpoints'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, type TestClient } from '../../test/client.ts'
import { makeCompany, makeUser, startWorld, type World } from '../../test/world.ts'

let world: World

beforeAll(async () => {
  world = await startWorld()
  await makeUser(world, 'ann', await makeCompany(world, 'Harbour'), 2)
})
afterAll(async () => world?.stop())

/** Ages all sessions. */
async function wait(seconds: number): Promise<void> {
  const ago = sql`${seconds} * interval '1 second'`
  await sql`
    UPDATE sessions SET expires_at = expires_at - ${ago}, previous_until = previous_until - ${ago},
      last_used_at = last_used_at - ${ago}`.execute(world.db)
}

/** A tab that shares the browser's current cookies; `arrive` stores those of its answer. */
function tabOf(browser: TestClient) {
  const tab = createClient(world.base)
  for (const [name, value] of browser.cookies) tab.cookies.set(name, value)
  const before = new Map(tab.cookies)
  const arrive = () => {
    for (const [name, value] of tab.cookies) if (before.get(name) !== value) browser.cookies.set(name, value)
  }
  return { tab, arrive }
}

/** One request of a tab. `lost`: the server gets it, but its answer never arrives. `rank`: order of arrival. */
interface Sent {
  refresh: boolean
  lost: boolean
  rank: number
}

async function sendTogether(browser: TestClient, requests: readonly Sent[]): Promise<number[]> {
  const sent = requests.map((request) => ({ ...request, ...tabOf(browser) }))
  const answers = await Promise.all(sent.map(({ tab, refresh }) => tab.call(refresh ? refreshToken : getSessionUser)))
  for (const { lost, arrive } of sent.toSorted((a, b) => a.rank - b.rank)) if (!lost) arrive()
  return answers.map(({ status }) => status)
}

test('a refresh whose response got lost signs no user out, however long the next request takes', async () => {
  const browser = await world.as('ann')
  await sendTogether(browser, [{ refresh: true, lost: true, rank: 0 }])
  await wait(11 * 3600)
  expect((await browser.call(getSessionUser)).status).toBe(200)
  const before = browser.cookies.get('__Host-session')
  expect((await browser.call(refreshToken)).status).toBe(200)
  expect(browser.cookies.get('__Host-session')).not.toBe(before)
  await wait(13 * 3600)
  expect((await browser.call(getSessionUser)).status).toBe(200)
})

test('the cookie before the last refresh ends half a minute after the new one was used, and gets no other one', async () => {
  const browser = await world.as('ann')
  const { tab: thief } = tabOf(browser)
  await browser.call(refreshToken)
  await browser.call(getSessionUser)
  const stolen = thief.cookies.get('__Host-session')
  expect((await thief.call(refreshToken)).status).toBe(200)
  expect(thief.cookies.get('__Host-session')).toBe(stolen)
  await wait(31)
  expect((await thief.call(getSessionUser)).status).toBe(401)
  expect((await browser.call(getSessionUser)).status).toBe(200)
})

test('a session ends 90 days after its start, however often it is refreshed', async () => {
  const browser = await world.as('ann')
  const days = (count: number) =>
    sql`UPDATE sessions SET created_at = now() - ${count} * interval '1 day'`.execute(world.db)
  await days(89.5)
  expect((await browser.call(refreshToken)).status).toBe(200)
  const { data } = await browser.call(getSessionUser)
  const left = data.exp - Date.now() / 1000
  expect(left).toBeGreaterThan(11.9 * 3600)
  expect(left).toBeLessThan(12.1 * 3600)
  await wait(12.2 * 3600)
  expect((await browser.call(refreshToken)).status).toBe(401)
})

test('S7.19: no interleaving of tabs that refresh together, some of them left in the middle, signs anybody out', async () => {
  const request = fc.record({ refresh: fc.boolean(), lost: fc.boolean(), rank: fc.nat(9) })
  const step = fc.record({
    requests: fc.array(request, { minLength: 1, maxLength: 4 }),
    seconds: fc.constantFrom(0, 0, 5, 29, 31, 90, 11 * 3600),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
      const browser = await world.as('ann')
      for (const { requests, seconds } of steps) {
        // An open page refreshes after half of the time.
        const due: Sent[] = seconds > 3600 ? [{ refresh: true, lost: requests.length > 2, rank: 0 }] : []
        const statuses = await sendTogether(browser, [...due, ...requests])
        expect(statuses.every((status) => status === 200)).toBe(true)
        await wait(seconds)
      }
      expect((await browser.call(getSessionUser)).status).toBe(200)
    }),
    { numRuns: 60 },
  )
})
