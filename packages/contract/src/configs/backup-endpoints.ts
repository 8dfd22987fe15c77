import * as z from 'zod/mini'
import { targetStates } from '../actions/constants.ts'
import { actionStarted } from '../actions/parts.ts'
import { empty, endpoint } from '../endpoint.ts'
import { companyContext, createdBetween, searchIn, textListText, withNot, wordListText } from '../filter.ts'
import { companyIdText, id, idText } from '../ids.ts'
import { listMeta, listQuery } from '../page.ts'
import { time } from '../time-schemas.ts'
import { backupOutcomes, backupTypes } from './backup-constants.ts'
import {
  backupLogSchema,
  backupPlanSchema,
  backupRuleChangeSchema,
  backupRuleSchema,
  backupSchema,
  newBackupRuleSchema,
} from './backup-schemas.ts'
import { configDevices, configTiming, oneSelection } from './endpoints.ts'

const rule = z.object({ id: idText('backup_rule') })

export const listBackups = endpoint({
  name: 'configs.backups',
  method: 'GET',
  path: '/devices/backups',
  summary: 'List backups of devices: those that were uploaded, requested, or stored by rules',
  permission: 'create_multi_configuration',
  query: listQuery(['name', 'device_name', 'device_model', 'firmware', 'file_size', 'created_at'], {
    ...searchIn(['name', 'device_name']),
    ...withNot({
      company_id: z.optional(companyIdText()),
      type: z.optional(wordListText(backupTypes)),
      device_model: z.optional(textListText()),
    }),
    device_id: z.optional(idText('device')),
    ...createdBetween,
    ...companyContext,
  }),
  response: z.array(backupSchema),
  meta: listMeta,
})

const backup = z.object({ id: idText('file') })

const restored = {
  ...configDevices,
  /**
   * Also restores it on devices whose firmware differs from that of the backup, or where too little is known of either.
   */
  other_firmware: z._default(z.boolean(), false),
  /** Also sends it to devices on a metered connection. */
  metered: z._default(z.boolean(), false),
}

export const previewRestore = endpoint({
  name: 'configs.backup_preview',
  method: 'POST',
  path: '/devices/backups/{id}/preview',
  summary: 'What restoring a backup would change: only settings that the configuration of a device covers are restored',
  permission: 'apply_multi_configuration',
  params: backup,
  body: z.object(restored).check(oneSelection),
  response: backupPlanSchema,
})

export const restoreBackup = endpoint({
  name: 'configs.backup_restore',
  method: 'POST',
  path: '/devices/backups/{id}/restore',
  summary:
    'Restore the settings of a backup on devices; each rolls back unless it connects with them. Follow it on meta.channel',
  permission: 'apply_multi_configuration',
  params: backup,
  body: z.object({ ...restored, ...configTiming }).check(oneSelection),
  response: actionStarted.response,
  meta: actionStarted.meta,
})

export const listBackupRules = endpoint({
  name: 'configs.backup_rules',
  method: 'GET',
  path: '/devices/backups/rules',
  summary: 'List rules by which devices are backed up again and again',
  permission: 'view_periodic_backup_rules',
  query: listQuery(['name', 'next_run_at'], { ...searchIn(['name']), ...companyContext }),
  response: z.array(backupRuleSchema),
  meta: listMeta,
})

export const getBackupRule = endpoint({
  name: 'configs.backup_rule',
  method: 'GET',
  path: '/devices/backups/rules/{id}',
  summary: 'Get one rule',
  permission: 'view_periodic_backup_rules',
  params: rule,
  response: backupRuleSchema,
})

export const createBackupRule = endpoint({
  name: 'configs.backup_create',
  method: 'POST',
  path: '/devices/backups/rules',
  summary: 'Create a rule; it runs in the name of the caller',
  permission: 'create_periodic_backup_rules',
  body: newBackupRuleSchema,
  response: z.object({ id: id('backup_rule'), next_run_at: z.nullable(time()) }),
  status: 201,
})

export const updateBackupRule = endpoint({
  name: 'configs.backup_update',
  method: 'PUT',
  path: '/devices/backups/rules/{id}',
  summary: 'Change a rule; from then on it runs in the name of the caller',
  permission: 'update_periodic_backup_rules',
  params: rule,
  body: backupRuleChangeSchema,
  response: z.object({ next_run_at: z.nullable(time()) }),
})

export const deleteBackupRule = endpoint({
  name: 'configs.backup_delete',
  method: 'DELETE',
  path: '/devices/backups/rules/{id}',
  summary: 'Delete a rule; its backups stay',
  permission: 'delete_periodic_backup_rules',
  params: rule,
  response: empty,
})

export const runBackupRule = endpoint({
  name: 'configs.backup_run',
  method: 'POST',
  path: '/devices/backups/rules/{id}/run',
  summary: 'Run a rule now, besides its times and in the name of the caller',
  permission: 'execute_device_actions',
  params: rule,
  response: actionStarted.response,
  meta: actionStarted.meta,
})

export const listBackupLog = endpoint({
  name: 'configs.backup_log',
  method: 'GET',
  path: '/devices/backups/rules/log',
  summary: 'List what became of the devices in the runs of rules, newest first',
  permission: 'view_periodic_backup_rules',
  query: listQuery(['due_at', 'device_name'], {
    ...searchIn(['device_name', 'device_serial']),
    rule_id: z.optional(idText('backup_rule')),
    device_id: z.optional(idText('device')),
    state: z.optional(wordListText([...targetStates, 'left_out'])),
  }),
  response: z.array(backupLogSchema),
  meta: listMeta,
})

/** Due times of rules; each has one row, even with several nodes or a late run. */
export const listBackupRuns = endpoint({
  name: 'configs.backup_runs',
  method: 'GET',
  path: '/devices/backups/rules/{id}/runs',
  summary: 'The last times at which a rule was due, and what became of each',
  permission: 'view_periodic_backup_rules',
  params: rule,
  response: z.array(
    z.object({
      due_at: time(),
      outcome: z.enum(backupOutcomes),
      message: z.nullable(z.string()),
      action_id: z.nullable(id('action')),
      /** Number of devices that the caller sees: in total, and with a backup. */
      devices: z.int(),
      done: z.int(),
    }),
  ),
})
