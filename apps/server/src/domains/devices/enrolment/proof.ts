import { createHmac } from 'node:crypto'
import { linkCodes, linkReasons } from '@longreach/contract/link/codes'
import { proofText } from '@longreach/contract/link/identity'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { type Placement, systemScope } from '../../../db/scope.ts'
import type { Enrolment, Refusal } from '../../../drivers/driver.ts'
import { type Seal, sameText } from '../../../seal.ts'
import { findEnrolmentKey, isSpent } from './keys.ts'

/** An enrolment key, and the user who created it. */
export interface UsedKey {
  id: number
  userId: number | null
}

/** Values that a key gives the device that enrols with it. */
export interface DeviceValues {
  /** null if the device has its own name. */
  name: string | null
  tagIds: readonly number[]
}

/** A valid proof: a key of a company, or the password typed for one device. */
export interface Proven {
  company: Placement
  key: (UsedKey & DeviceValues) | null
  claimedDevice: number | null
}

/** `key` is set if the device has the key but may not use it. */
export interface Unproven {
  refusal: Refusal
  key: UsedKey | null
}

/** A refusal with the given reason. */
export const refuse = (code: keyof typeof linkCodes, retry: number): Refusal => ({
  code: linkCodes[code],
  reason: linkReasons[linkCodes[code]],
  retry,
})

function proves(secret: string, { nonce, hello, proof }: Enrolment): boolean {
  const expected = createHmac('sha256', secret)
    .update(proofText(nonce, hello.serial, hello.mac))
    .digest('hex')
  return sameText(expected, proof)
}

const unproven = (code: keyof typeof linkCodes, retry: number, key: UsedKey | null = null): Unproven => ({
  refusal: refuse(code, retry),
  key,
})

async function proveByKey(db: Db, seal: Seal, enrolment: Enrolment): Promise<Proven | Unproven> {
  const { hello } = enrolment
  const key = await findEnrolmentKey(db, hello.key ?? '')
  // Refusing an unknown key takes as long as refusing a wrong secret.
  const proven = proves(key ? seal.open(key.secret) : '', enrolment)
  if (!key) return unproven('unknownDevice', 600)
  if (!proven) return unproven('wrongProof', 600)
  const used = { id: key.id, userId: key.created_by }
  if (isSpent(key)) return unproven('keySpent', 3600, used)
  if ((key.serial !== null && key.serial !== hello.serial) || (key.mac !== null && key.mac !== hello.mac)) {
    return unproven('wrongProof', 600, used)
  }
  return { company: key, key: { ...used, name: key.device_name, tagIds: key.tag_ids }, claimedDevice: null }
}

async function proveByPassword(db: Db, seal: Seal, enrolment: Enrolment): Promise<Proven | Unproven> {
  const { hello } = enrolment
  const { rows } = await sql<Placement & { id: number; secret: Buffer; mac: string | null; imei: string | null }>`
    SELECT d.id, d.company_id, d.l1_id, d.l2_id, d.mac, d.imei, c.secret
    FROM devices d JOIN device_claims c ON c.device_id = d.id
    WHERE d.serial = ${hello.serial} AND d.deleted_at IS NULL AND c.expires_at > now() AND ${systemScope('enrolment proof')}
    ORDER BY d.id LIMIT 20`.execute(db)
  const claim = rows.find(
    (row) =>
      (row.mac === null || row.mac === hello.mac) &&
      (row.imei === null || row.imei === hello.imei) &&
      proves(seal.open(row.secret), enrolment),
  )
  if (!claim) return unproven('wrongProof', 600)
  return { company: claim, key: null, claimedDevice: claim.id }
}

export const prove = (db: Db, seal: Seal, enrolment: Enrolment): Promise<Proven | Unproven> =>
  enrolment.hello.key === undefined ? proveByPassword(db, seal, enrolment) : proveByKey(db, seal, enrolment)
