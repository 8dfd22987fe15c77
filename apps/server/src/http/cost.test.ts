import { getSessionUser } from '@longreach/contract/account/endpoints'
import { listAudit } from '@longreach/contract/audit/endpoints'
import { listCompanies } from '@longreach/contract/companies/endpoints'
import { deviceStatistics, getDevice, listDevices } from '@longreach/contract/devices/endpoints'
import type { AnyEndpoint } from '@longreach/contract/endpoint'
import { listNotifications } from '@longreach/contract/notifications/endpoints'
import { listRemoteAccess } from '@longreach/contract/remote/endpoints'
import { listTags } from '@longreach/contract/tags/endpoints'
import { listUsers } from '@longreach/contract/users/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Input, TestClient } from '../test/client.ts'
import { forgetStatements, ownDatabase } from '../test/statements.ts'
import { makeCompany, makeUser, startWorld, type World } from '../test/world.ts'

let world: World
let admin: TestClient
let device: number

const devices = 20_000

beforeAll(async () => {
  // Keeps the rest of the server from sending statements meanwhile, as far as possible.
  world = await startWorld({ ROLES: 'api' })
  const top = await makeCompany(world, 'Top')
  await makeUser(world, 'admin', top, 2)
  await sql`
    INSERT INTO devices (company_id, l1_id, name, serial, bound_at, status, model, firmware)
    SELECT ${top.company_id}, ${top.l1_id}, 'Device ' || n, (3000000000 + n)::text, now(), n % 2, 'RUTX11', 'R' || n % 5
    FROM generate_series(1, ${devices}) AS n`.execute(world.db)
  await sql`
    INSERT INTO device_state (device_id, updated_at, values)
    SELECT id, now(), '{"signal": -60}' FROM devices`.execute(world.db)
  for (const table of ['devices', 'device_state', 'device_counts'])
    await sql`VACUUM ANALYZE ${sql.table(table)}`.execute(world.db)
  device = (await sql<{ id: number }>`SELECT min(id) AS id FROM devices`.execute(world.db)).rows[0]?.id ?? 0
  admin = await world.as('admin')
})

afterAll(async () => world?.stop())

interface Cost {
  statements: number
  rows: number
  /** Pages of 8 KB read. */
  pages: number
}

/** Includes the statements, which show the reason if there are too many. */
type Seen = Cost & { sent: string }

/**
 * Periodic statements that may run in between: of the queue, the lease of the node, the handlers of events, the check
 * of the disk space; and those of this test.
 */
const background = String.raw`pg_stat_statements|UPDATE imports i SET worked_at|\yconfig_sums\y|\yread_due\y|\yconfig_first_reads\y|\yalert_rules\y|\yonline_samples\y|pgboss|\yjobs"?\.|\ynodes\y|\yevent_handlers\y|pg_is_in_recovery|pg_listening_channels|^(begin|commit)\y`

/** Database cost of a call, with warm caches. */
async function costOf<E extends AnyEndpoint>(endpoint: E, input: Input<E>): Promise<Seen> {
  expect((await admin.call(endpoint, input)).status).toBe(200)
  await forgetStatements(world.db)
  await admin.call(endpoint, input)
  const { rows } = await sql<Seen>`
    SELECT string_agg(query, E'\n\n') AS sent, coalesce(sum(calls), 0)::int AS statements, coalesce(sum(rows), 0)::int AS rows,
      coalesce(sum(shared_blks_hit + shared_blks_read), 0)::int AS pages
    FROM pg_stat_statements WHERE dbid = ${ownDatabase} AND query !~* ${background}`.execute(world.db)
  return rows[0] as Seen
}

// Exactly as many statements as measured; rows and pages with a margin, since they vary slightly.
const calls: [name: string, endpoint: AnyEndpoint, input: () => Input<AnyEndpoint>, most: Cost][] = [
  ['the session', getSessionUser, () => ({}), { statements: 2, rows: 5, pages: 40 }],
  // One of the statements reads the availability of the devices on the page.
  ['the first devices', listDevices, () => ({ query: { limit: 100 } }), { statements: 5, rows: 150, pages: 1500 }],
  [
    'the last devices',
    listDevices,
    () => ({ query: { limit: 100, sort: '-name' } }),
    { statements: 5, rows: 150, pages: 1500 },
  ],
  [
    'devices by model',
    listDevices,
    () => ({ query: { limit: 100, sort: 'model' } }),
    { statements: 5, rows: 150, pages: 1500 },
  ],
  // One of them reads the declared images.
  ['a device', getDevice, () => ({ params: { id: device } }), { statements: 4, rows: 10, pages: 60 }],
  ['counts', deviceStatistics, () => ({ query: { charts: 'status' } }), { statements: 2, rows: 20, pages: 200 }],
  ['companies', listCompanies, () => ({}), { statements: 3, rows: 10, pages: 200 }],
  ['users', listUsers, () => ({}), { statements: 3, rows: 10, pages: 60 }],
  ['tags', listTags, () => ({}), { statements: 3, rows: 10, pages: 60 }],
  ['remote access', listRemoteAccess, () => ({}), { statements: 3, rows: 10, pages: 60 }],
  // One more statement for each kind of object that the lines name.
  ['the audit log', listAudit, () => ({}), { statements: 4, rows: 10, pages: 60 }],
  ['notifications', listNotifications, () => ({}), { statements: 4, rows: 10, pages: 60 }],
]

test.each(calls)('%s: what a call costs the database beside 20,000 devices', async (_, endpoint, input, most) => {
  const { sent, ...cost } = await costOf(endpoint, input())
  const over = Object.entries(cost).filter(([name, value]) => value > most[name as keyof Cost])
  expect(over, sent).toEqual([])
})
