import { createHmac } from 'node:crypto'
import { text } from '@longreach/contract/i18n'
import { linkCodes, linkReasons } from '@longreach/contract/link/codes'
import { proofText } from '@longreach/contract/link/identity'
import type { Hello } from '@longreach/contract/link/lines'
import { findModel } from '@longreach/contract/link/models'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { type Placement, systemScope } from '../../db/scope.ts'
import type { Enrolment, Refusal } from '../../drivers/driver.ts'
import type { Emit } from '../../events/emit.ts'
import { keyFingerprint } from '../../gateway/host-key.ts'
import { type Seal, sameText } from '../../seal.ts'
import { writeAudit } from '../audit/store.ts'
import { hasPermit, isInUse, removePermit } from './enrolment-permits.ts'
import type { DeviceCreated } from './hooks.ts'
import { writeDeviceLogs } from './logs.ts'
import { dropPendingKeys, lockSerials } from './store.ts'

/** Report intervals of new devices, where they differ from the defaults. */
export type NewDeviceSettings = Partial<Record<'dynamic_monitoring' | 'gps_monitoring', number>>

export interface Bound {
  deviceId: number
  company: Placement
  name: string
  /** Set if the device is new in the list. */
  created: { userId: number | null; enrolmentKeyId: number | null } | null
  /** The key that stopped working, if another one worked. */
  replaced: string | null
}

/** What a proof was made with: a key of a company, or the password typed for one device. */
interface Proven {
  company: Placement
  keyId: number | null
  userId: number | null
  claimedDevice: number | null
}

interface Twin extends Placement {
  id: number
  name: string
  mac: string | null
  bound_at: Date | null
}

