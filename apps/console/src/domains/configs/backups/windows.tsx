import './texts.ts'
import { executeAction } from '@longreach/contract/actions/endpoints'
import { backupLimits } from '@longreach/contract/configs/backup-constants'
import { createBackupRule, updateBackupRule } from '@longreach/contract/configs/backup-endpoints'
import { editBackupRuleForm, exportBackupForm, newBackupRuleForm } from '@longreach/contract/configs/backup-forms'
import type { BackupRule } from '@longreach/contract/configs/backup-schemas'
import type { TextField } from '@longreach/contract/forms/fields'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { type ControlProps, facts } from '../../../forms/controls/control.ts'
import { FormWindow } from '../../../forms/form-window.tsx'
import { Select } from '../../../ui/select.tsx'
import { timeZone } from '../../../ui/time-zone.ts'
import { ownZone, zoneOptions } from '../../../ui/zone-options.ts'
import { CompanyControl } from '../../companies/public/company-control.tsx'

/** A time zone from the browser's list. */
function ZoneControl({ field, value, onChange, error }: ControlProps<TextField>) {
  const zone = typeof value === 'string' ? value : null
  const known = zone === null || zoneOptions().some((option) => option.value === zone)
  const options = known ? zoneOptions() : [{ value: zone, label: zone }, ...zoneOptions()]
  return <Select {...facts(field)} searchable value={zone} options={options} error={error} onChange={onChange} />
}

const controls = { company_id: CompanyControl, zone: ZoneControl }

/** Devices send a backup now; then the window of the action opens. */
export function ExportWindow() {
  const { t } = useTranslation('backups')
  return (
    <FormWindow
      form={exportBackupForm}
      send={({ device_id }) => call(executeAction, { body: { action: 'download_backup', device_id } })}
      done={t('export.done')}
      reload={[['backups'], ['actions']]}
    />
  )
}

const night = { applied_by: 'device', period: 'day', weekday: 1, day: 1, time: '02:00' } as const

export function NewRuleWindow() {
  const { t } = useTranslation('backups')
  return (
    <FormWindow
      form={newBackupRuleForm}
      controls={controls}
      values={{ ...night, zone: timeZone() ?? ownZone(), keep: backupLimits.keep.default, enabled: true }}
      send={(body) => call(createBackupRule, { body })}
      done={({ name }) => t('form.created', { name })}
      reload={[['backup-rules']]}
    />
  )
}

/** From then on the rule runs on behalf of the user who saves it. */
export function EditRuleWindow({ rule }: { rule: BackupRule }) {
  const { t } = useTranslation('backups')
  const { id, name, applied_by, apply_list, period, weekday, day, time, zone, keep, enabled } = rule
  const list = apply_list.map((one) => one.id)
  const applied = { device: { device_id: list }, tag: { tag_id: list }, company: { apply_company_id: list } }[
    applied_by
  ]
  const when = { period, weekday: weekday ?? night.weekday, day: day ?? night.day, time, zone }
  return (
    <FormWindow
      form={editBackupRuleForm}
      controls={controls}
      values={{ name, applied_by, ...applied, ...when, keep, enabled }}
      send={(body) => call(updateBackupRule, { params: { id }, body })}
      done={t('form.saved', { name })}
      reload={[['backup-rules']]}
    />
  )
}
