import { type Text, text } from '@longreach/contract/i18n'
import { linkCodes } from '@longreach/contract/link/codes'
import type { Hello } from '@longreach/contract/link/lines'
import { findModel } from '@longreach/contract/link/models'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { type Placement, systemScope } from '../../../db/scope.ts'
import type { Enrolment, Refusal } from '../../../drivers/driver.ts'
import type { Emit } from '../../../events/emit.ts'
import { keyFingerprint } from '../../../gateway/host-key.ts'
import type { Seal } from '../../../seal.ts'
import { writeAudit } from '../../audit/store.ts'
import { mayRegister } from '../authorized/devices.ts'
import type { DeviceCreated } from '../hooks.ts'
import { type NewDeviceLog, writeDeviceLogs } from '../logs.ts'
import { lockSerials } from '../store.ts'
import { putTags } from '../tagging/tagging.ts'
import { bindKey, storeClaim } from './key-claims.ts'
import { hasPermit, isInUse } from './permits.ts'
import { type Proven, prove, refuse, type Unproven, type UsedKey } from './proof.ts'

/** Report intervals of new devices, where they differ from the defaults. */
export type NewDeviceSettings = Partial<Record<'dynamic_monitoring' | 'gps_monitoring', number>>

export interface Bound {
  deviceId: number
  company: Placement
  name: string
  /** Set if the device is new in the list. */
  created: { userId: number | null } | null
  /** The previous key, if one stopped working. */
  replaced: string | null
  /** The enrolment key used; null for a typed password. */
  enrolmentKey: UsedKey | null
}

/** Seconds until a device asks again whether its claim was approved. */
const retryOfClaim = 600

interface Twin extends Placement {
  id: number
  name: string
  mac: string | null
  bound_at: Date | null
}

