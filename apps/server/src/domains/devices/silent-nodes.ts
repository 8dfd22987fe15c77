import { text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Db } from '../../db/client.ts'
import { isAlive } from '../../nodes/alive-nodes.ts'
import { findState } from './details.ts'
import type { PresenceChanged } from './hooks.ts'
import { lockInOrder, markOffline } from './presence.ts'
import { deviceState } from './topics.ts'

/**
 * Marks devices offline whose node has been silent too long; also those of this node itself when it starts. Returns
 * their ids.
 */
export async function sweepNodes(db: Db, own: string | null, changed: PresenceChanged): Promise<number[]> {
  return db.transaction().execute(async (tx) => {
    const silent = sql`open AND (node = ${own} OR node NOT IN (SELECT id FROM nodes WHERE ${isAlive}))`
    const locked = await lockInOrder(tx, sql`SELECT device_id FROM device_session WHERE ${silent}`)
    if (locked.length === 0) return []
    const { rows } = await sql<{ device_id: number }>`
      UPDATE device_session SET open = false
      WHERE device_id = ANY (${locked}::bigint[]) AND ${silent}
      RETURNING device_id`.execute(tx)
    const ids = rows.map((row) => row.device_id)
    if (ids.length > 0)
      await markOffline(tx, ids, own === null ? text('devices.server_gone') : text('devices.server_restarted'), changed)
    return ids
  })
}

/** Marks devices offline whose node fell silent, and publishes their states. */
export async function endSilentLinks(db: Db, bus: Bus, changed: PresenceChanged): Promise<void> {
  for (const id of await sweepNodes(db, null, changed)) {
    const state = await findState(db, id)
    if (state) bus.publish(deviceState, state)
  }
}
