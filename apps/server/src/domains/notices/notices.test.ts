import { listAudit } from '@longreach/contract/audit/endpoints'
import { noticeLimits } from '@longreach/contract/notices/constants'
import { createNotice, deleteNotice, listNotices, updateNotice } from '@longreach/contract/notices/endpoints'
import { readNotices } from '@longreach/contract/notices/read-endpoints'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestClient } from '../../test/client.ts'
import { makeCompany, makeUser, startWorld, type World } from '../../test/world.ts'

let world: World
let root: TestClient
let guest: TestClient

beforeAll(async () => {
  world = await startWorld()
  const company = await makeCompany(world, 'Harbour')
  await makeUser(world, 'admin', company, 2)
  await makeUser(world, 'guest', company, 4)
  root = await world.as('root')
  guest = await world.as('guest')
})

beforeEach(async () => {
  await sql`DELETE FROM notices`.execute(world.db)
})

afterAll(async () => world?.stop())

async function written(body: object): Promise<number> {
  const answer = await root.call(createNotice, { body: { type: 'info', message: 'Hello', ...body } })
  expect(answer.status).toBe(201)
  return answer.data.id
}

const shownTo = async (client = guest) => (await client.call(readNotices)).data.map(({ message }) => message)
const inSeconds = (seconds: number) => formatTime(new Date(Date.now() + seconds * 1000))

test('S1.58 S3.55 S7.36: all users read the enabled ones, newest first', async () => {
  await written({ message: 'Off' })
  await written({ message: 'First', enabled: true })
  const second = await written({
    message: '<p>Second</p><script>alert(1)</script>',
    type: 'maintenance',
    enabled: true,
    ends_at: inSeconds(3600),
  })
  const ended = await written({ message: 'Ended', enabled: true, ends_at: inSeconds(3600) })
  await sql`UPDATE notices SET ends_at = now() - interval '1 second' WHERE id = ${ended}`.execute(world.db)
  const { data } = await guest.call(readNotices)
  expect(data.map(({ message }) => message)).toEqual(['<p>Second</p>', 'First'])
  expect(data[0]).toEqual({ id: second, type: 'maintenance', message: '<p>Second</p>', enabled_at: expect.any(String) })
  expect((await root.call(listNotices)).data.map(({ message }) => message)).toEqual([
    'Ended',
    '<p>Second</p>',
    'First',
    'Off',
  ])
  const page = await root.call(listNotices, { query: { limit: 1, offset: 1, q: 'S' } })
  expect(page.data.map(({ username }) => username)).toEqual(['root@example.test'])
})

test('only the newest are returned', async () => {
  for (let number = 1; number <= noticeLimits.active + 1; number++)
    await written({ message: `No. ${number}`, enabled: true })
  const messages = await shownTo()
  expect([messages.length, messages[0], messages.at(-1)]).toEqual([noticeLimits.active, 'No. 21', 'No. 2'])
})

test('S6.52: viewing, creating, changing and deleting notices require their permissions', async () => {
  const id = await written({})
  for (const name of ['admin', 'guest']) {
    const client = await world.as(name)
    const answers = [
      await client.call(listNotices),
      await client.call(createNotice, { body: { type: 'info', message: 'x' } }),
      await client.call(updateNotice, { params: { id }, body: { enabled: true } }),
      await client.call(deleteNotice, { params: { id } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  }
  expect(await shownTo()).toEqual([])
})

test('one is enabled, disabled, shown again and deleted; each change is in the audit log', async () => {
  const id = await written({ message: '<b>Water</b>' })
  const change = (body: object) => root.call(updateNotice, { params: { id }, body: body as never })
  const since = async () => (await guest.call(readNotices)).data[0]?.enabled_at
  const age = () =>
    sql`UPDATE notices SET enabled_at = enabled_at - interval '1 hour', ends_at = ends_at - interval '1 hour'`.execute(
      world.db,
    )
  expect((await change({ enabled: true, ends_at: inSeconds(60) })).status).toBe(200)
  await age()
  expect(await shownTo()).toEqual([])
  // It has ended: a new text notifies no user; a new end does, like a new notice.
  expect((await change({ message: 'Water and light' })).status).toBe(200)
  expect((await change({ enabled: true })).errors[0]?.source).toBe('ends_at')
  expect((await change({ ends_at: null })).status).toBe(200)
  const first = await since()
  expect(Date.parse(`${first?.replace(' ', 'T')}Z`)).toBeGreaterThan(Date.now() - 60_000)
  await age()
  const before = await since()
  await change({ type: 'important', enabled: true })
  expect(await since()).toBe(before)
  await change({ enabled: false })
  expect(await shownTo()).toEqual([])
  await change({ enabled: true })
  expect(await since()).not.toBe(before)
  expect((await root.call(deleteNotice, { params: { id } })).status).toBe(200)
  expect((await change({ enabled: true })).status).toBe(404)
  const { data } = await root.call(listAudit, { query: { target: 'notice', target_id: id, limit: 100 } })
  expect(data.map(({ action }) => action).at(0)).toBe('notices.delete')
  expect(data.at(-1)).toMatchObject({ action: 'notices.create', after: { message: '<b>Water</b>', enabled: false } })
})

test('errors name their field, and nothing is stored', async () => {
  const refused = async (body: object, source: string) => {
    const answer = await root.call(createNotice, { body: { type: 'info', message: 'x', ...body } as never })
    expect([answer.status, answer.errors[0]?.source]).toEqual([422, source])
  }
  await refused({ message: '' }, 'message')
  await refused({ message: '<script>alert(1)</script>' }, 'message')
  await refused({ message: 'x'.repeat(noticeLimits.message + 1) }, 'message')
  await refused({ message: '&'.repeat(noticeLimits.message) }, 'message')
  await refused({ message: 'a\u0000b' }, 'message')
  await refused({ type: 'loud' }, 'type')
  await refused({ enabled: true, ends_at: inSeconds(-60) }, 'ends_at')
  await refused({ ends_at: 'tomorrow' }, 'ends_at')
  expect((await root.call(listNotices)).data).toEqual([])
})
