import { backupLimits } from '@longreach/contract/configs/backup-constants'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { systemScope } from '../../../db/scope.ts'
import type { DeviceFileStored, ScheduleKind } from '../../actions/hooks.ts'
import type { FilesInUse } from '../../files/hooks.ts'
import { removeFiles } from '../../files/store.ts'
import { backupKind } from './store.ts'

export const backupSchedule: ScheduleKind = {
  kind: backupKind,
  action: 'download_backup',
  arg: () => null,
  waits: backupLimits.waits,
}

/** The files that nothing uses. */
async function unused(db: Db, inUse: readonly FilesInUse[], ids: readonly number[]): Promise<number[]> {
  const used = await Promise.all(inUse.map((uses) => uses(db, ids)))
  return ids.filter((id) => !used.some((found) => found.has(id)))
}

/** Records the rule of a backup, and removes the device's oldest ones beyond the number that the rule keeps. */
export const keepBackups =
  (inUse: () => readonly FilesInUse[]): DeviceFileStored =>
  async (db, { id, device_id, schedule_id }) => {
    const { rows } = await sql<{ keep: number }>`
      SELECT (s.payload ->> 'keep')::int AS keep FROM schedules s
      WHERE s.id = ${schedule_id} AND s.kind = ${backupKind} AND ${systemScope('link of the device itself')}`.execute(
      db,
    )
    const [rule] = rows
    if (!rule) return
    await db.insertInto('periodic_backups').values({ file_id: id, schedule_id, device_id }).execute()
    const { rows: older } = await sql<{ file_id: number }>`
      SELECT p.file_id FROM periodic_backups p WHERE p.schedule_id = ${schedule_id} AND p.device_id = ${device_id}
      ORDER BY p.file_id DESC OFFSET ${rule.keep} FOR UPDATE`.execute(db)
    await removeFiles(
      db,
      await unused(
        db,
        inUse(),
        older.map(({ file_id }) => file_id),
      ),
    )
  }
