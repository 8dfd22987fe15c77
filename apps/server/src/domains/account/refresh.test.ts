import { changePassword } from '@longreach/contract/account/access-endpoints'
import { getSessionUser, refreshToken, revokeToken } from '@longreach/contract/account/endpoints'
import { listAudit } from '@longreach/contract/audit/endpoints'
import { listNotifications } from '@longreach/contract/notifications/endpoints'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, type TestClient } from '../../test/client.ts'
import { until } from '../../test/until.ts'
import { makeCompany, makeUser, password, startWorld, type World } from '../../test/world.ts'

let world: World

beforeAll(async () => {
  world = await startWorld()
  await makeUser(world, 'ann', await makeCompany(world, 'Harbour'), 2)
})
afterAll(async () => world?.stop())

/** Makes all sessions older. */
async function wait(seconds: number): Promise<void> {
  const ago = sql`${seconds} * interval '1 second'`
  await sql`
    UPDATE sessions SET expires_at = expires_at - ${ago}, previous_until = previous_until - ${ago},
      last_used_at = last_used_at - ${ago}`.execute(world.db)
}

/** A tab that shares the browser's current cookies; `arrive` stores the cookies of its response. */
function tabOf(browser: TestClient) {
  const tab = createClient(world.base)
  for (const [name, value] of browser.cookies) tab.cookies.set(name, value)
  const before = new Map(tab.cookies)
  const arrive = () => {
    for (const [name, value] of tab.cookies) if (before.get(name) !== value) browser.cookies.set(name, value)
  }
  return { tab, arrive }
}

/** Another browser with a copy of the cookies. */
function thiefOf(browser: TestClient): TestClient {
  const { tab: thief } = tabOf(browser)
  const { fetch } = thief
  thief.fetch = (path, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('user-agent', firefox)
    return fetch(path, { ...init, headers })
  }
  return thief
}
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Number of sessions that ended because of a reused cookie, from the audit log. */
async function endedByCookie(): Promise<number> {
  return (await sql`SELECT FROM audit WHERE action = 'account.session_cookie_reused'`.execute(world.db)).rows.length
}

/** One request of a tab. `lost`: the server receives it, but its response never arrives. `rank`: order of arrival. */
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
  const browser = await world.signIn('ann')
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
  const browser = await world.signIn('ann')
  const { tab: late } = tabOf(browser)
  await browser.call(refreshToken)
  await browser.call(getSessionUser)
  const earlier = late.cookies.get('__Host-session')
  expect((await late.call(refreshToken)).status).toBe(200)
  expect(late.cookies.get('__Host-session')).toBe(earlier)
  await wait(31)
  expect((await late.call(getSessionUser)).status).toBe(401)
  expect((await browser.call(getSessionUser)).status).toBe(200)
})

test('an outdated cookie in another browser ends the session, notifies the user and is in the audit log', async () => {
  const browser = await world.signIn('ann')
  const other = await world.signIn('ann')
  const thief = thiefOf(browser)
  await browser.call(refreshToken)
  expect((await browser.call(getSessionUser)).status).toBe(200)
  await wait(29)
  expect((await thief.call(getSessionUser)).status).toBe(200)
  await wait(2)
  const uses = await Promise.all(Array.from({ length: 5 }, () => thief.call(getSessionUser)))
  expect(new Set(uses.map(({ status }) => status))).toEqual(new Set([401]))
  expect((await browser.call(getSessionUser)).status).toBe(401)
  expect((await browser.call(refreshToken)).status).toBe(401)
  await until(async () => (await other.call(listNotifications)).data.length > 0)
  const { data: news } = await other.call(listNotifications)
  expect(news).toMatchObject([
    { type: 'sessionEnded', summary: expect.stringContaining('Firefox on Linux from 127.0.0.1') },
  ])
  const { data: lines } = await other.call(listAudit, { query: { action: 'account.session_cookie_reused' } })
  expect(lines).toMatchObject([
    {
      sentence: 'A session of ann@example.test was ended: an outdated cookie of it was used again',
      username: 'ann@example.test',
      target: 'session',
      user_agent: firefox,
      ip: '127.0.0.1',
      after: { signed_in_with: 'node' },
    },
  ])
  const mailed = () =>
    sql`SELECT 1 FROM mails WHERE template = 'session_ended' AND email = 'ann@example.test'`.execute(world.db)
  await until(async () => (await mailed()).rows.length > 0)
  expect((await mailed()).rows.length).toBe(1)
})

