import { text } from '@longreach/contract/i18n'
import { linkCodes, linkReasons } from '@longreach/contract/link/codes'
import { linkTimes } from '@longreach/contract/link/limits'
import type { Hello } from '@longreach/contract/link/lines'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { prepared } from '../../db/prepared.ts'
import { systemScope } from '../../db/scope.ts'
import type { Arrival, Presence, Refusal } from '../../drivers/driver.ts'
import type { NewEvent } from '../../events/catalogue.ts'
import type { Emit } from '../../events/emit.ts'
import type { PresenceChange, PresenceChanged } from './hooks.ts'
import {
  type KnownSum,
  knownSum,
  type LinkSettings,
  type LinkSettingsRow,
  linkSettings,
  linkSettingsColumns,
  type PresenceSettings,
} from './link-settings.ts'
import { writeDeviceLogs } from './logs.ts'
import { causeOf } from './offline-cause.ts'
import { type KnownMachines, knownMachines, machineOf, reportShared, takesTurns } from './shared-identity.ts'

interface LinkedDevice extends LinkSettingsRow, KnownSum, KnownMachines {
  id: number
  company_id: number
  l1_id: number | null
  l2_id: number | null
  serial: string
  mac: string | null
  imei: string | null
  status: number | null
}

const refusal = (code: keyof typeof linkCodes, retry: number): Refusal => ({
  code: linkCodes[code],
  reason: linkReasons[linkCodes[code]],
  retry,
})

/** Reads the device after locking it: a statement that waits for a lock sees other tables as they were before. */
async function lockDevice(db: Db, id: number): Promise<LinkedDevice | undefined> {
  await lockOne(db, id)
  const { rows } = await prepared(sql<LinkedDevice>`
    SELECT d.id, d.company_id, d.l1_id, d.l2_id, d.serial, d.mac, d.imei, d.status, ${knownMachines}, ${linkSettingsColumns}, ${knownSum}
    FROM devices d LEFT JOIN device_session p ON p.device_id = d.id
    WHERE d.id = ${id} AND d.deleted_at IS NULL AND ${systemScope('link of the device itself')}`).execute(db)
  return rows[0]
}

async function lockOne(db: Db, id: number): Promise<void> {
  await prepared(sql`
    SELECT FROM devices d WHERE id = ${id} AND ${systemScope('link of the device itself')} FOR UPDATE`).execute(db)
}

