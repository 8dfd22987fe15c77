import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../test/client.ts'
import { enter, type Got, visit } from '../test/connect.ts'
import { type PanelSite, startPanelSite } from '../test/panel-site.ts'

let site: PanelSite
let admin: TestClient

beforeAll(async () => {
  site = await startPanelSite({ HOST: '127.0.0.1', TRUST_PROXY: '1' })
  admin = site.admin
})

afterAll(async () => site?.stop())

const cookies = () => [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
const json = { 'content-type': 'application/json' }

interface Kind {
  status: number
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** A file of the built console; a checkout without a build has no pages. */
const assets = path.resolve(import.meta.dirname, '../../../console/dist/assets')
const asset = existsSync(assets) ? readdirSync(assets).find((name) => name.endsWith('.js')) : undefined

const kinds: Record<string, Kind> = {
  'a page': { status: asset ? 200 : 404, path: '/companies' },
  'a file of the console': { status: asset ? 200 : 404, path: `/assets/${asset ?? 'none.js'}` },
  'a call': { status: 200, path: '/api/user' },
  'a change that is refused': { status: 403, path: '/api/tags', method: 'POST', headers: json, body: '{}' },
  'a visitor’s call': { status: 401, path: '/api/user', headers: { cookie: '' } },
  'an unknown call': { status: 404, path: '/api/nothing' },
  'an unknown file': { status: 404, path: '/assets/nothing.js' },
  'a folder of files': { status: 404, path: '/assets/' },
  'input that is none': { status: 422, path: '/api/devices?limit=many' },
  'a body that is no JSON': { status: 400, path: '/api/account/login', method: 'POST', headers: json, body: '{' },
  'a body that is too big': {
    status: 413,
    path: '/api/account/login',
    method: 'POST',
    headers: json,
    body: `"${'x'.repeat(1_100_000)}"`,
  },
  'a path that cannot be read': { status: 400, path: '/%' },
  'a file to download': { status: 200, path: '/api/devices/export/csv' },
  'the API page': { status: 200, path: '/api/docs/' },
  'the script of the API page': { status: 200, path: '/api/docs/js/scalar.js' },
  'the API document': { status: 200, path: '/api/openapi.json' },
  'the events of a channel': { status: 404, path: '/status/channel/nothing' },
  'a health check': { status: 200, path: '/health' },
  'the numbers': { status: 200, path: '/metrics' },
  'the brand': { status: 200, path: '/brand' },
}

const ask = ({ path, method = 'GET', headers, body }: Kind, more: Record<string, string> = {}): Promise<Got> =>
  visit(site.world.direct + path, {
    method,
    headers: { host: 'console.test', cookie: cookies(), ...headers, ...more },
    ...(body ? { body } : {}),
  })

const lasting = 'max-age=31536000'

test.each(Object.entries(kinds))('%s is answered with the whole set of headers', async (_name, kind) => {
  const answer = await ask(kind, { 'x-forwarded-proto': 'https' })
  expect(answer.status).toBe(kind.status)
  const { headers } = answer
  expect(headers['content-security-policy']).toMatch(/default-src '(self|none)'.*frame-ancestors 'none'/)
  expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*'unsafe/)
  expect(headers).toMatchObject({
    'strict-transport-security': lasting,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect(headers.server ?? headers['x-powered-by']).toBeUndefined()
  expect(headers['access-control-allow-origin']).toBeUndefined()
  if (/^\/(api|status)\/(?!docs|openapi)/.test(kind.path)) expect(headers['cache-control']).toBe('no-store')
  expect((await ask(kind)).headers['strict-transport-security']).toBeUndefined()
})

test.skipIf(!asset)(
  'scripts have the policy of pages, as workers may be made of them; style sheets and fonts may do nothing',
  async () => {
    const policyOf = async (ending: string) => {
      const name = readdirSync(assets).find((one) => one.endsWith(ending))
      return (await ask({ status: 200, path: `/assets/${name}` })).headers['content-security-policy']
    }
    expect(await policyOf('.js')).toContain("script-src 'self'")
    for (const ending of ['.css', '.woff2'])
      expect(await policyOf(ending)).toBe("default-src 'none'; frame-ancestors 'none'")
  },
)

test.skipIf(!asset)('the page is compressed for browsers that take it so, and the same for others', async () => {
  const load = async (encodings: string) => {
    const answer = await fetch(`${site.world.direct}/management/devices`, { headers: { 'accept-encoding': encodings } })
    expect(answer.headers.get('vary')).toMatch(/accept-encoding/i)
    return [answer.headers.get('content-encoding'), await answer.text()]
  }
  const [, page] = await load('identity')
  expect(page).toMatch(/^<!doctype html>/)
  for (const encodings of ['br', 'gzip, deflate, br, zstd', 'br;q=0.5, gzip'])
    expect(await load(encodings)).toEqual(['br', page])
  for (const encodings of ['gzip', 'br;q=0, gzip', 'broken']) expect(await load(encodings)).toEqual([null, page])
})

test('an unknown host, a link and a page of a device: their own policy, and nothing of the console', async () => {
  const { port } = new URL(site.world.base)
  const stranger = await visit(`http://${'0'.repeat(32)}.localhost:${port}/`)
  expect(stranger.headers).toMatchObject({
    'content-security-policy': expect.stringMatching(/^default-src 'none'.*frame-ancestors 'self'$/),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  })
  const { link } = await site.open()
  const local = new URL(link)
  expect(local.hostname).toMatch(/^[0-9a-f]{32}\.localhost$/)
  const { origin, cookie } = await enter(link)
  site.answer = (_asked, response) => {
    response.writeHead(200, { 'strict-transport-security': 'max-age=99', 'access-control-allow-origin': '*' })
    response.end('panel')
  }
  const page = await visit(`${origin}/`, { headers: { cookie } })
  expect([page.text, page.headers['referrer-policy']]).toEqual(['panel', 'same-origin'])
  for (const name of ['strict-transport-security', 'access-control-allow-origin', 'x-request-id'])
    expect(page.headers[name]).toBeUndefined()
})
