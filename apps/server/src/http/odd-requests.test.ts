import { connect } from 'node:net'
import { listTags } from '@longreach/contract/tags/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../test/client.ts'
import { makeCompany, makeUser, startWorld, type World } from '../test/world.ts'

/** Requests that no browser sends, as lines: the usual clients would correct them. */
let world: World
let admin: TestClient
let companyId: number
let tags = 0

beforeAll(async () => {
  world = await startWorld()
  const company = await makeCompany(world, 'Harbour')
  companyId = company.company_id
  await makeUser(world, 'admin', company, 2)
  admin = await world.as('admin')
})
afterAll(async () => world?.stop())

const cookie = () => `__Host-session=${admin.cookies.get('__Host-session')}`
const csrf = () => `X-XSRF-TOKEN: ${admin.cookies.get('XSRF-TOKEN')}`
const host = () => new URL(world.base).host

/** The status of the first response; 0 if the connection was closed without one. */
function send(lines: readonly string[], body = ''): Promise<number> {
  const socket = connect(Number(new URL(world.base).port), new URL(world.base).hostname)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1')
  })
  socket.on('error', () => {})
  socket.write(Buffer.from(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`, 'latin1'))
  return new Promise((resolve) => {
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0)))
  })
}

/** Creates a tag, with the cookie and CSRF token of the session unless `given` has others. */
function create(more: readonly string[] = [], given = [`Cookie: ${cookie()}`, csrf()]): Promise<number> {
  const body = JSON.stringify({ company_id: companyId, name: `Odd ${++tags}` })
  const length = more.some((line) => /^(Content-Length|Transfer-Encoding)/.test(line))
    ? []
    : [`Content-Length: ${body.length}`]
  const start = ['POST /api/tags HTTP/1.1', `Host: ${host()}`, 'Content-Type: application/json']
  return send([...start, ...length, ...given, ...more], body)
}

const read = (more: readonly string[]) => send(['GET /api/user HTTP/1.1', `Host: ${host()}`, ...more])
const countTags = async () => (await admin.call(listTags, { query: { limit: 0 } })).meta.total

test.each([
  ['no Origin and no Sec-Fetch', () => []],
  ['the own Origin', () => [`Origin: ${world.base}`]],
  ['the own Origin, from the same origin', () => [`Origin: ${world.base}`, 'Sec-Fetch-Site: same-origin']],
  ['no Origin, started by the user', () => ['Sec-Fetch-Site: none']],
])('a change with %s is accepted', async (_what, more) => {
  expect(await create(more())).toBe(201)
})

test.each([
  ['the Origin "null"', () => ['Origin: null']],
  ['an empty Origin', () => ['Origin:']],
  ['the Origin of another port', () => [`Origin: ${world.base}1`]],
  ['the Origin in another scheme', () => [`Origin: ${world.base.replace('http', 'https')}`]],
  ['the own Origin twice', () => [`Origin: ${world.base}`, `Origin: ${world.base}`]],
  ['two Origins', () => [`Origin: ${world.base}`, 'Origin: https://evil.test']],
  ['the own Origin, but from another site', () => [`Origin: ${world.base}`, 'Sec-Fetch-Site: cross-site']],
  ['no Origin, but from another site', () => ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors']],
  ['no Origin, but from a sibling host', () => ['Sec-Fetch-Site: same-site']],
])('a change with %s is refused and changes nothing', async (_what, more) => {
  const before = await countTags()
  expect(await create(more())).toBe(403)
  expect(await countTags()).toBe(before)
})

test('a change with a CSRF token that is missing, doubled or of another session is refused', async () => {
  const other = await world.as('admin')
  const foreign = `X-XSRF-TOKEN: ${other.cookies.get('XSRF-TOKEN')}`
  for (const tokens of [[], ['X-XSRF-TOKEN:'], [csrf(), csrf()], [foreign], [csrf(), foreign]])
    expect(await create([], [`Cookie: ${cookie()}`, ...tokens])).toBe(403)
})

test('a cookie in any odd shape is no session, and no error of the server', async () => {
  const value = admin.cookies.get('__Host-session') ?? ''
  const odd = [
    '',
    ';;;',
    '=',
    '__Host-session',
    '__Host-session=',
    `__host-session=${value}`,
    `session=${value}`,
    `__Host-session=${value}x`,
    `__Host-session=%ZZ%00${value}`,
    `__Host-session=${'a'.repeat(8000)}`,
    `__Host-session=\xff\xfe`,
    `__Host-session=x; __Host-session=${value}`,
    `__proto__=1; constructor=2; toString=${value}`,
  ]
  for (const one of odd) expect([one, await read([`Cookie: ${one}`])]).toEqual([one, 401])
  expect(await read([`Cookie: ${cookie()}`])).toBe(200)
})

test.each([
  ['two lengths', () => ['Content-Length: 5', 'Content-Length: 60']],
  ['a length and chunks', () => ['Content-Length: 60', 'Transfer-Encoding: chunked']],
  ['an unknown framing', () => ['Transfer-Encoding: cow']],
])('a change with %s is refused and changes nothing', async (_what, more) => {
  const before = await countTags()
  expect(await create(more())).toBe(400)
  expect(await countTags()).toBe(before)
})
