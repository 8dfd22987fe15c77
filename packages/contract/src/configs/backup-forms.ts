import { form } from '../forms/fields.ts'
import { text } from '../i18n.ts'
import { appliedBy, backupLimits, backupPeriods } from './backup-constants.ts'

const { applied, devices, keep, name, zone } = backupLimits

const items = { type: 'item', component: 'ItemSelect', many: true, required: true, maxItems: applied } as const

const rule = [
  { key: 'name', type: 'name', label: 'backups:form.name', required: true, minlength: 3, maxlength: name },
  {
    key: 'applied_by',
    type: 'radio',
    component: 'Segmented',
    label: 'backups:form.appliedBy',
    required: true,
    options: appliedBy.map((value) => ({ value, label: `backups:form.by.${value}` })),
  },
  {
    key: 'device_id',
    ...items,
    ref: 'device',
    label: 'backups:form.devices',
    depends: { key: 'applied_by', is: 'device' },
  },
  {
    key: 'tag_id',
    ...items,
    ref: 'tag',
    label: 'backups:form.tags',
    hint: 'backups:form.tagsHint',
    depends: { key: 'applied_by', is: 'tag' },
  },
  {
    key: 'apply_company_id',
    ...items,
    ref: 'company',
    label: 'backups:form.companies',
    hint: 'backups:form.companiesHint',
    depends: { key: 'applied_by', is: 'company' },
  },
  {
    key: 'period',
    type: 'radio',
    component: 'Segmented',
    label: 'backups:form.period',
    required: true,
    options: backupPeriods.map((value) => ({ value, label: `backups:form.every.${value}` })),
  },
  {
    key: 'weekday',
    type: 'select',
    label: 'backups:form.weekday',
    required: true,
    depends: { key: 'period', is: 'week' },
    options: [1, 2, 3, 4, 5, 6, 7].map((value) => ({ value, label: `backups:weekdays.${value}` })),
  },
  {
    key: 'day',
    type: 'number',
    label: 'backups:form.day',
    hint: 'backups:form.dayHint',
    required: true,
    min: 1,
    max: 31,
    depends: { key: 'period', is: 'month' },
  },
  {
    key: 'time',
    type: 'text',
    group: 'when',
    width: 'small',
    label: 'backups:form.time',
    required: true,
    pattern: '([01]\\d|2[0-3]):[0-5]\\d',
    patternText: text('forms.clock'),
  },
  {
    key: 'zone',
    type: 'text',
    group: 'when',
    label: 'backups:form.zone',
    required: true,
    maxlength: zone,
  },
  {
    key: 'keep',
    type: 'number',
    label: 'backups:form.keep',
    hint: 'backups:form.keepHint',
    required: true,
    min: keep.min,
    max: keep.max,
  },
  { key: 'enabled', type: 'checkbox', label: 'backups:form.enabled' },
] as const

const groups = { when: {} } as const

export const newBackupRuleForm = form({
  name: 'newBackupRule',
  title: 'backups:form.title',
  submit: 'backups:form.submit',
  groups,
  fields: [
    {
      key: 'company_id',
      type: 'item',
      component: 'ItemSelect',
      ref: 'company',
      label: 'backups:form.company',
      hint: 'backups:form.companyHint',
      required: true,
    },
    ...rule,
  ],
})

export const editBackupRuleForm = form({
  name: 'editBackupRule',
  title: 'backups:form.edit',
  submit: 'ui:save',
  groups,
  fields: rule,
})

/** Devices that send a backup now. */
export const exportBackupForm = form({
  name: 'exportBackup',
  title: 'backups:export.title',
  submit: 'backups:export.submit',
  fields: [
    {
      key: 'device_id',
      type: 'item',
      component: 'ItemSelect',
      ref: 'device',
      many: true,
      maxItems: devices,
      label: 'backups:export.devices',
      hint: 'backups:export.hint',
      required: true,
    },
  ],
})
