import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devicesModule } from '../domains/devices/module.ts'
import { removeExpired } from '../module/retention.ts'
import { cloneDatabase, type TestDatabase } from '../test/clone.ts'
import { createTickets } from './tickets.ts'

let database: TestDatabase
let deviceId: number

beforeAll(async () => {
  database = await cloneDatabase()
  const { id } = await database.db
    .insertInto('devices')
    .values({ company_id: 0, name: 'Crane', serial: '6000000009', bound_at: new Date(), status: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  deviceId = id
})

afterAll(async () => database?.drop())

const target = { host: '192.168.1.10', port: 443 }
const issue = (seconds = 30) =>
  createTickets(database.db, 'here', false).issueTicket({ ...target, deviceId, publicKey: 'key', seconds })

function take(ticket: string, other: { deviceId?: number; publicKey?: string; node?: string; handsOn?: boolean } = {}) {
  const { node = 'here', handsOn = false, ...who } = other
  return createTickets(database.db, node, handsOn).takeTicket({ ticket, deviceId, publicKey: 'key', ...who })
}

test('a ticket is valid once, and only its hash is stored', async () => {
  const ticket = await issue()
  expect(ticket).toMatch(/^[0-9a-f]{32}$/)
  const { rows } = await sql<{ row: string }>`SELECT to_jsonb(t)::text AS row FROM tunnel_tickets t`.execute(
    database.db,
  )
  expect(rows.some(({ row }) => row.includes(ticket))).toBe(false)
  const outcomes = await Promise.all([take(ticket), take(ticket), take(ticket)])
  expect(outcomes.filter((one) => one === 'used')).toHaveLength(2)
  expect(outcomes).toContainEqual(target)
})

test('another device, key or node cannot use it, and its owner still can', async () => {
  const ticket = await issue()
  expect(await take(ticket, { deviceId: deviceId + 1 })).toBe('foreign')
  expect(await take(ticket, { publicKey: 'other' })).toBe('foreign')
  expect(await take(ticket, { node: 'there' })).toBe('foreign')
  expect(await take(ticket)).toEqual(target)
})

test('a node that hands tunnels on takes it too, once, and learns whose it is', async () => {
  const ticket = await issue()
  const elsewhere = { node: 'there', handsOn: true }
  expect(await take(ticket, { ...elsewhere, publicKey: 'other' })).toBe('foreign')
  expect(await take(ticket, elsewhere)).toEqual({ ...target, elsewhere: 'here' })
  expect(await take(ticket)).toBe('used')
  expect(await take(ticket, elsewhere)).toBe('used')
  expect(await take(await issue(), { handsOn: true })).toEqual(target)
})

test('an expired or invented one is not valid; the job removes expired ones', async () => {
  const ticket = await issue(-1)
  expect(await take(ticket)).toBe('expired')
  expect(await take('f'.repeat(32))).toBe('unknown')
  await removeExpired(database.db, devicesModule.retention ?? [])
  expect(await take(ticket)).toBe('expired')
  await sql`UPDATE tunnel_tickets SET expires_at = now() - interval '2 hours'`.execute(database.db)
  await removeExpired(database.db, devicesModule.retention ?? [])
  expect(await take(ticket)).toBe('unknown')
})

const sha256 = 'a'.repeat(64)
const issueFile = (seconds = 900) =>
  createTickets(database.db, 'here', false).issueFileTicket({ deviceId, publicKey: 'key', sha256, seconds })
const takeFile = (ticket: string, other: { deviceId?: number; publicKey?: string; node?: string } = {}) => {
  const { node = 'here', ...who } = other
  return createTickets(database.db, node, false).takeFileTicket({ ticket, deviceId, publicKey: 'key', ...who })
}

test('the ticket of a file is valid repeatedly and at any node, for its device and key alone, until it expires', async () => {
  const ticket = await issueFile()
  const { rows } = await sql<{ row: string }>`SELECT to_jsonb(t)::text AS row FROM file_tickets t`.execute(database.db)
  expect(rows.some(({ row }) => row.includes(ticket))).toBe(false)
  for (const node of ['here', 'here', 'there']) expect(await takeFile(ticket, { node })).toEqual({ sha256 })
  expect(await takeFile(ticket, { deviceId: deviceId + 1 })).toBe('foreign')
  expect(await takeFile(ticket, { publicKey: 'other' })).toBe('foreign')
  expect(await takeFile('f'.repeat(32))).toBe('unknown')
  expect(await takeFile(await issue())).toBe('unknown')
  expect(await take(ticket)).toBe('unknown')
  expect(await takeFile(await issueFile(-1))).toBe('expired')
  await sql`UPDATE file_tickets SET expires_at = now() - interval '2 hours'`.execute(database.db)
  await removeExpired(database.db, devicesModule.retention ?? [])
  expect(await takeFile(ticket)).toBe('unknown')
})
