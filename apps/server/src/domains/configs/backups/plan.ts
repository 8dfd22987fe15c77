import { backupLimits, backupTypes } from '@longreach/contract/configs/backup-constants'
import type { BackupPlan } from '@longreach/contract/configs/backup-schemas'
import { text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { inScope, type Scope } from '../../../db/scope.ts'
import { notFound, Problem } from '../../../endpoint/problem.ts'
import { mayUse } from '../../files/store.ts'
import { planRestore } from '../content.ts'
import { Excluded, type PlanDeps, type Planned, planEach, presentPlan, type Reader, type Request } from '../plan.ts'
import { type BackupArchive, BackupRefused, readBackup } from './archive.ts'
import { type BackupOrigin, faultOfOrigin } from './origin.ts'
import { NotRestorable, restoreInto } from './settings.ts'

/** A file that is a backup, of a company in reach or shared with the caller's company. */
export interface StoredBackup extends BackupOrigin {
  id: number
  name: string
  blob_id: number
  /** Name of its device, if the caller sees the device. */
  device_name: string | null
}

/** Locked against deletion, because a tag may be about to refer to it. Throws if there is none. */
export async function requireBackup(
  { db, scope }: { db: Db; scope: Scope },
  id: number,
  source?: string,
): Promise<StoredBackup> {
  const { rows } = await sql<StoredBackup>`
    SELECT f.id, f.name, f.blob_id, f.device_id, f.device_model, f.version,
      (SELECT d.name FROM devices d WHERE d.id = f.device_id AND d.deleted_at IS NULL AND ${inScope(scope, 'd')}) AS device_name
    FROM files f WHERE f.id = ${id} AND f.type = ANY (${[...backupTypes]}::text[]) AND ${mayUse(scope)} FOR KEY SHARE OF f`.execute(
    db,
  )
  if (!rows[0]) throw notFound(source)
  return rows[0]
}

async function readStoredBackup({ blobs }: PlanDeps, db: Db, { blob_id }: StoredBackup): Promise<BackupArchive> {
  try {
    return await readBackup(await blobs.read(db, blob_id))
  } catch (error) {
    if (error instanceof BackupRefused)
      throw new Problem('VALIDATION_FAILED', { source: 'file_id', message: error.reason })
    throw error
  }
}

export interface RestoreRequest extends Pick<Request, 'device_id' | 'filter' | 'metered'> {
  /** Also restores on devices whose firmware differs from that of the backup, or if it is unknown. */
  other_firmware: boolean
}

export interface PlannedRestore extends Planned {
  backup: StoredBackup
  /** Number of changed devices to which the caller had to agree. */
  differing: number
  /** Files of the backup that no device gets. */
  unrestored: string[]
}

/** Plans the changes of a backup on each of the devices. Throws a Problem if it cannot be restored on any. */
export async function planBackup(
  deps: PlanDeps,
  call: Reader,
  backup: StoredBackup,
  request: RestoreRequest,
): Promise<PlannedRestore> {
  const archive = await readStoredBackup(deps, call.db, backup)
  const restored = new Set<string>()
  const agreed = new Set<number>()
  const planned = await planEach(deps, call, request, async ({ device, before }) => {
    const { id, name } = device
    const fault = faultOfOrigin(backup, device)
    if (fault && !(fault.code === 'OTHER_FIRMWARE' && request.other_firmware))
      throw new Excluded(fault.code, fault.message)
    if (!before) throw new Excluded('NOT_READ', text('configs.not_read', { name }))
    try {
      const { after, paths } = restoreInto(before, archive)
      for (const path of paths) restored.add(path)
      if (fault) agreed.add(id)
      return { bytes: await planRestore(before, after), after }
    } catch (error) {
      if (!(error instanceof NotRestorable)) throw error
      throw new Excluded('NOT_RESTORABLE', text('configs.in_line', { name, reason: error.reason }))
    }
  })
  return {
    ...planned,
    backup,
    differing: planned.changes.filter(({ device }) => agreed.has(device.id)).length,
    unrestored: archive.paths.filter((path) => !restored.has(path)),
  }
}

export function presentRestore(planned: PlannedRestore): BackupPlan {
  const { backup, differing, unrestored } = planned
  return {
    ...presentPlan(planned, []),
    differing,
    backup: {
      name: backup.name,
      device_name: backup.device_name,
      device_model: backup.device_model,
      firmware: backup.version,
    },
    unrestored: { count: unrestored.length, paths: unrestored.slice(0, backupLimits.paths) },
  }
}
