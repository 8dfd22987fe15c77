import { randomBytes } from 'node:crypto'
import { register } from '@longreach/contract/account/register-endpoints'
import { type ClientEvents, type ServerEvents, socketPath, userChannel } from '@longreach/contract/live'
import { notificationTypes } from '@longreach/contract/notifications/constants'
import { listNotifications, seeNotifications } from '@longreach/contract/notifications/endpoints'
import type { Notification } from '@longreach/contract/notifications/schemas'
import { deleteUser, moveUsers } from '@longreach/contract/users/endpoints'
import { inviteCompany, inviteUser } from '@longreach/contract/users/invitation-endpoints'
import { sql } from 'kysely'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBus } from '../../bus/bus.ts'
import { removeExpired } from '../../module/retention.ts'
import { sha256 } from '../../seal.ts'
import { createClient, type TestClient } from '../../test/client.ts'
import { until } from '../../test/until.ts'
import { makeCompany, makeUser, type Place, startWorld, type World } from '../../test/world.ts'
import { notificationsModule } from './module.ts'
import { notify } from './notify.ts'

let world: World
let company: Place
let annId: number
let ann: TestClient
let ben: TestClient
let benId: number
let root: TestClient
const sockets: Socket[] = []

beforeAll(async () => {
  world = await startWorld()
  company = await makeCompany(world, 'Harbour')
  annId = await makeUser(world, 'ann', company, 2)
  benId = await makeUser(world, 'ben', company, 2)
  ann = await world.as('ann')
  ben = await world.as('ben')
  root = await world.as('root')
})

afterAll(async () => {
  for (const socket of sockets) socket.close()
  await world?.stop()
})

/** Collects the notifications on a socket of the user. */
async function hear(client: TestClient, userId: number): Promise<Notification[]> {
  const heard: Notification[] = []
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const socket: Socket<ServerEvents, ClientEvents> = io(world.base, {
    path: socketPath,
    transports: ['websocket'],
    reconnection: false,
    extraHeaders: { cookie },
  })
  sockets.push(socket)
  socket.on('WebNotificationCreated', ({ channel, data }) => {
    expect(channel).toBe(userChannel(userId))
    heard.push(data)
  })
  socket.emit('subscribe', { channel: userChannel(userId) })
  await new Promise((resolve) => {
    // The error arrives after the responses to all earlier requests.
    socket.once('subscription_error', resolve)
    socket.emit('subscribe', { channel: userChannel(annId + benId) })
  })
  return heard
}

/** Registers a user with the invitation for the address; resolves when other modules have handled the event. */
async function registers(email: string, username: string, more: object = {}): Promise<void> {
  const token = randomBytes(16).toString('hex')
  await sql`UPDATE invitations SET token_hash = ${sha256(token)} WHERE email = ${email}`.execute(world.db)
  const body = { token, username, password: 'Lantern-over-9-piers', ...more }
  expect((await createClient(world.base).call(register, { body })).status).toBe(201)
  await until(async () => !(await world.db.selectFrom('events').select('id').limit(1).executeTakeFirst()))
}

async function invited(by: TestClient, email: string): Promise<void> {
  const body = { company_id: company.company_id, email, role: 'read_only' }
  expect((await by.call(inviteUser, { body })).status).toBe(201)
}

async function newsOf(client: TestClient, query: object = {}) {
  const { data, text } = await client.call(listNotifications, { query })
  return { data, meta: (JSON.parse(text) as { meta: { total: number; unseen: number } }).meta }
}

const leave = async (users: number[], summary: string) =>
  (
    await notify(
      world.db,
      createBus(() => undefined),
      users,
      { type: 'deviceAlert', summary, data: {} },
    )
  )()

test('S4.69 S4.70 S4.71 S4.72 S7.113: the inviter is notified of a registration immediately, and no other user', async () => {
  expect(notificationTypes).toEqual([
    'invitedUserRegistration',
    'creditCodeActivation',
    'creditAmountTooLow',
    'deviceAlert',
    'sessionEnded',
    'campaign',
  ])
  const [toAnn, toBen] = [await hear(ann, annId), await hear(ben, benId)]
  await invited(ann, 'new@example.test')
  await registers('new@example.test', 'new.person')
  await until(() => toAnn.length === 1)
  const { data } = await newsOf(ann)
  expect(data).toEqual(toAnn)
  expect(data[0]).toMatchObject({
    type: 'invitedUserRegistration',
    summary: 'new.person (new@example.test) accepted your invitation',
    data: { username: 'new.person' },
    seen_at: null,
  })
  await invited(ben, 'other@example.test')
  await registers('other@example.test', 'other.person')
  await until(() => toBen.length === 1)
  expect(toAnn.length).toBe(1)
  expect(toBen[0]?.summary).toContain('other.person')
  expect((await newsOf(ben)).data).toEqual(toBen)
})

test('a company created by an invitation is named in the notification', async () => {
  await root.call(inviteCompany, { body: { email: 'founder@example.test' } })
  await registers('founder@example.test', 'founder', { company_name: 'Ferry' })
  const { data } = await newsOf(root)
  expect(data[0]?.summary).toBe('founder (founder@example.test) accepted your invitation and registered Ferry')
})

