import * as z from 'zod/mini'
import { targetStates } from '../actions/constants.ts'
import { fileTypes } from '../files/constants.ts'
import { formSchema } from '../forms/schema.ts'
import { companyId, id } from '../ids.ts'
import { time } from '../time-schemas.ts'
import { appliedBy, backupOutcomes, backupPeriods } from './backup-constants.ts'
import { editBackupRuleForm, newBackupRuleForm } from './backup-forms.ts'
import { planSchema } from './schemas.ts'

const text = () => z.nullable(z.string())

export const backupSchema = z.object({
  /** Id of the file. */
  id: id('file'),
  name: z.string(),
  type: z.enum(fileTypes),
  company_id: companyId(),
  company_name: z.string(),
  /** Its device, if the caller sees it. */
  device_id: z.nullable(id('device')),
  device_name: text(),
  device_model: text(),
  /** Firmware of the device when it sent the backup. */
  firmware: text(),
  rule_id: z.nullable(id('backup_rule')),
  rule_name: text(),
  /** Bytes. */
  file_size: z.int(),
  /** True if another company shares it with the caller's. */
  shared: z.boolean(),
  created_at: time(),
})
export type Backup = z.infer<typeof backupSchema>

export const backupRuleSchema = z.object({
  id: id('backup_rule'),
  name: z.string(),
  company_id: companyId(),
  company_name: z.string(),
  applied_by: z.enum(appliedBy),
  /** The objects that the caller sees. */
  apply_list: z.array(z.object({ id: z.int(), name: z.string() })),
  period: z.enum(backupPeriods),
  /** 1 is Monday. */
  weekday: z.nullable(z.int()),
  day: z.nullable(z.int()),
  time: z.string(),
  zone: z.string(),
  keep: z.int(),
  enabled: z.boolean(),
  /** Reason why the server turned it off. */
  reason: text(),
  /** The user in whose name it runs. */
  username: z.string(),
  next_run_at: z.nullable(time()),
  last_run_at: z.nullable(time()),
  last_outcome: z.nullable(z.enum(backupOutcomes)),
  last_message: text(),
  created_at: time(),
})
export type BackupRule = z.infer<typeof backupRuleSchema>

/** Outcome for a device in a run of a rule. */
export const backupLogSchema = z.object({
  /** Negative for a device that was left out. */
  id: z.int(),
  due_at: time(),
  device_id: id('device'),
  device_name: z.string(),
  device_serial: z.string(),
  state: z.enum([...targetStates, 'left_out']),
  message: z.string(),
  action_id: z.nullable(id('action')),
  finished_at: z.nullable(time()),
})
export type BackupLog = z.infer<typeof backupLogSchema>

/** Changes of a backup; `excluded` has a reason for each other device. */
export const backupPlanSchema = z.extend(planSchema, {
  /** Number of these devices whose firmware differs from that of the backup or is unknown. */
  differing: z.int(),
  backup: z.object({
    name: z.string(),
    /** Origin of the backup, as far as it is known. */
    device_name: text(),
    device_model: text(),
    firmware: text(),
  }),
  /** Files of the backup that are not restored; the first of them are listed. */
  unrestored: z.object({ count: z.int(), paths: z.array(z.string()) }),
})
export type BackupPlan = z.infer<typeof backupPlanSchema>

export const newBackupRuleSchema = formSchema(newBackupRuleForm)
export const backupRuleChangeSchema = formSchema(editBackupRuleForm)
