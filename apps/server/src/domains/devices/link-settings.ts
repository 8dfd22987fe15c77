import { linkTimes } from '@longreach/contract/link/limits'
import { sql } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import type { Call } from '../../endpoint/route.ts'
import { deviceChanged } from './topics.ts'

export interface PresenceSettings {
  node: string
  /** Seconds between keep-alives. */
  keepalive: number
  /** Values for a metered connection: keep-alive, and seconds for which reports are collected. */
  metered: { keepalive: number; batch: number }
}

/** The columns of a device that are sent to its agent. */
export interface LinkSettingsRow {
  metered_connection: boolean
  dynamic_monitoring: number
  static_monitoring: number
  io_monitoring: number
  gps_monitoring: number
  hotspot_monitoring: number
  wireless_monitoring: number
  ddns_monitoring: number
  vpn_monitoring: number
}

export const linkSettingsColumns = sql`d.metered_connection, d.dynamic_monitoring, d.static_monitoring, d.io_monitoring,
  d.gps_monitoring, d.hotspot_monitoring, d.wireless_monitoring, d.ddns_monitoring, d.vpn_monitoring`

/** Checksum of the configuration that the device reported last. */
export interface KnownSum {
  config_sum: string | null
}

export const knownSum = sql`
  (SELECT s.values ->> 'config_sum' FROM device_state s WHERE s.device_id = d.id) AS config_sum`

export type LinkSettings = Record<string, number | string>

/** The words of `welcome` for a device. */
export function linkSettings(device: LinkSettingsRow & KnownSum, settings: PresenceSettings): LinkSettings {
  const metered = device.metered_connection
  return {
    keepalive: metered ? settings.metered.keepalive : settings.keepalive,
    dynamic: device.dynamic_monitoring,
    static: device.static_monitoring,
    io: device.io_monitoring,
    gps: device.gps_monitoring,
    hotspot: device.hotspot_monitoring,
    wireless: device.wireless_monitoring,
    ddns: device.ddns_monitoring,
    l2tp: device.vpn_monitoring,
    config: linkTimes.configCheck,
    ...(device.config_sum !== null && { sum: device.config_sum }),
    // Sent even if it is 0: that resets an earlier value.
    batch: metered ? settings.metered.batch : 0,
  }
}

/**
 * Marks connected devices as due for new settings, in the transaction of the change: the hint `device.changed` may be
 * lost.
 */
export async function noteSettings(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    INSERT INTO device_settings_due (device_id)
    SELECT device_id FROM device_session WHERE device_id = ANY (${[...ids]}::bigint[]) AND open ORDER BY device_id
    ON CONFLICT (device_id) DO UPDATE SET noted_at = excluded.noted_at`.execute(db)
}

/** Like `noteSettings`, and sends the settings right after the call's transaction. */
export async function changeSettings(
  { db, after }: Pick<Call, 'db' | 'after'>,
  bus: Pick<Bus, 'publish'>,
  ids: readonly number[],
): Promise<void> {
  await noteSettings(db, ids)
  after(() => {
    for (const id of ids) bus.publish(deviceChanged, { id })
  })
}

/** Clears the mark before the settings are read and sent: later changes set it again. */
export async function takeSettings(db: Db, id: number): Promise<void> {
  await sql`DELETE FROM device_settings_due WHERE device_id = ${id}`.execute(db)
}

/** Current settings of the link; undefined if there is no such device. */
export async function findLinkSettings(
  db: Db,
  id: number,
  settings: PresenceSettings,
): Promise<LinkSettings | undefined> {
  const { rows } = await sql<LinkSettingsRow & KnownSum>`
    SELECT ${linkSettingsColumns}, ${knownSum} FROM devices d
    WHERE d.id = ${id} AND d.deleted_at IS NULL AND ${systemScope('link of the device itself')}`.execute(db)
  return rows[0] && linkSettings(rows[0], settings)
}