/** Locks devices before their sessions are changed, in the order that every transaction uses. */
export async function lockInOrder(db: Db, ids: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM devices d WHERE id IN (${ids}) AND ${systemScope('link of the device itself')}
    ORDER BY id FOR UPDATE`.execute(db)
  return rows.map((row) => row.id)
}

/** Follow-ups in the same transaction: the hooks of modules, and the events for everything else. */
export const recordPresence =
  (emit: Emit, handlers: readonly PresenceChanged[]): PresenceChanged =>
  async (tx, changes) => {
    for (const handle of handlers) await handle(tx, changes)
    await emit(tx, ...changes.map(eventOf))
  }

function eventOf({ id, company_id, online, rebooted, reason }: PresenceChange): NewEvent {
  const device = { device_id: id, company_id }
  return online
    ? { type: 'device.online', data: { ...device, rebooted } }
    : { type: 'device.offline', data: { ...device, reason: reason ?? '' } }
}

/** The password of the add-device form is kept until here: an enrolment whose answer was lost is repeated with it. */
async function markOnline(db: Db, device: LinkedDevice, { hello, address }: Arrival): Promise<void> {
  await prepared(sql`
    WITH claimed AS (DELETE FROM device_claims WHERE device_id = ${device.id}),
      due AS (DELETE FROM device_settings_due WHERE device_id = ${device.id})
    UPDATE devices d SET status = 1, status_since = CASE WHEN status = 1 THEN status_since ELSE now() END,
      last_connection_at = now(), failed_auth_reason = NULL, address = ${address},
      model = ${hello.model}, firmware = ${hello.firmware}, backend = ${hello.backend}, agent_version = ${hello.agent},
      protocol = ${hello.v}, caps = ${hello.caps ?? []}, board = ${hello.board ?? null}, mac = coalesce(mac, ${hello.mac}), imei = coalesce(imei, ${hello.imei ?? null})
    WHERE id = ${device.id} AND ${systemScope('link of the device itself')}`).execute(db)
}

function identityOf(device: LinkedDevice, hello: Hello, address: string) {
  return {
    deviceId: device.id,
    company: device,
    serial: device.serial,
    mac: device.mac ?? hello.mac,
    model: hello.model,
    firmware: hello.firmware,
    ip: address,
  }
}

/** Marks a device online under a new epoch; from then on what an older link says about presence is ignored. */
export async function arrive(
  db: Db,
  arrival: Arrival,
  settings: PresenceSettings,
  changed: PresenceChanged,
  emit: Emit,
): Promise<{ presence: Presence; settings: LinkSettings } | Refusal> {
  const { deviceId, hello, address } = arrival
  return db.transaction().execute(async (tx) => {
    const device = await lockDevice(tx, deviceId)
    const refuse = async (said: object, code: 'revoked' | 'sameSerialOtherMac' | 'unknownDevice') => {
      const refused = { code: linkCodes[code], log: linkReasons[linkCodes[code]] }
      await writeDeviceLogs(tx, [{ ...said, ...refused, type: 'connection', status: false }])
      return refusal(code, linkTimes.retryMax)
    }
    if (!device) {
      const { serial, mac, model, firmware } = hello
      return refuse({ serial, mac, model, firmware, ip: address }, 'revoked')
    }
    const said = identityOf(device, hello, address)
    if (device.serial !== hello.serial || (device.mac !== null && device.mac !== hello.mac)) {
      return refuse(said, device.serial === hello.serial ? 'sameSerialOtherMac' : 'unknownDevice')
    }
    const machine = machineOf(hello, address)
    const isCopy = takesTurns(device, machine)
    const { rows } = await prepared(sql<{ epoch: number }>`
      INSERT INTO device_session AS s (device_id, node, epoch, boot, machine, open, since)
      SELECT ${deviceId}, ${settings.node}, 1, ${hello.boot}, ${JSON.stringify(machine)}::jsonb, true, clock_timestamp()
      WHERE EXISTS (SELECT FROM device_keys
        WHERE device_id = ${deviceId} AND public_key = ${arrival.publicKey} AND revoked_at IS NULL AND NOT pending)
      ON CONFLICT (device_id) DO UPDATE SET node = excluded.node, epoch = s.epoch + 1, boot = excluded.boot, open = true, since = excluded.since,
        machine = excluded.machine, other_machine = CASE WHEN s.boot = excluded.boot THEN s.other_machine ELSE s.machine END,
        shared_at = CASE WHEN ${isCopy} THEN now() ELSE s.shared_at END
      RETURNING epoch`).execute(tx)
    const [session] = rows
    if (!session) return refuse(said, 'revoked')
    await markOnline(tx, device, arrival)
    const rebooted = device.boot !== null && device.boot !== hello.boot && !isCopy
    await writeDeviceLogs(tx, [
      { ...said, type: 'connection', status: true, code: linkCodes.ok, log: linkReasons[linkCodes.ok] },
      ...(rebooted
        ? [{ ...said, type: 'event' as const, status: true, log: text('devices.log_booted', { count: hello.uptime }) }]
        : []),
    ])
    if (isCopy && device.machine && !device.said) await reportShared(tx, emit, said, device.machine, machine)
    if (device.status !== 1 || rebooted) {
      const { id, company_id, l1_id, l2_id } = device
      const place = { company_id, l1_id, l2_id }
      await changed(tx, [{ id, ...place, online: true, rebooted, uptime: hello.uptime, reason: null, cause: null }])
    }
    return {
      presence: { deviceId, epoch: session.epoch },
      settings: linkSettings(device, settings),
    }
  })
}

/** Marks the device offline if the link that ended is still the current one. True if it was. */
export async function leave(db: Db, presence: Presence, reason: string, changed: PresenceChanged): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockOne(tx, presence.deviceId)
    const closed = await sql`
      UPDATE device_session SET open = false
      WHERE device_id = ${presence.deviceId} AND epoch = ${presence.epoch} AND open
      RETURNING device_id`.execute(tx)
    if (closed.rows.length === 0) return false
    await markOffline(tx, [presence.deviceId], reason, changed)
    return true
  })
}

export async function markOffline(
  db: Db,
  ids: readonly number[],
  reason: string,
  changed: PresenceChanged,
): Promise<void> {
  const cause = causeOf(reason)
  const { rows } = await sql<{
    id: number
    company_id: number
    l1_id: number | null
    l2_id: number | null
    serial: string
  }>`
    UPDATE devices d SET status = 0, status_since = now(), offline_cause = ${cause}
    WHERE id = ANY (${[...ids]}::bigint[]) AND deleted_at IS NULL AND status = 1 AND ${systemScope('link of the device itself')}
    RETURNING id, company_id, l1_id, l2_id, serial`.execute(db)
  await writeDeviceLogs(
    db,
    rows.map((row) => ({
      type: 'state',
      status: false,
      deviceId: row.id,
      company: row,
      serial: row.serial,
      log: text('devices.log_offline', { reason }),
    })),
  )
  await changed(
    db,
    rows.map(({ serial: _, ...device }) => ({
      ...device,
      online: false,
      rebooted: false,
      uptime: null,
      reason,
      cause,
    })),
  )
}
