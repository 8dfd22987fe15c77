import { connect } from 'node:net'
import { endpoint } from '@longreach/contract/endpoint'
import { text } from '@longreach/contract/i18n'
import { id } from '@longreach/contract/ids'
import { endpoints } from '@longreach/contract/index'
import { listMeta, listQuery } from '@longreach/contract/page'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { rowsOf } from '../../endpoint/choose-fields.ts'
import { type Call, route } from '../../endpoint/route.ts'
import { serveMounted } from '../../test/mounted.ts'
import { startProgram } from '../../test/program.ts'
import { until } from '../../test/until.ts'
import { makeCompany, makeUser, type Place, startWorld, type World } from '../../test/world.ts'

let world: World
let company: Place

beforeAll(async () => {
  world = await startWorld()
  company = await makeCompany(world, 'Harbour')
  await makeUser(world, 'admin', company, 2)
})

afterAll(async () => world?.stop())

const listRows = endpoint({
  name: 'test.rows',
  method: 'GET',
  path: '/rows',
  summary: 'Lists numbered rows',
  permission: 'view_devices',
  query: listQuery(['id'], {}),
  response: z.array(z.object({ id: id('device'), text: z.string() })),
  meta: listMeta,
})

interface Shown {
  id: number
  text: string
  hidden: true
}

/** A server with one list of 12,000 rows; `before` is called with each page before it is read. */
async function serveRows(before: (call: Call<typeof listRows>) => unknown = () => {}, said = 'x', patience = 60_000) {
  const pages: number[] = []
  const handle = route(listRows, async (call) => {
    await before(call)
    const { limit, offset } = call.query
    pages.push(limit)
    const rows = Array.from({ length: Math.min(limit, 12_000 - offset) }, (_, at) => ({
      id: offset + at + 1,
      text: said,
    }))
    return { data: rows.map((row): Shown => ({ ...row, hidden: true })), meta: { total: 12_000 } }
  })
  const served = await serveMounted(world, { declared: [listRows], routes: [handle], listPatience: patience })
  return { ...served, pages }
}

test('a program reads 10,000 rows with one call, in pages, as one valid answer without undeclared fields', async () => {
  const { app, url, pages } = await serveRows()
  const program = await startProgram({ ...world, base: url }, 'admin')
  const answer = await program.fetch('/api/rows?limit=10000&offset=1000')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const { success, data, meta } = (await answer.json()) as { success: boolean; data: object[]; meta: object }
  expect({ success, meta, rows: data.length }).toEqual({ success: true, meta: { total: 12_000 }, rows: 10_000 })
  expect([data[0], data.at(-1)]).toEqual([
    { id: 1001, text: 'x' },
    { id: 11_000, text: 'x' },
  ])
  expect(pages).toEqual(Array(20).fill(500))
  const fields = (await (await program.fetch('/api/rows?limit=700&fields=id')).json()) as { data: object[] }
  expect([fields.data.length, fields.data[699]]).toEqual([700, { id: 700 }])
  await app.close()
})

test('names of fields need no rows, and a user has four long lists at a time', async () => {
  const { app, url, pages } = await serveRows(undefined, 'x'.repeat(20_000))
  const program = await startProgram({ ...world, base: url }, 'admin')
  const named = (await (await program.fetch('/api/rows?limit=10000&fields_only=1')).json()) as { meta: object }
  expect([named.meta, pages]).toEqual([expect.objectContaining({ fields: ['id', 'text'] }), [0]])
  // Not read: each has more than a socket takes.
  const open = await Promise.all(Array.from({ length: 4 }, () => program.fetch('/api/rows?limit=10000')))
  expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const fifth = await program.fetch('/api/rows?limit=10000')
  expect([fifth.status, fifth.headers.get('retry-after')]).toEqual([429, '10'])
  for (const { body } of open) await body?.cancel()
  await until(async () => {
    const { status, body } = await program.fetch('/api/rows?limit=10000')
    await body?.cancel()
    return status === 200
  })
  await app.close()
})

test('messages in a long answer are translated', async () => {
  const { app, url } = await serveRows(undefined, text('system.page_or_offset'))
  const program = await startProgram({ ...world, base: url }, 'admin')
  const { data } = (await (await program.fetch('/api/rows?limit=501')).json()) as { data: Shown[] }
  expect(new Set(data.map((row) => row.text))).toEqual(new Set(['Send page or offset, not both']))
  await app.close()
})

test('rows that moved to the next page meanwhile are answered once, and a short page is the last one', async () => {
  let moved = 0
  const { app, url } = await serveRows(({ query }) => {
    query.offset -= moved
    moved += 3
  })
  const program = await startProgram({ ...world, base: url }, 'admin')
  const answer = (await (await program.fetch('/api/rows?limit=10000&offset=10000')).json()) as { data: Shown[] }
  const ids = answer.data.map((row) => row.id)
  expect(ids).toEqual(Array.from({ length: 2000 }, (_, at) => 10_001 + at))
  await app.close()
})

