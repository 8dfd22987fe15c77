import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { prepared } from '../../db/prepared.ts'
import { systemScope } from '../../db/scope.ts'
import { LinkSuperseded, type Presence } from '../../drivers/driver.ts'

const own = systemScope('link of the device itself')

/** Of a session `s`: its link may write. A key that is revoked locks the device's row like a hello, so their times are in order. */
const isCurrent = sql<boolean>`(s.open AND NOT EXISTS (
  SELECT FROM device_keys k WHERE k.device_id = s.device_id AND k.revoked_at > s.since))`

const columnsOf = (links: readonly Presence[]) => sql`unnest(${links.map(({ deviceId }) => deviceId)}::bigint[],
  ${links.map(({ epoch }) => epoch)}::bigint[]) AS l (device_id, epoch)`

/** Those of the links that may not write: they were replaced or closed, or their key was revoked. */
export async function findSuperseded(db: Db, links: readonly Presence[]): Promise<Presence[]> {
  const { rows } = await prepared(sql<{ device_id: number; epoch: number }>`
    SELECT l.device_id, l.epoch FROM ${columnsOf(links)}
    LEFT JOIN device_session s ON s.device_id = l.device_id AND s.epoch = l.epoch
    WHERE ${isCurrent} IS NOT TRUE`).execute(db)
  return rows.map(({ device_id, epoch }) => ({ deviceId: device_id, epoch }))
}

/** Rejects with LinkSuperseded if the link may not write. */
export async function requireCurrent(db: Db, link: Presence): Promise<void> {
  if ((await findSuperseded(db, [link])).length > 0) throw new LinkSuperseded(link.deviceId)
}

export interface Difference extends Presence {
  /** `linkless`: the device is shown as online without a link. `settings`: it was not sent those it has now. */
  what: 'linkless' | 'superseded' | 'revoked' | 'settings'
}

/** Where the links that a node has are not those the database knows of it. */
export async function findDifferences(db: Db, node: string, links: readonly Presence[]): Promise<Difference[]> {
  const { rows } = await sql<{ device_id: number; epoch: number; what: Difference['what'] }>`
    SELECT coalesce(l.device_id, s.device_id) AS device_id, coalesce(l.epoch, s.epoch) AS epoch,
      CASE WHEN l.device_id IS NULL THEN 'linkless'
        WHEN NOT s.current OR NOT EXISTS (
          SELECT FROM devices d WHERE d.id = l.device_id AND d.deleted_at IS NULL AND ${own}) THEN 'revoked'
        WHEN s.device_id IS NULL THEN 'superseded' ELSE 'settings' END AS what
    FROM ${columnsOf(links)} FULL JOIN (
      SELECT s.device_id, s.epoch, ${isCurrent} AS current,
        EXISTS (SELECT FROM device_settings_due x WHERE x.device_id = s.device_id) AS due
      FROM device_session s WHERE s.node = ${node} AND s.open
    ) s ON s.device_id = l.device_id AND s.epoch = l.epoch
    WHERE l.device_id IS NULL OR s.device_id IS NULL OR NOT s.current OR s.due`.execute(db)
  return rows.map(({ device_id, ...row }) => ({ ...row, deviceId: device_id }))
}
