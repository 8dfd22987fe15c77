import { actionKinds } from '@longreach/contract/actions/kinds'
import { configLimits } from '@longreach/contract/configs/constants'
import { type Text, text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import { systemScope } from '../../../db/scope.ts'
import type { DeviceUpdate } from '../../actions/hooks.ts'
import type { FilesInUse } from '../../files/hooks.ts'
import type { TagAction } from '../../tags/hooks.ts'
import { type ApplyDeps, applyPlanned, startPlanned } from '../apply.ts'
import { planBackup, requireBackup } from './plan.ts'

/** The update call of the public API that restores a backup. */
export const backupUpdate = (findDeps: () => ApplyDeps): DeviceUpdate => ({
  action: 'upload_backup',
  async start(call, { device_id, file_id, downgrade, metered, waits }) {
    const deps = findDeps()
    const backup = await requireBackup(call, file_id, 'file_id')
    const planned = await planBackup(deps, call, backup, { device_id, metered, other_firmware: downgrade })
    const expires_in = Math.min(waits, configLimits.waits.max)
    const { meta, errors } = await applyPlanned(deps, call, planned, { reason: 'restore', expires_in, backup })
    return { channel: meta.channel, errors }
  },
})

/** Restores a backup on devices that get a tag. No user can be asked, so only where no agreement is required. */
export const backupTagAction = (
  permission: TagAction['permission'],
  findDeps: () => Pick<ApplyDeps, 'blobs' | 'kinds'>,
): TagAction => ({
  action: 'config_upload',
  permission,
  source: 'file',
  filter: { type: 'config,periodic_backup' },
  nameOf: async (call, id) => (await requireBackup(call, id)).name,
  async start(db, { sourceId, scope, starter, deviceIds, cause }) {
    const deps = findDeps()
    const backup = await requireBackup({ db, scope }, sourceId, 'source_id')
    const { changes, errors } = await planBackup(deps, { db, scope } as never, backup, {
      device_id: [...deviceIds],
      metered: false,
      other_firmware: false,
    })
    const refused = new Map(errors.map(({ source, message }) => [Number(source), message as Text]))
    const seconds = configLimits.seconds.default
    const id = await startPlanned(deps, db, starter, changes, { reason: 'restore', seconds, cause })
    if (id === null) return { action: null, refused }
    return { action: { id, title: text(actionKinds.restore.title) }, refused }
  },
})

/** Backups that tags restore on devices. */
export const backupsOfTags: FilesInUse = async (db, ids) => {
  const { rows } = await sql<{ id: number; file: string; tag: string }>`
    SELECT DISTINCT ON (f.id) f.id, f.name AS file, t.name AS tag
    FROM files f JOIN tag_actions a ON a.action = 'config_upload' AND a.source_id = f.id JOIN tags t ON t.id = a.tag_id
    WHERE f.id = ANY (${[...ids]}::bigint[]) AND ${systemScope('row resolved in scope before')}
    ORDER BY f.id, t.id`.execute(db)
  return new Map(rows.map(({ id, file, tag }) => [id, text('configs.backup_of_tag', { file, tag })]))
}