/** Counts one use of the key; false if another device took the last one first. */
async function useKey(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE enrolment_keys k SET used = used + 1
    WHERE id = ${id} AND used < uses AND ${systemScope('enrolment proof')} RETURNING id`.execute(db)
  return rows.length > 0
}

function nameOf(hello: Hello, { key }: Proven): string {
  return key?.name || hello.name?.trim() || `${hello.model} ${hello.serial}`.trim()
}

/** Settings of new devices, and what other domains add to them. */
export interface NewDevices {
  settings: NewDeviceSettings
  created: readonly DeviceCreated[]
  emit: Emit
}

async function insertDevice(
  db: Db,
  hello: Hello,
  proven: Proven,
  { settings, created }: Omit<NewDevices, 'emit'>,
): Promise<number> {
  const { company } = proven
  const row = await db
    .insertInto('devices')
    .values({
      company_id: company.company_id,
      l1_id: company.l1_id,
      l2_id: company.l2_id,
      name: nameOf(hello, proven),
      description: `s/n ${hello.serial}, added at ${formatTime(new Date())}`,
      serial: hello.serial,
      mac: hello.mac,
      imei: hello.imei ?? null,
      series: findModel(hello.model)?.series.toLowerCase() ?? null,
      ...settings,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { company_id, l1_id, l2_id } = company
  for (const handle of created) await handle(db, { id: row.id, company_id, l1_id, l2_id })
  return row.id
}

/** Binds the device to its key and settles everything else that depends on its first or next contact. */
async function bindDevice(db: Db, deviceId: number, { hello, publicKey }: Enrolment): Promise<string | null> {
  const replaced = await bindKey(db, deviceId, publicKey)
  await sql`
    UPDATE devices d SET bound_at = coalesce(bound_at, now()), mac = ${hello.mac}, imei = coalesce(imei, ${hello.imei ?? null}),
      status = coalesce(status, 2), failed_auth_reason = NULL
    WHERE id = ${deviceId} AND ${systemScope('enrolment proof')}`.execute(db)
  return replaced
}

/** The device that was already bound to the key: the answer to its enrolment may have been lost. */
async function findHolder(db: Db, { hello, publicKey }: Enrolment): Promise<Twin | undefined> {
  const { rows } = await sql<Twin>`
    SELECT d.id, d.name, d.mac, d.bound_at, d.company_id, d.l1_id, d.l2_id
    FROM devices d JOIN device_keys k ON k.device_id = d.id
    WHERE d.serial = ${hello.serial} AND d.mac = ${hello.mac} AND d.bound_at IS NOT NULL AND d.deleted_at IS NULL
      AND k.public_key = ${publicKey} AND k.revoked_at IS NULL AND NOT k.pending AND ${systemScope('enrolment proof')}`.execute(
    db,
  )
  return rows[0]
}

/** Outcome of a repeated enrolment; changes nothing. */
const repeated = (device: Twin, enrolmentKey: UsedKey | null): Bound => ({
  deviceId: device.id,
  company: device,
  name: device.name,
  created: null,
  replaced: null,
  enrolmentKey,
})

/**
 * A refused enrolment. Devices without a proof, or with one of another company, must not learn whether a device has the
 * serial and MAC: the answer is not always the true reason.
 */
export interface Refused {
  reason: Refusal
  answer: Refusal
  /** True if it counts as an attempt to guess keys, passwords or identities. */
  guess: boolean
  /** The device concerned; named in the owner's log. */
  device?: Twin
  /** Text for the owner's log. */
  log?: Text
  /** The enrolment key that was proven; null for a typed password, and if nothing was proven. */
  enrolmentKey: UsedKey | null
}

/** All reasons why a proof is wrong look the same to the device. */
function refuseProof({ refusal: reason, key }: Unproven): Refused {
  const answer = reason.code === linkCodes.unknownDevice ? refuse('wrongProof', reason.retry) : reason
  return { reason, answer, guess: true, enrolmentKey: key }
}

/** The fingerprint lets the user at the device compare it with the one that operators see. */
const pendingAnswer = ({ publicKey }: Enrolment): Refusal => ({
  ...refuse('needsApproval', retryOfClaim),
  reason: text('devices.log_claim', { fingerprint: keyFingerprint(publicKey) }),
})

/** Stores a claim to the device: the device's own key keeps working until an operator decides. */
async function claim(db: Db, device: Twin, enrolment: Enrolment, { company, key }: Proven): Promise<Refused> {
  const { publicKey, address } = enrolment
  const claimantId = company.company_id
  const pending = await storeClaim(db, { deviceId: device.id, publicKey, claimantId, address })
  const own = device.company_id === claimantId
  const [log, rejected] = own
    ? (['devices.log_claim', 'devices.log_claim_rejected'] as const)
    : (['devices.log_foreign_claim', 'devices.log_foreign_claim_rejected'] as const)
  const reason = refuse('needsApproval', retryOfClaim)
  const said = text(pending ? log : rejected, { fingerprint: keyFingerprint(publicKey) })
  return { reason, answer: pendingAnswer(enrolment), guess: !own, device, log: said, enrolmentKey: key }
}

/** Refuses a proven device with the serial of a bound one but another MAC; other companies are shown a claim. */
function refuseTwin(device: Twin, enrolment: Enrolment, { company, key }: Proven): Refused {
  const reason = refuse('sameSerialOtherMac', 3600)
  const own = device.company_id === company.company_id
  return { reason, answer: own ? reason : pendingAnswer(enrolment), guess: true, device, enrolmentKey: key }
}

/**
 * Refuses a proven device that the operator has not approved. Only the operator's log has the reason: neither the
 * device nor the company learns which devices are approved.
 */
const refuseUnauthorized = ({ key }: Proven): Refused => ({
  reason: refuse('notApproved', 3600),
  answer: refuse('wrongProof', 3600),
  guess: true,
  enrolmentKey: key,
})

/** Devices with the serial, both bound and only listed. */
async function findTwins(db: Db, serial: string): Promise<Twin[]> {
  const { rows } = await sql<Twin>`
    SELECT id, name, mac, bound_at, company_id, l1_id, l2_id FROM devices d
    WHERE serial = ${serial} AND deleted_at IS NULL AND ${systemScope('enrolment proof')}
    ORDER BY id FOR UPDATE`.execute(db)
  return rows
}

async function bind(db: Db, enrolment: Enrolment, proven: Proven, newDevices: NewDevices): Promise<Bound | Refused> {
  const { hello } = enrolment
  const { key } = proven
  await lockSerials(db, [hello.serial])
  const twins = await findTwins(db, hello.serial)
  const bound = twins.find((twin) => twin.bound_at !== null)
  if (bound && bound.mac !== hello.mac) return refuseTwin(bound, enrolment, proven)
  const holder = bound && (await findHolder(db, enrolment))
  if (holder) return repeated(holder, key)
  const { serial, mac, imei = null } = hello
  if (!(await mayRegister(db, { serial, mac, imei }))) return refuseUnauthorized(proven)
  if (bound) {
    const own = bound.company_id === proven.company.company_id
    if (!own || ((await isInUse(db, bound.id)) && !(await hasPermit(db, bound.id))))
      return claim(db, bound, enrolment, proven)
  }
  if (key && !(await useKey(db, key.id))) return refuseProof({ refusal: refuse('keySpent', 3600), key })
  const listed =
    bound ??
    twins.find((twin) =>
      proven.claimedDevice === null
        ? twin.company_id === proven.company.company_id && (twin.mac === null || twin.mac === hello.mac)
        : twin.id === proven.claimedDevice,
    )
  const deviceId = listed?.id ?? (await insertDevice(db, hello, proven, newDevices))
  const replaced = await bindDevice(db, deviceId, enrolment)
  const user_id = key?.userId ?? null
  const enrolment_key_id = key?.id ?? null
  const created = bound ? null : { userId: user_id }
  const name = listed?.name ?? nameOf(hello, proven)
  const device = { device_id: deviceId, company_id: (listed ?? proven.company).company_id }
  if (!listed)
    await newDevices.emit(db, { type: 'device.created', data: { ...device, name, user_id, enrolment_key_id } })
  await newDevices.emit(db, {
    type: 'device.enrolled',
    data: { ...device, replaced: replaced !== null, address: enrolment.address },
  })
  if (key && !bound && key.tagIds.length > 0) {
    // Tags that were deleted since, or are no longer in the device's reach, are left out.
    const tagged = { devices: [{ id: deviceId }], tags: key.tagIds.map((id) => ({ id })) }
    await putTags(db, tagged, { origin: 'add_device' })
    await newDevices.emit(db, { type: 'device.tagged', data: device })
  }
  return { deviceId, company: listed ?? proven.company, name, created, replaced, enrolmentKey: key }
}

const enrolledText = ({ replaced }: Bound, publicKey: string) =>
  replaced === null
    ? text('devices.log_enrolled')
    : text('devices.log_key_replaced', { fingerprint: keyFingerprint(publicKey) })

/** No user replaced the key, so no call writes the audit line. */
async function auditReplacement(
  db: Db,
  { deviceId, company, name, replaced }: Bound,
  { publicKey, address }: Enrolment,
) {
  await writeAudit(db, 'devices.replace_key', { visitor: null, ip: address, userAgent: '', requestId: '' }, [
    {
      target: 'device',
      targetId: deviceId,
      name,
      company,
      before: { fingerprint: keyFingerprint(replaced ?? '') },
      after: { fingerprint: keyFingerprint(publicKey) },
    },
  ])
}

/**
 * Log lines for the device's owner or the installation's operator, and for the company of the proof; the latter has the
 * reason as it was sent to the device.
 */
function logLines(outcome: Bound | Refused, company: Placement | null, enrolment: Enrolment): NewDeviceLog[] {
  const { hello, address } = enrolment
  const { serial, mac, model, firmware } = hello
  const attempt = { type: 'connection', serial, mac, model, firmware, ip: address } as const
  if (!('reason' in outcome)) {
    const log = enrolledText(outcome, enrolment.publicKey)
    return [
      {
        ...attempt,
        company: company ?? outcome.company,
        status: true,
        code: linkCodes.ok,
        deviceId: outcome.deviceId,
        log,
      },
    ]
  }
  const { reason, answer, device, log } = outcome
  const refused = { ...attempt, status: false }
  const answered = { ...refused, company, code: answer.code, log: answer.reason }
  if (!device) {
    const full = { ...refused, company, code: reason.code, log: reason.reason }
    return company && reason.code !== answer.code ? [{ ...full, company: null }, answered] : [full]
  }
  const owners = { ...refused, company: device, deviceId: device.id, code: reason.code, log: log ?? reason.reason }
  if (device.company_id === company?.company_id) return [owners]
  return [owners, answered]
}

/**
 * A device whose key was accepted before may enrol again even if its proof is spent or deleted by now. A wrong secret
 * for an existing enrolment key is not such a repetition.
 */
async function enrolUnproven(db: Db, enrolment: Enrolment, unproven: Unproven): Promise<Bound | Refused> {
  const isOther = enrolment.hello.key !== undefined && unproven.refusal.code === linkCodes.wrongProof
  const holder = isOther ? undefined : await findHolder(db, enrolment)
  return holder ? repeated(holder, unproven.key) : refuseProof(unproven)
}

/** Verifies a device's proof and binds its key (link-protocol, Enrolment). The attempt log has the details. */
export async function enrol(
  db: Db,
  seal: Seal,
  enrolment: Enrolment,
  newDevices: NewDevices,
): Promise<Bound | Refused> {
  return db.transaction().execute(async (tx) => {
    const proven = await prove(tx, seal, enrolment)
    const outcome =
      'refusal' in proven ? await enrolUnproven(tx, enrolment, proven) : await bind(tx, enrolment, proven, newDevices)
    await writeDeviceLogs(tx, logLines(outcome, 'company' in proven ? proven.company : null, enrolment))
    if (!('reason' in outcome) && outcome.replaced !== null) await auditReplacement(tx, outcome, enrolment)
    return outcome
  })
}

/** Checks whether a device may sign in with the key. */
export async function identify(db: Db, deviceId: number, publicKey: string): Promise<'known' | 'unknown' | 'revoked'> {
  const { rows } = await sql<{ revoked: boolean; pending: boolean }>`
    SELECT k.revoked_at IS NOT NULL OR d.deleted_at IS NOT NULL AS revoked, k.pending
    FROM device_keys k JOIN devices d ON d.id = k.device_id
    WHERE k.device_id = ${deviceId} AND k.public_key = ${publicKey} AND ${systemScope('link of the device itself')}`.execute(
    db,
  )
  const key = rows[0]
  if (!key || key.pending) return 'unknown'
  return key.revoked ? 'revoked' : 'known'
}