/** Reads an answer whose connection ends in the middle. */
async function readCut(answer: Response): Promise<string> {
  let said = ''
  const decoder = new TextDecoder()
  await expect(async () => {
    for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>) said += decoder.decode(part)
  }).rejects.toThrow()
  return said
}

describe('a long answer ends without its end', () => {
  test.each([
    ['after an error', async () => Promise.reject(new Error('broken'))],
    ['after the token was revoked', (id: number) => world.pool.query('DELETE FROM sessions WHERE id = $1', [id])],
    [
      'after the user was deleted',
      (_: number, id: number) => world.pool.query('DELETE FROM users WHERE id = $1', [id]),
    ],
    ['after the user lost the permission', () => world.pool.query('DELETE FROM role_permissions WHERE role_id = 4')],
  ])('%s', async (what, event) => {
    const username = what.replaceAll(' ', '-')
    const userId = await makeUser(world, username, company, 4)
    let tokenId = 0
    const { app, url } = await serveRows(({ query }) => (query.offset === 500 ? event(tokenId, userId) : undefined))
    const program = await startProgram({ ...world, base: url }, username)
    tokenId = program.id
    const said = await readCut(await program.fetch('/api/rows?limit=10000'))
    expect([said.includes('"id":500,'), said.includes('"id":1001,')]).toEqual([true, false])
    expect(() => JSON.parse(said)).toThrow()
    await app.close()
  })
})

test('an error before the first row is answered as such', async () => {
  const { app, url } = await serveRows(() => Promise.reject(new Error('broken')))
  const program = await startProgram({ ...world, base: url }, 'admin')
  expect((await program.fetch('/api/rows?limit=10000')).status).toBe(500)
  await app.close()
})

test('a client that does not read is disconnected, and no more is read for it than it has room for', async () => {
  const { app, url, pages } = await serveRows(undefined, 'x'.repeat(10_000), 300)
  const { token } = await startProgram({ ...world, base: url }, 'admin')
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname).pause()
  const closed = new Promise<void>((resolve) => app.server.on('connection', (own) => own.on('close', () => resolve())))
  socket.on('error', () => {})
  socket.write(`GET /api/rows?limit=10000 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`)
  await closed
  expect(pages.length).toBeGreaterThan(0)
  expect(pages.length).toBeLessThan(10)
  socket.destroy()
  await app.close()
})

test('limit and page are limited for programs, and for browsers as before', async () => {
  const [program, browser] = [await startProgram(world, 'admin'), await world.as('admin')]
  const refusal = async (query: string) => {
    const answer = await program.fetch(`/api/tags?${query}`)
    const { errors } = (await answer.json()) as { errors?: { source: string; message: string }[] }
    return [answer.status, errors?.[0]?.source, errors?.[0]?.message]
  }
  expect(await refusal('limit=10001')).toEqual([422, 'limit', expect.stringContaining('10000')])
  expect(await refusal('limit=-1')).toEqual([422, 'limit', expect.any(String)])
  expect(await refusal('page=0')).toEqual([422, 'page', expect.any(String)])
  expect(await refusal('page=abc')).toEqual([422, 'page', expect.any(String)])
  expect(await refusal('page=1&offset=0')).toEqual([422, 'page', 'Send page or offset, not both'])
  expect(await refusal('limit=10000')).toEqual([200, undefined, undefined])
  expect((await browser.fetch('/api/tags?limit=101')).status).toBe(422)
  expect((await browser.fetch('/api/tags?page=0')).status).toBe(200)
})

test('a page is as many rows further; beyond the end there are none', async () => {
  await world.pool.query(
    `INSERT INTO tags (company_id, l1_id, l2_id, name, color)
    SELECT $1, $2, $3, 'Tag ' || lpad(n::text, 4, '0'), '#ff0000' FROM generate_series(1, 1200) n`,
    [company.company_id, company.l1_id, company.l2_id],
  )
  const program = await startProgram(world, 'admin')
  const names = async (query: string) => {
    const { data } = (await (await program.fetch(`/api/tags?sort=name&${query}`)).json()) as {
      data: { name: string }[]
    }
    return data.map(({ name }) => name)
  }
  const all = await names('limit=10000')
  expect(all.length).toBe(1200)
  expect(all).toEqual([...all].sort())
  expect(await names('limit=7&page=3')).toEqual(all.slice(14, 21))
  expect(await names('limit=550&page=2')).toEqual(all.slice(550, 1100))
  expect(await names('page=1000')).toEqual([])
})

test('every list accepts the longest answer and a page', async () => {
  const program = await startProgram(world, 'admin')
  const lists = endpoints.filter((one) => rowsOf(one) && !one.browserOnly && !/[{]/.test(one.path))
  const period = 'start_date=2026-01-01 00:00:00&end_date=2026-01-02 00:00:00'
  for (const { path, name } of lists) {
    const answer = await program.fetch(`/api${path}?limit=10000&page=1&${period}`)
    expect([name, answer.status]).toEqual([name, expect.toSatisfy((status) => [200, 403].includes(status))])
    await answer.text()
  }
})
