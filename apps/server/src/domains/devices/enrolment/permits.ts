import { permitHours, seenLatelyHours } from '@longreach/contract/devices/constants'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { systemScope } from '../../../db/scope.ts'

/**
 * True if a key of the device works and the device is online or was seen lately. Serial and MAC are no secrets: with an
 * enrolment key they must not be enough to replace a device that works.
 */
export async function isInUse(db: Db, deviceId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM devices d
    JOIN LATERAL (
      SELECT max(created_at) AS created_at FROM device_keys
      WHERE device_id = d.id AND revoked_at IS NULL AND NOT pending
      HAVING count(*) > 0
    ) k ON true
    LEFT JOIN device_state s ON s.device_id = d.id
    WHERE d.id = ${deviceId} AND ${systemScope('enrolment proof')} AND (d.status = 1 OR
      greatest(k.created_at, d.last_connection_at, d.status_since, s.updated_at) > now() - ${seenLatelyHours} * interval '1 hour')`.execute(
    db,
  )
  return rows.length > 0
}

export async function hasPermit(db: Db, deviceId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM enrolment_permits WHERE device_id = ${deviceId} AND expires_at > now()`.execute(db)
  return rows.length > 0
}

/** Permits one enrolment, or renews the permit. */
export async function storePermit(db: Db, deviceId: number, userId: number): Promise<void> {
  await sql`
    INSERT INTO enrolment_permits (device_id, user_id, expires_at)
    VALUES (${deviceId}, ${userId}, now() + ${permitHours} * interval '1 hour')
    ON CONFLICT (device_id) DO UPDATE
    SET user_id = excluded.user_id, created_at = now(), expires_at = excluded.expires_at`.execute(db)
}

/** Removes the permit after its use or withdrawal; false if there was no valid one. */
export async function removePermit(db: Db, deviceId: number): Promise<boolean> {
  const { rows } = await sql<{ valid: boolean }>`
    DELETE FROM enrolment_permits WHERE device_id = ${deviceId} RETURNING expires_at > now() AS valid`.execute(db)
  return rows[0]?.valid ?? false
}
