import { listAuthorizedDevices } from '@longreach/contract/devices/authorized-endpoints'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { createdBetween } from '../../../db/filters.ts'
import { readFact, setFact } from '../../../db/installation.ts'
import { defineList } from '../../../db/list.ts'
import { systemScope } from '../../../db/scope.ts'
import { macText } from '../../../db/search.ts'

/** Identifiers of a device that registers; null if unknown. */
export interface Identity {
  serial: string
  mac: string | null
  imei: string | null
}

export interface NewAuthorizedDevice extends Identity {
  model: string | null
  batch_number: string | null
  product_code: string | null
}

interface AuthorizedRow extends NewAuthorizedDevice {
  id: number
  username: string | null
  created_at: Date
  registered: boolean
}

const registered = sql<boolean>`EXISTS (
  SELECT 1 FROM devices d
  WHERE d.serial = a.serial AND (a.mac IS NULL OR d.mac = a.mac) AND (a.imei IS NULL OR d.imei = a.imei)
    AND d.bound_at IS NOT NULL AND d.deleted_at IS NULL AND ${systemScope('console of the operator')})`

const lower = (column: string): RawBuilder<unknown> => sql`lower(${sql.ref(column)})`

/** Approved devices belong to no company: a user who may see the list sees all of it. */
export const authorizedDeviceList = defineList({
  endpoint: listAuthorizedDevices,
  from: () =>
    sql`authorized_devices a LEFT JOIN users u ON u.id = a.user_id AND ${systemScope('console of the operator')}`,
  reach: () => sql<boolean>`true`,
  columns: () => sql<AuthorizedRow>`
    a.id, a.serial, a.mac, a.imei, a.model, a.batch_number, a.product_code, u.username, a.created_at,
    ${registered} AS registered`,
  id: 'a.id',
  sorts: {
    serial: 'a.serial',
    mac: 'a.mac',
    model: 'a.model',
    batch_number: 'a.batch_number',
    product_code: 'a.product_code',
    created_at: 'a.created_at',
  },
  defaultSort: '-created_at',
  filters: { registered: (value) => sql`${registered} = ${value}`, ...createdBetween('a.created_at') },
  search: {
    serial: lower('a.serial'),
    mac: macText('a.mac'),
    imei: sql`a.imei`,
    model: lower('a.model'),
    batch_number: lower('a.batch_number'),
    product_code: lower('a.product_code'),
  },
})

/** Rows per statement. */
const batch = 1000

/** Adds devices whose serials are not in the list yet and returns their ids. */
export async function insertAuthorized(
  db: Db,
  userId: number | null,
  devices: readonly NewAuthorizedDevice[],
): Promise<number[]> {
  const ids: number[] = []
  for (let start = 0; start < devices.length; start += batch) {
    const rows = await db
      .insertInto('authorized_devices')
      .values(devices.slice(start, start + batch).map((device) => ({ ...device, user_id: userId })))
      .onConflict((conflict) => conflict.column('serial').doNothing())
      .returning('id')
      .execute()
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

export async function removeAuthorized(db: Db, ids: readonly number[]): Promise<{ id: number; serial: string }[]> {
  return db
    .deleteFrom('authorized_devices')
    .where('id', 'in', [...ids])
    .returning(['id', 'serial'])
    .execute()
}

const fact = 'authorized_devices_only'

/** True if only approved devices may register. */
export const isLimited = async (db: Db): Promise<boolean> => (await readFact<boolean>(db, fact)) ?? false

export const limitRegistration = (db: Db, limited: boolean): Promise<void> => setFact(db, fact, limited)

/** Indexes of the devices in the list that may not register. */
export async function findUnauthorized(db: Db, devices: readonly Identity[]): Promise<Set<number>> {
  if (devices.length === 0 || !(await isLimited(db))) return new Set()
  const column = (name: keyof Identity) => devices.map((device) => device[name])
  const { rows } = await sql<{ place: number }>`
    SELECT n.place - 1 AS place
    FROM unnest(${column('serial')}::text[], ${column('mac')}::text[], ${column('imei')}::text[])
      WITH ORDINALITY AS n (serial, mac, imei, place)
    WHERE NOT EXISTS (
      SELECT 1 FROM authorized_devices a
      WHERE a.serial = n.serial AND coalesce(a.mac = n.mac, true) AND coalesce(a.imei = n.imei, true))`.execute(db)
  return new Set(rows.map(({ place }) => place))
}

export const mayRegister = async (db: Db, device: Identity): Promise<boolean> =>
  (await findUnauthorized(db, [device])).size === 0