test('an inviter who does not see those users any more is not notified, and registering works without one', async () => {
  const below = await makeCompany(world, 'Pier', company)
  const moved = await makeUser(world, 'moved', company, 2)
  const lesser = await makeUser(world, 'lesser', company, 2)
  const gone = await makeUser(world, 'gone', company, 2)
  for (const name of ['moved', 'lesser', 'gone']) await invited(await world.as(name), `by-${name}@example.test`)
  expect((await ann.call(moveUsers, { body: { user_id: [moved], company_id: below.company_id } })).status).toBe(200)
  const blind = await world.db
    .insertInto('roles')
    .values({ ...company, name: 'blind', title: 'Blind' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db.updateTable('users').set({ role_id: blind.id }).where('id', '=', lesser).execute()
  await ann.call(deleteUser, { params: { id: gone } })
  for (const name of ['moved', 'lesser', 'gone']) await registers(`by-${name}@example.test`, `by.${name}`)
  for (const name of ['moved', 'lesser']) expect((await newsOf(await world.as(name))).data).toEqual([])
})

test('S3.54 S4.30 S4.32 S7.33 S7.35: unseen ones are marked in one update, each user their own', async () => {
  const pat = await makeUser(world, 'pat', company, 4)
  const client = await world.as('pat')
  for (let number = 1; number <= 12; number++) await leave([pat], `Alert ${number}`)
  await leave([benId], 'Alert for Ben')
  const first = await newsOf(client)
  expect([first.data.length, first.data[0]?.summary, first.meta]).toEqual([10, 'Alert 12', { total: 12, unseen: 12 }])
  const last = await newsOf(client, { offset: 10 })
  expect(last.data.map(({ summary }) => summary)).toEqual(['Alert 2', 'Alert 1'])
  expect((await newsOf(client, { sort: 'created_at', limit: 1 })).data[0]?.summary).toBe('Alert 1')
  expect((await newsOf(client, { q: 'ALERT 11' })).meta).toEqual({ total: 1, unseen: 12 })

  const [bens] = (await newsOf(ben, { limit: 1 })).data
  const ids = first.data.map(({ id }) => id)
  const marked = await client.call(seeNotifications, { body: { id: [...ids, bens?.id as number] } })
  expect([marked.status, marked.data]).toEqual([207, expect.arrayContaining(ids.map((id) => ({ id })))])
  expect(marked.errors).toMatchObject([{ code: 'NOT_FOUND', source: String(bens?.id) }])
  expect((await newsOf(ben, { limit: 1 })).data[0]?.seen_at).toBeNull()
  expect((await newsOf(client, { seen: 'false' })).meta).toEqual({ total: 2, unseen: 2 })
  const seen = await newsOf(client, { seen: 'true' })
  expect(seen.data.every(({ seen_at }) => seen_at !== null)).toBe(true)

  await sql`UPDATE notifications SET seen_at = '2026-01-01T00:00:00Z' WHERE id = ${ids[0]}`.execute(world.db)
  await client.call(seeNotifications, { body: { id: [ids[0] as number] } })
  expect((await newsOf(client, { limit: 1 })).data[0]?.seen_at).toBe('2026-01-01 00:00:00')
})

test('notifications are left behind when their user moves, and deleted with the user or when they are old', async () => {
  const below = await makeCompany(world, 'Quay', company)
  const [mover, deleted, old] = [
    await makeUser(world, 'mover', company, 4),
    await makeUser(world, 'deleted', company, 4),
    await makeUser(world, 'old', company, 4),
  ] as const
  await leave([mover, deleted, old], 'Alert')
  await ann.call(moveUsers, { body: { user_id: [mover], company_id: below.company_id } })
  expect((await newsOf(await world.as('mover'))).meta).toEqual({ total: 0, unseen: 0 })
  await ann.call(deleteUser, { params: { id: deleted } })
  const { rows } = await sql`SELECT 1 FROM notifications WHERE user_id = ${deleted}`.execute(world.db)
  expect(rows).toEqual([])

  for (const summary of ['fresh', 'seen long ago', 'never seen', 'seen lately']) await leave([old], summary)
  const days = (count: number) => sql<Date>`now() - ${count} * interval '1 day'`
  const age = (summary: string, created: number, seen: number | null) =>
    world.db
      .updateTable('notifications')
      .set({ created_at: days(created), seen_at: seen === null ? null : days(seen) })
      .where('summary', '=', summary)
      .execute()
  await age('seen long ago', 200, 91)
  await age('seen lately', 200, 89)
  await age('never seen', 366, null)
  await removeExpired(world.db, notificationsModule.retention ?? [])
  const { data } = await newsOf(await world.as('old'))
  expect(data.map(({ summary }) => summary)).toEqual(['seen lately', 'fresh', 'Alert'])
})

test('a summary of any length is truncated, not refused', async () => {
  const id = await makeUser(world, 'long', company, 4)
  await leave([id], '🚢'.repeat(400))
  expect([...((await newsOf(await world.as('long'))).data[0]?.summary ?? '')].length).toBe(300)
})