const refuse = (code: keyof typeof linkCodes, retry: number): Refusal => ({
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

async function proveByKey(db: Db, seal: Seal, enrolment: Enrolment): Promise<Proven | Refusal> {
  const { hello } = enrolment
  const key = await db
    .selectFrom('enrolment_keys as k')
    .selectAll('k')
    .where('k.key', '=', hello.key ?? '')
    .where('k.deleted_at', 'is', null)
    .where(systemScope('enrolment proof'))
    .executeTakeFirst()
  if (!key) return refuse('unknownDevice', 600)
  if (!proves(seal.open(key.secret), enrolment)) return refuse('wrongProof', 600)
  if (key.expires_at < new Date() || key.used >= key.uses) return refuse('keySpent', 3600)
  if ((key.serial !== null && key.serial !== hello.serial) || (key.mac !== null && key.mac !== hello.mac)) {
    return refuse('wrongProof', 600)
  }
  return { company: key, keyId: key.id, userId: key.created_by, claimedDevice: null }
}

async function proveByPassword(db: Db, seal: Seal, enrolment: Enrolment): Promise<Proven | Refusal> {
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
  if (!claim) return refuse('wrongProof', 600)
  return { company: claim, keyId: null, userId: null, claimedDevice: claim.id }
}

/** Takes one use of the key; false if another device was faster. */
async function useKey(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE enrolment_keys k SET used = used + 1
    WHERE id = ${id} AND used < uses AND ${systemScope('enrolment proof')} RETURNING id`.execute(db)
  return rows.length > 0
}

function defaultName(hello: Hello): string {
  return hello.name?.trim() || `${hello.model} ${hello.serial}`.trim()
}

/** What new devices get: their settings, and what other domains add. */
export interface NewDevices {
  settings: NewDeviceSettings
  created: readonly DeviceCreated[]
  emit: Emit
}

async function insertDevice(
  db: Db,
  hello: Hello,
  company: Placement,
  { settings, created }: Omit<NewDevices, 'emit'>,
): Promise<number> {
  const row = await db
    .insertInto('devices')
    .values({
      company_id: company.company_id,
      l1_id: company.l1_id,
      l2_id: company.l2_id,
      name: defaultName(hello),
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

/**
 * Makes this the device's key; others stop working immediately, no claim waits any more and a permit is used. The key
 * that worked before, if there was one.
 */
async function bindKey(db: Db, deviceId: number, enrolment: Enrolment): Promise<string | null> {
  const { hello, publicKey } = enrolment
  await dropPendingKeys(db, deviceId)
  await removePermit(db, deviceId)
  const replaced = await sql<{ public_key: string }>`
    UPDATE device_keys SET revoked_at = now()
    WHERE device_id = ${deviceId} AND public_key <> ${publicKey} AND revoked_at IS NULL RETURNING public_key`.execute(
    db,
  )
  await sql`
    INSERT INTO device_keys (device_id, public_key) VALUES (${deviceId}, ${publicKey})
    ON CONFLICT (device_id, public_key) DO UPDATE SET revoked_at = NULL, pending = false`.execute(db)
  await sql`
    UPDATE devices d SET bound_at = coalesce(bound_at, now()), mac = ${hello.mac}, imei = coalesce(imei, ${hello.imei ?? null}),
      status = coalesce(status, 2), approval_pending = false, failed_auth_reason = NULL
    WHERE id = ${deviceId} AND ${systemScope('enrolment proof')}`.execute(db)
  await sql`DELETE FROM device_claims WHERE device_id = ${deviceId}`.execute(db)
  return replaced.rows[0]?.public_key ?? null
}

async function holdsKey(db: Db, deviceId: number, publicKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('device_keys')
    .select('device_id')
    .where('device_id', '=', deviceId)
    .where('public_key', '=', publicKey)
    .where('revoked_at', 'is', null)
    .where('pending', '=', false)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Another company's proof for a bound device, or any for one in use: its own key keeps working until an operator
 * decides. Only the last key waits, so that an approval lets in a single one.
 */
async function askForApproval(db: Db, deviceId: number, publicKey: string): Promise<Refusal> {
  await dropPendingKeys(db, deviceId)
  await sql`
    INSERT INTO device_keys (device_id, public_key, pending) VALUES (${deviceId}, ${publicKey}, true)
    ON CONFLICT (device_id, public_key) DO UPDATE SET pending = true`.execute(db)
  await sql`
    UPDATE devices d SET approval_pending = true
    WHERE id = ${deviceId} AND ${systemScope('enrolment proof')}`.execute(db)
  return refuse('needsApproval', 600)
}

/** Devices with the serial: the bound one, and those that are only listed. */
async function findTwins(db: Db, serial: string): Promise<Twin[]> {
  const { rows } = await sql<Twin>`
    SELECT id, name, mac, bound_at, company_id, l1_id, l2_id FROM devices d
    WHERE serial = ${serial} AND deleted_at IS NULL AND ${systemScope('enrolment proof')}
    ORDER BY id FOR UPDATE`.execute(db)
  return rows
}

async function bind(db: Db, enrolment: Enrolment, proven: Proven, newDevices: NewDevices): Promise<Bound | Refusal> {
  const { hello, publicKey } = enrolment
  await lockSerials(db, [hello.serial])
  const twins = await findTwins(db, hello.serial)
  const bound = twins.find((twin) => twin.bound_at !== null)
  if (bound) {
    if (bound.mac !== hello.mac) return refuse('sameSerialOtherMac', 3600)
    if (await holdsKey(db, bound.id, publicKey))
      return { deviceId: bound.id, company: bound, name: bound.name, created: null, replaced: null }
    const own = bound.company_id === proven.company.company_id
    if (!own || ((await isInUse(db, bound.id)) && !(await hasPermit(db, bound.id))))
      return askForApproval(db, bound.id, publicKey)
  }
  if (proven.keyId !== null && !(await useKey(db, proven.keyId))) return refuse('keySpent', 3600)
  const listed =
    bound ??
    twins.find((twin) =>
      proven.claimedDevice === null
        ? twin.company_id === proven.company.company_id && (twin.mac === null || twin.mac === hello.mac)
        : twin.id === proven.claimedDevice,
    )
  const deviceId = listed?.id ?? (await insertDevice(db, hello, proven.company, newDevices))
  const replaced = await bindKey(db, deviceId, enrolment)
  const created = bound ? null : { userId: proven.userId, enrolmentKeyId: proven.keyId }
  const name = listed?.name ?? defaultName(hello)
  const device = { device_id: deviceId, company_id: (listed ?? proven.company).company_id }
  const { keyId: enrolment_key_id, userId: user_id } = proven
  if (!listed)
    await newDevices.emit(db, { type: 'device.created', data: { ...device, name, user_id, enrolment_key_id } })
  await newDevices.emit(db, {
    type: 'device.enrolled',
    data: { ...device, replaced: replaced !== null, address: enrolment.address },
  })
  return { deviceId, company: listed ?? proven.company, name, created, replaced }
}

const enrolledText = ({ replaced }: Bound, publicKey: string) =>
  replaced === null
    ? text('devices.log_enrolled')
    : text('devices.log_key_replaced', { fingerprint: keyFingerprint(publicKey) })

/** No user replaced the key, so no call writes the line. */
async function auditReplacement(db: Db, { deviceId, company, replaced }: Bound, { publicKey, address }: Enrolment) {
  await writeAudit(db, 'devices.replace_key', { visitor: null, ip: address, userAgent: '', requestId: '' }, [
    {
      target: 'device',
      targetId: deviceId,
      company,
      before: { fingerprint: keyFingerprint(replaced ?? '') },
      after: { fingerprint: keyFingerprint(publicKey) },
    },
  ])
}

/**
 * Verifies a device's proof and binds its key (link-protocol, Enrolment). A refusal is the same for the device whatever
 * was wrong with the proof; the attempt log has the details.
 */
export async function enrol(
  db: Db,
  seal: Seal,
  enrolment: Enrolment,
  newDevices: NewDevices,
): Promise<Bound | Refusal> {
  const { hello, address } = enrolment
  return db.transaction().execute(async (tx) => {
    const proven =
      hello.key === undefined ? await proveByPassword(tx, seal, enrolment) : await proveByKey(tx, seal, enrolment)
    const outcome = 'code' in proven ? proven : await bind(tx, enrolment, proven, newDevices)
    const refused = 'code' in outcome
    await writeDeviceLogs(tx, [
      {
        type: 'connection',
        status: !refused,
        code: refused ? outcome.code : linkCodes.ok,
        log: refused ? outcome.reason : enrolledText(outcome, enrolment.publicKey),
        deviceId: refused ? null : outcome.deviceId,
        company: 'code' in proven ? null : proven.company,
        serial: hello.serial,
        mac: hello.mac,
        model: hello.model,
        firmware: hello.firmware,
        ip: address,
      },
    ])
    if (!refused && outcome.replaced !== null) await auditReplacement(tx, outcome, enrolment)
    return outcome
  })
}

/** Whether a device may sign in with the key. */
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
