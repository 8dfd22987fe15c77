import { claimDays, claimsOfCompany, claimsOfOthers } from '@longreach/contract/devices/constants'
import type { KeyClaim } from '@longreach/contract/devices/schemas'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { inScope, type Scope, systemScope } from '../../../db/scope.ts'
import { keyFingerprint } from '../../../gateway/host-key.ts'
import { forgetMachines } from '../shared-identity.ts'
import { removePermit } from './permits.ts'

interface NewClaim {
  deviceId: number
  publicKey: string
  claimantId: number
  address: string
}

/**
 * Stores a claim, or renews it if the key has claimed the device before. False if that claim was rejected: it stays so.
 * The caller has locked the device.
 */
export async function storeClaim(db: Db, claim: NewClaim): Promise<boolean> {
  const { deviceId, publicKey, claimantId, address } = claim
  await sql`DELETE FROM key_claims WHERE device_id = ${deviceId} AND expires_at <= now()`.execute(db)
  const { rows } = await sql<{ pending: boolean }>`
    INSERT INTO key_claims AS k (device_id, public_key, fingerprint, claimant_id, address, expires_at)
    VALUES (${deviceId}, ${publicKey}, ${keyFingerprint(publicKey)}, ${claimantId}, ${address},
      now() + ${claimDays} * interval '1 day')
    ON CONFLICT (device_id, public_key) DO UPDATE
    SET claimant_id = excluded.claimant_id, address = excluded.address, claimed_at = now(),
      expires_at = CASE WHEN k.rejected_at IS NULL THEN excluded.expires_at ELSE k.expires_at END
    RETURNING rejected_at IS NULL AS pending`.execute(db)
  await limitClaims(db, deviceId)
  return rows[0]?.pending ?? false
}

/**
 * Keeps the newest claims of each company, and the newest of all companies but the device's: claims of strangers never
 * displace those of the owner. Rejected ones go first.
 */
async function limitClaims(db: Db, deviceId: number): Promise<void> {
  await sql`
    WITH ranked AS (
      SELECT k.public_key, k.claimant_id = d.company_id AS own,
        row_number() OVER (PARTITION BY k.claimant_id ORDER BY k.rejected_at IS NULL DESC, k.claimed_at DESC, k.created_at DESC) AS of_company,
        row_number() OVER (PARTITION BY k.claimant_id = d.company_id ORDER BY k.rejected_at IS NULL DESC, k.claimed_at DESC, k.created_at DESC) AS of_side
      FROM key_claims k JOIN devices d ON d.id = k.device_id
      WHERE k.device_id = ${deviceId} AND ${systemScope('enrolment proof')}
    )
    DELETE FROM key_claims k USING ranked r
    WHERE k.device_id = ${deviceId} AND k.public_key = r.public_key
      AND (r.of_company > ${claimsOfCompany} OR (NOT r.own AND r.of_side > ${claimsOfOthers}))`.execute(db)
}

/** A claim an operator can decide on. */
export const isPending = sql<boolean>`k.rejected_at IS NULL AND k.expires_at > now()`

interface ClaimRow extends Omit<KeyClaim, 'created_at' | 'claimed_at' | 'expires_at'> {
  created_at: Date
  claimed_at: Date
  expires_at: Date
}

/** Pending claims to a device in reach, oldest first; a company out of reach is not named. */
export async function findClaims(db: Db, scope: Scope, deviceId: number): Promise<KeyClaim[]> {
  const { rows } = await sql<ClaimRow>`
    SELECT k.fingerprint, k.address, k.claimant_id = d.company_id AS own_company, c.name AS company_name,
      k.created_at, k.claimed_at, k.expires_at
    FROM key_claims k JOIN devices d ON d.id = k.device_id
    LEFT JOIN companies c ON c.id = k.claimant_id AND ${inScope(scope, 'c')}
    WHERE k.device_id = ${deviceId} AND ${isPending} AND ${inScope(scope, 'd')}
    ORDER BY k.created_at, k.fingerprint`.execute(db)
  return rows.map((row) => ({
    ...row,
    created_at: formatTime(row.created_at),
    claimed_at: formatTime(row.claimed_at),
    expires_at: formatTime(row.expires_at),
  }))
}

export interface ClaimedKey {
  public_key: string
  address: string
}

/** The pending claim with the key of that fingerprint; the caller has locked the device. */
export async function findClaim(db: Db, deviceId: number, fingerprint: string): Promise<ClaimedKey | undefined> {
  const { rows } = await sql<ClaimedKey>`
    SELECT k.public_key, k.address FROM key_claims k
    WHERE k.device_id = ${deviceId} AND k.fingerprint = ${fingerprint} AND ${isPending}`.execute(db)
  return rows[0]
}

/** Makes the claimed key the device's key and ends all other claims. True if another key stopped working. */
export async function approveClaim(db: Db, deviceId: number, { public_key }: ClaimedKey): Promise<boolean> {
  const replaced = await bindKey(db, deviceId, public_key)
  await sql`
    UPDATE devices d SET updated_at = now()
    WHERE id = ${deviceId} AND ${systemScope('row resolved in scope before')}`.execute(db)
  return replaced !== null
}

/** Rejects a claim: until it expires, the key cannot claim the device again. */
export async function rejectClaim(db: Db, deviceId: number, { public_key }: ClaimedKey): Promise<void> {
  await sql`
    UPDATE key_claims SET rejected_at = now() WHERE device_id = ${deviceId} AND public_key = ${public_key}`.execute(db)
}

export async function dropClaims(db: Db, deviceId: number): Promise<void> {
  await sql`DELETE FROM key_claims WHERE device_id = ${deviceId}`.execute(db)
}

/**
 * Makes this the device's key: others stop working immediately, no claim is pending any more and a permit is used.
 * Returns the key that worked before, if there was one.
 */
export async function bindKey(db: Db, deviceId: number, publicKey: string): Promise<string | null> {
  await dropClaims(db, deviceId)
  await removePermit(db, deviceId)
  const replaced = await sql<{ public_key: string }>`
    UPDATE device_keys SET revoked_at = clock_timestamp()
    WHERE device_id = ${deviceId} AND public_key <> ${publicKey} AND revoked_at IS NULL RETURNING public_key`.execute(
    db,
  )
  await forgetMachines(db, deviceId)
  await sql`
    INSERT INTO device_keys (device_id, public_key) VALUES (${deviceId}, ${publicKey})
    ON CONFLICT (device_id, public_key) DO UPDATE SET created_at = now(), revoked_at = NULL, pending = false`.execute(
    db,
  )
  return replaced.rows[0]?.public_key ?? null
}