test('a cookie of any of the last refreshes ends the session, also in a browser of the same name', async () => {
  const browser = await world.signIn('ann')
  const { tab: thief } = tabOf(browser)
  for (let day = 0; day < 7; day++) {
    expect((await browser.call(refreshToken)).status).toBe(200)
    expect((await browser.call(getSessionUser)).status).toBe(200)
    await wait(12 * 3600)
  }
  expect((await thief.call(getSessionUser)).status).toBe(401)
  expect((await browser.call(getSessionUser)).status).toBe(401)
})

test('a cookie that no session ever had, or of a session that has ended, ends none', async () => {
  const browser = await world.signIn('ann')
  const before = await endedByCookie()
  const thief = thiefOf(browser)
  for (const value of ['', 'x', 'a'.repeat(43), 'a'.repeat(64), 'a'.repeat(5000)]) {
    thief.cookies.set('__Host-session', value)
    expect((await thief.call(getSessionUser)).status).toBe(401)
  }
  const former = thiefOf(browser)
  await browser.call(revokeToken)
  expect((await former.call(getSessionUser)).status).toBe(401)
  expect(await endedByCookie()).toBe(before)
})

test('a lost answer to a change of the password accuses no browser of theft', async () => {
  const browser = await world.signIn('ann')
  const { tab: lost } = tabOf(browser)
  const before = await endedByCookie()
  expect(
    (await lost.call(changePassword, { body: { current_password: password, password: `${password}-2` } })).status,
  ).toBe(200)
  await wait(3600)
  // Its new cookie never arrived.
  expect((await browser.call(getSessionUser)).status).toBe(401)
  expect((await lost.call(getSessionUser)).status).toBe(200)
  expect(await endedByCookie()).toBe(before)
  expect((await lost.call(changePassword, { body: { current_password: `${password}-2`, password } })).status).toBe(200)
})

test('a session ends 90 days after its start, however often it is refreshed', async () => {
  const browser = await world.signIn('ann')
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

/** Steps of a browser: the requests that its tabs send together, and the seconds until the next step. */
const request = fc.record({ refresh: fc.boolean(), lost: fc.boolean(), rank: fc.nat(9) })
const step = fc.record({
  requests: fc.array(request, { minLength: 1, maxLength: 4 }),
  seconds: fc.constantFrom(0, 0, 5, 29, 31, 90, 11 * 3600),
  /** A request prepared now that the server receives after the wait: the network was bad, or the computer asleep. */
  delayed: fc.boolean(),
})
/** Seconds of the longest delay of a request. */
const longestDelay = 90

test('no interleaving of tabs that refresh together, some of them left in the middle or late, signs anybody out', async () => {
  const before = await endedByCookie()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
      const browser = await world.signIn('ann')
      for (const { requests, seconds, delayed } of steps) {
        const late = delayed && seconds <= longestDelay ? tabOf(browser).tab : undefined
        // An open page refreshes after half of the time.
        const due: Sent[] = seconds > 3600 ? [{ refresh: true, lost: requests.length > 2, rank: 0 }] : []
        const statuses = await sendTogether(browser, [...due, ...requests])
        // Uses the new cookie, if one arrived.
        if (late) statuses.push((await browser.call(getSessionUser)).status)
        expect(statuses.every((status) => status === 200)).toBe(true)
        await wait(seconds)
        // It may be refused, but harms nothing.
        await late?.call(refreshToken)
      }
      expect((await browser.call(getSessionUser)).status).toBe(200)
    }),
    { numRuns: 40 },
  )
  expect(await endedByCookie()).toBe(before)
})
