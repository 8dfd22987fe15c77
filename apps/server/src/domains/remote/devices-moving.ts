import type { MoveLosses } from '@longreach/contract/devices/schemas'
import { text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { type UndoStep, undoKind } from '../../endpoint/undo.ts'
import type { Emit } from '../../events/emit.ts'
import type { DevicesMoving } from '../devices/hooks.ts'
import { endSessionsOfDevices } from './session-store.ts'
import { remoteClosed } from './topics.ts'

const restoredKind = 'remote.credentials'

interface LeftCredentials {
  ids: number[]
  /** The company to which the credentials belong. */
  company_id: number
}

/** Keeps the stored credentials of moving entries for the company that stored them, in case of an undo. */
async function leaveCredentials(db: Db, devices: readonly number[]): Promise<UndoStep[]> {
  const { rows } = await sql<{ access_id: number; company_id: number }>`
    INSERT INTO moved_credentials (access_id, company_id, credentials)
    SELECT r.id, r.company_id, r.credentials FROM remote_access r
    WHERE r.device_id = ANY (${[...devices]}::bigint[]) AND r.credentials IS NOT NULL
      AND ${systemScope('row resolved in scope before')}
    ON CONFLICT (access_id, company_id) DO UPDATE SET credentials = excluded.credentials, moved_at = now()
    RETURNING access_id, company_id`.execute(db)
  return [...Map.groupBy(rows, ({ company_id }) => company_id)].map(([company_id, entries]) => {
    const state: LeftCredentials = { ids: entries.map(({ access_id }) => access_id), company_id }
    return { kind: restoredKind, state }
  })
}

/** Entries move with their device, without the stored credentials of the former company; open sessions end. */
export const moveEntries = (bus: Pick<Bus, 'publish'>, emit: Emit): DevicesMoving => ({
  async losses(db, ids) {
    const { rows } = await sql<Pick<MoveLosses, 'passwords' | 'sessions'>>`
      SELECT
        (SELECT count(*) FROM remote_access r
          WHERE r.device_id = ANY (${[...ids]}::bigint[]) AND r.credentials IS NOT NULL
            AND ${systemScope('row resolved in scope before')}) AS passwords,
        (SELECT count(*) FROM remote_sessions s
          WHERE s.device_id = ANY (${[...ids]}::bigint[]) AND s.ended_at IS NULL
            AND ${systemScope('row resolved in scope before')}) AS sessions`.execute(db)
    return rows[0] ?? {}
  },
  async moved(db, ids) {
    const undo = await leaveCredentials(db, ids)
    await sql`
      UPDATE remote_access r
      SET company_id = d.company_id, l1_id = d.l1_id, l2_id = d.l2_id, credentials = NULL, updated_at = now()
      FROM devices d
      WHERE d.id = r.device_id AND d.id = ANY (${[...ids]}::bigint[])
        AND ${systemScope('row resolved in scope before')}`.execute(db)
    const reason = text('remote.end_device_moved')
    const ended = await endSessionsOfDevices(db, emit, ids, reason)
    return {
      undo,
      publish() {
        for (const id of ended) bus.publish(remoteClosed, { id, reason })
      },
    }
  },
})

/** Undo: restores the credentials of entries that are back in their company. */
export const restoredCredentials = undoKind<LeftCredentials>(
  restoredKind,
  'update_device_remote_access',
  async ({ db }, states) => {
    for (const { ids, company_id } of states) {
      await sql`
      WITH restored AS (
        DELETE FROM moved_credentials m
        WHERE m.access_id = ANY (${ids}::bigint[]) AND m.company_id = ${company_id}
          AND ${systemScope('row resolved in scope before')}
        RETURNING access_id, credentials)
      UPDATE remote_access r SET credentials = m.credentials
      FROM restored m
      WHERE r.id = m.access_id AND r.company_id = ${company_id} AND ${systemScope('row resolved in scope before')}`.execute(
        db,
      )
    }
  },
)
