import { backupLimits } from '@longreach/contract/configs/backup-constants'
import type { Demo } from '../../module/module.ts'
import { findDemoAdmin } from '../account/demo.ts'
import { insertSchedule } from '../actions/schedules/store.ts'
import { backupKind } from './backups/store.ts'

/** Every device of the demo is backed up at night. */
export const configsDemo: Demo<unknown> = {
  async fill(tx) {
    const { id: userId, username, company_id } = (await findDemoAdmin(tx))!
    const rule = {
      name: 'Every night',
      payload: { keep: backupLimits.keep.default },
      period: 'day' as const,
      weekday: null,
      day: null,
      time: '02:30',
      zone: 'Europe/Berlin',
      applied_by: 'company' as const,
      apply_list: [company_id],
      enabled: true,
    }
    await insertSchedule(tx, company_id, backupKind, rule, { userId, actorId: null, username })
  },
}
