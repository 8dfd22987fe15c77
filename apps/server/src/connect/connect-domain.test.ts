import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { visit } from '../test/connect.ts'
import { freePort } from '../test/nats-server.ts'
import { type PanelSite, startPanelSite } from '../test/panel-site.ts'
import { until } from '../test/until.ts'

let site: PanelSite
let port: number

beforeAll(async () => {
  port = await freePort()
  site = await startPanelSite({
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    CONNECT_DOMAIN: `connect.test:${port}`,
    TRUST_PROXY: '1',
  })
})

afterEach(() => site.endSessions())

afterAll(async () => site?.stop())

/** Headers of a proxy in front, which appends to those it received. */
const viaProxy = (url: string, headers: Record<string, string> = {}) =>
  visit(url, { headers: { 'x-forwarded-for': '9.9.9.9, 203.0.113.7', ...headers } })

test('behind a proxy each session has a name below CONNECT_DOMAIN; the device does not see the proxy', async () => {
  const { link } = await site.open()
  expect(link).toMatch(new RegExp(`^http://[0-9a-f]{32}\\.connect\\.test:${port}/\\.connect/open\\?ticket=`))
  const first = await viaProxy(link)
  const cookie = first.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  expect([first.status, first.headers.location]).toEqual([303, '/'])
  const { origin } = new URL(link)
  const page = await viaProxy(`${origin}/`, { cookie, origin })
  expect(page.text).toBe('panel')
  const headers = site.seen.at(-1)?.headers
  expect(Object.keys(headers ?? {}).filter((name) => name.startsWith('x-forwarded'))).toEqual([])
  expect(headers?.origin).toBe('http://192.168.1.10')
})

test('other names below the domain are no console, and the console is no session', async () => {
  for (const host of ['connect.test', 'www.connect.test', `a.${'0'.repeat(32)}.connect.test`]) {
    const page = await viaProxy(`http://${host}:${port}/api/user`)
    expect([page.status, page.text.includes('It has ended or never existed')]).toEqual([410, true])
  }
  expect((await viaProxy(`http://console.test:${port}/api/user`)).status).toBe(401)
})

test('invalid keys are limited by the address the proxy names; a valid one still opens', async () => {
  const { link } = await site.open()
  const wrong = `${new URL(link).origin}/.connect/open?ticket=wrong`
  await until(async () => (await viaProxy(wrong)).status === 429)
  expect((await viaProxy(wrong, { 'x-forwarded-for': '203.0.113.7, 203.0.113.8' })).status).toBe(403)
  expect((await viaProxy(link)).status).toBe(303)
})
