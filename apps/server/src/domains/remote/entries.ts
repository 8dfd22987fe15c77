import { type MainKind, mainEntries, mainKinds, type OpenProtocol } from '@longreach/contract/remote/constants'
import { listRemoteAccess } from '@longreach/contract/remote/endpoints'
import type { NewRemoteAccess, RemoteAccess } from '@longreach/contract/remote/schemas'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { defineList } from '../../db/list.ts'
import { inContext, inScope, type Placement, type Scope, systemScope } from '../../db/scope.ts'

/** Rows after which a total is only a lower bound: counting more takes too long. */
export const countCap = 10_000

function entries(db: Db, scope: Scope) {
  return db
    .selectFrom('remote_access as r')
    .innerJoin('devices as d', 'd.id', 'r.device_id')
    .innerJoin('companies as c', 'c.id', 'r.company_id')
    .where('d.deleted_at', 'is', null)
    .where(inScope(scope, 'r'))
}

interface EntryRow {
  id: number
  device_id: number
  device_name: string
  device_description: string
  device_status: number | null
  company_id: number
  company_name: string
  name: string
  destination_ip: string
  destination_port: number
  protocol: string
  credentials_required: boolean
  main: string | null
  created_at: Date
  has_password: boolean
  active: number
}

export const entryList = defineList({
  endpoint: listRemoteAccess,
  from: () => sql`
    remote_access r JOIN devices d ON d.id = r.device_id JOIN companies c ON c.id = r.company_id`,
  reach: (scope) => sql<boolean>`d.deleted_at IS NULL AND ${inContext(scope, 'r')}`,
  columns: () => sql<EntryRow>`
    r.id, r.device_id, d.name AS device_name, d.description AS device_description, d.status AS device_status,
    r.company_id, c.name AS company_name, r.name, r.destination_ip, r.destination_port, r.protocol, r.credentials_required, r.main, r.created_at,
    r.credentials IS NOT NULL AS has_password,
    (SELECT count(*) FROM remote_sessions s WHERE s.access_id = r.id AND s.ended_at IS NULL) AS active`,
  id: 'r.id',
  sorts: {
    name: 'r.name_key',
    device_name: 'd.name_key',
    company_name: 'c.name_key',
    destination_ip: 'r.destination_ip',
    destination_port: 'r.destination_port',
    protocol: 'r.protocol',
    created_at: 'r.id',
  },
  defaultSort: '-created_at',
  filters: {
    device_id: 'r.device_id',
    company_id: 'r.company_id',
    protocol: 'r.protocol',
    is_main: (main) => sql`(r.main IS NOT NULL) = ${main}`,
  },
  search: { name: sql`r.name_key`, device_name: sql`d.search`, destination_ip: sql`lower(r.destination_ip)` },
  countCap,
})

export const findEntryIds = entryList.ids

export async function findEntries(...asked: Parameters<typeof entryList.page>) {
  const { page, ...count } = await entryList.page(...asked)
  return { page: page.map(present), ...count }
}

function present(row: EntryRow): RemoteAccess {
  return {
    ...row,
    protocol: row.protocol as OpenProtocol,
    main: row.main as MainKind | null,
    is_main: row.main !== null,
    created_at: formatTime(row.created_at),
  }
}

/** Data of an entry for opening or changing it. */
export interface Entry extends Placement {
  id: number
  device_id: number
  device_name: string
  name: string
  destination_ip: string
  destination_port: number
  protocol: OpenProtocol
  credentials_required: boolean
  credentials: Buffer | null
  main: MainKind | null
}

/** Audit data that names the device. */
export const onDevice = ({ device_id, device_name }: Pick<Entry, 'device_id' | 'device_name'>) => ({
  device: { kind: 'device', id: device_id, name: device_name },
})

const entryColumns = [
  'r.id',
  'r.company_id',
  'r.l1_id',
  'r.l2_id',
  'r.device_id',
  'd.name as device_name',
  'r.name',
  'r.destination_ip',
  'r.destination_port',
  'r.protocol',
  'r.credentials_required',
  'r.credentials',
  'r.main',
] as const

export async function findEntry(db: Db, scope: Scope, id: number): Promise<Entry | undefined> {
  const row = await entries(db, scope).select(entryColumns).where('r.id', '=', id).executeTakeFirst()
  return row as Entry | undefined
}

export async function findMainEntry(
  db: Db,
  scope: Scope,
  deviceId: number,
  main: MainKind,
): Promise<Entry | undefined> {
  const row = await entries(db, scope)
    .select(entryColumns)
    .where('r.device_id', '=', deviceId)
    .where('r.main', '=', main)
    .executeTakeFirst()
  return row as Entry | undefined
}

/** Locks entries in reach for a change; in order, so that two such changes never deadlock. */
export async function lockEntries(db: Db, scope: Scope, ids: readonly number[]): Promise<Entry[]> {
  const rows = await entries(db, scope)
    .select(entryColumns)
    .where('r.id', 'in', [...ids])
    .orderBy('r.id')
    .forUpdate('r')
    .execute()
  return rows as Entry[]
}

export async function findDeviceEntries(
  db: Db,
  scope: Scope,
  deviceId: number,
  ids?: readonly number[],
): Promise<Entry[]> {
  let rows = entries(db, scope).select(entryColumns).where('r.device_id', '=', deviceId)
  if (ids) rows = rows.where('r.id', 'in', [...ids])
  return (await rows.orderBy('r.id').limit(200).execute()) as Entry[]
}

export async function insertEntry(
  db: Db,
  place: Placement,
  entry: Omit<NewRemoteAccess, 'username' | 'password'> & { credentials: Buffer | null },
): Promise<number> {
  const { company_id, l1_id, l2_id } = place
  const row = await db
    .insertInto('remote_access')
    .values({ ...entry, company_id, l1_id, l2_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Adds the automatic entries of a new device, in the transaction that creates it. */
export async function insertMainEntries(db: Db, device: Placement & { id: number }): Promise<void> {
  const { company_id, l1_id, l2_id } = device
  await db
    .insertInto('remote_access')
    .values(mainKinds.map((main) => ({ company_id, l1_id, l2_id, device_id: device.id, main, ...mainEntries[main] })))
    .execute()
}

export async function updateEntry(db: Db, id: number, change: Record<string, unknown>): Promise<void> {
  await db
    .updateTable('remote_access as r')
    .set({ ...change, updated_at: sql`now()` })
    .where('r.id', '=', id)
    .where(systemScope('row resolved in scope before'))
    .execute()
}

export async function removeEntries(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    DELETE FROM remote_access r
    WHERE id = ANY (${[...ids]}::bigint[]) AND ${systemScope('row resolved in scope before')}`.execute(db)
}
