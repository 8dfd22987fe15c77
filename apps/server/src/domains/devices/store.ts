import type { DeviceChange } from '@longreach/contract/devices/schemas'
import { clipMessage } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inScope, type Placement, type Scope, systemScope } from '../../db/scope.ts'
import { notFound } from '../../endpoint/problem.ts'
import { dropClaims } from './enrolment/key-claims.ts'
import { removePermit } from './enrolment/permits.ts'

export interface PlacedDevice extends Placement {
  id: number
  serial: string
  name: string
}

export async function lockDevices(db: Db, scope: Scope, ids: readonly number[]) {
  return db
    .selectFrom('devices as d')
    .selectAll('d')
    .where('d.id', 'in', [...ids])
    .where('d.deleted_at', 'is', null)
    .where(inScope(scope, 'd'))
    .orderBy('d.id')
    .forUpdate()
    .execute()
}

/** Locks one device for a change; throws NOT_FOUND if it is out of reach. */
export async function lockOne({ db, scope }: { db: Db; scope: Scope }, id: number) {
  const [device] = await lockDevices(db, scope, [id])
  if (!device) throw notFound()
  return device
}

export async function changeDevice(db: Db, id: number, change: Omit<DeviceChange, 'tag_id'>): Promise<void> {
  await db
    .updateTable('devices as d')
    .set({ ...change, updated_at: sql`now()` } as Record<string, unknown>)
    .where('d.id', '=', id)
    .where(systemScope('row resolved in scope before'))
    .execute()
}

/** Removes devices from every list immediately; their rows are removed when the purge is done. */
export async function markDeleted(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    UPDATE devices d SET deleted_at = now(), status = NULL
    WHERE id = ANY (${[...ids]}::bigint[]) AND ${systemScope('row resolved in scope before')}`.execute(db)
  await sql`UPDATE device_session SET open = false, epoch = epoch + 1 WHERE device_id = ANY (${[...ids]}::bigint[])`.execute(
    db,
  )
  await sql`
    UPDATE device_keys SET revoked_at = coalesce(revoked_at, clock_timestamp()) WHERE device_id = ANY (${[...ids]}::bigint[])`.execute(
    db,
  )
  await sql`DELETE FROM device_claims WHERE device_id = ANY (${[...ids]}::bigint[])`.execute(db)
}

/**
 * Removes the rows of deleted devices; rows of other tables are deleted with them or stay as history of the company.
 */
export async function purgeDeleted(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    DELETE FROM devices d
    WHERE id = ANY (${[...ids]}::bigint[]) AND deleted_at IS NOT NULL AND ${systemScope('background job')}`.execute(db)
}

export interface ListedDevice extends Placement {
  name: string
  description: string
  serial: string
  mac: string | null
  imei: string | null
  series: string
}

/** Adds a device from the add-device form: it is listed and waits for its first contact. */
export async function insertListed(db: Db, device: ListedDevice): Promise<number> {
  const row = await db.insertInto('devices').values(device).returning('id').executeTakeFirstOrThrow()
  return row.id
}

export async function keepClaim(db: Db, deviceId: number, secret: Buffer, hours: number): Promise<void> {
  await db
    .insertInto('device_claims')
    .values({ device_id: deviceId, secret, expires_at: sql<Date>`now() + ${hours} * interval '1 hour'` })
    .execute()
}

/** Arbitrary number that separates the locks of serials from others. */
const serialLocks = 15_009

/**
 * Until the transaction ends, no other one adds or binds a device with one of the serials: there may be no row to lock
 * yet.
 */
export async function lockSerials(db: Db, serials: readonly string[]): Promise<void> {
  await sql`
    SELECT pg_advisory_xact_lock(${serialLocks}, hash)
    FROM (SELECT DISTINCT hashtext(serial) AS hash FROM unnest(${[...serials]}::text[]) AS serial ORDER BY 1) hashes`.execute(
    db,
  )
}

/** Device in reach with a serial, bound or not. */
export async function findBySerial(db: Db, scope: Scope, serial: string): Promise<PlacedDevice | undefined> {
  return db
    .selectFrom('devices as d')
    .select(['d.id', 'd.serial', 'd.name', 'd.company_id', 'd.l1_id', 'd.l2_id'])
    .where('d.serial', '=', serial)
    .where('d.deleted_at', 'is', null)
    .where(inScope(scope, 'd'))
    .executeTakeFirst()
}

/** Revokes all keys and drops pending claims; the device has to enrol again and keeps its history. */
export async function revokeKeys(db: Db, id: number): Promise<void> {
  await removePermit(db, id)
  await dropClaims(db, id)
  await sql`UPDATE device_keys SET revoked_at = coalesce(revoked_at, clock_timestamp()) WHERE device_id = ${id}`.execute(
    db,
  )
  await sql`DELETE FROM device_claims WHERE device_id = ${id}`.execute(db)
}

/** Counts refusals for the device page; only the last reason is kept. */
export async function countRefused(db: Db, deviceId: number, reasons: readonly string[]): Promise<void> {
  const last = reasons.at(-1)
  if (last === undefined) return
  await sql`
    INSERT INTO device_state AS s (device_id, refused_count, refused_reason, refused_at)
    VALUES (${deviceId}, ${reasons.length}, ${clipMessage(last, 300)}, now())
    ON CONFLICT (device_id) DO UPDATE
    SET refused_count = s.refused_count + excluded.refused_count, refused_reason = excluded.refused_reason, refused_at = now()`.execute(
    db,
  )
}

/** Company and serial of a device that is not deleted, for a line in its log. */
export async function findPlaced(db: Db, id: number): Promise<(Placement & { serial: string }) | undefined> {
  return db
    .selectFrom('devices as d')
    .select(['d.serial', 'd.company_id', 'd.l1_id', 'd.l2_id'])
    .where('d.id', '=', id)
    .where('d.deleted_at', 'is', null)
    .where(systemScope('link of the device itself'))
    .executeTakeFirst()
}
