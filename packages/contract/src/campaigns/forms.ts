import { actionLimits } from '../actions/constants.ts'
import { form } from '../forms/fields.ts'
import { text } from '../i18n.ts'
import { campaignLimits } from './constants.ts'

const { commandBytes } = actionLimits
const { devices, failures, name, reason, soak, waves } = campaignLimits
const clock = { pattern: '([01]\\d|2[0-3]):[0-5]\\d', patternText: text('forms.clock') } as const
const within = { key: 'limited', is: true } as const

const nameField = { key: 'name', type: 'name', label: 'campaigns:form.name', required: true, maxlength: name } as const

const image = [
  {
    key: 'file_id',
    type: 'item',
    component: 'ItemSelect',
    ref: 'file',
    label: 'campaigns:form.image',
    required: true,
  },
  {
    key: 'keep_settings',
    type: 'checkbox',
    label: 'campaigns:form.keepSettings',
    hint: 'campaigns:form.keepSettingsHint',
    required: true,
  },
  { key: 'downgrade', type: 'checkbox', label: 'campaigns:form.downgrade', hint: 'campaigns:form.downgradeHint' },
  { key: 'metered', type: 'checkbox', label: 'campaigns:form.metered', hint: 'campaigns:form.meteredHint' },
] as const

const wavesField = [
  {
    key: 'waves',
    type: 'table',
    component: 'TableInput',
    label: 'campaigns:form.waves',
    hint: 'campaigns:form.wavesHint',
    required: true,
    maxItems: waves,
    columns: [
      {
        key: 'of',
        type: 'select',
        label: 'campaigns:form.of',
        required: true,
        options: [
          { value: 'devices', label: 'campaigns:form.devices' },
          { value: 'percent', label: 'campaigns:form.percent' },
          { value: 'rest', label: 'campaigns:form.rest' },
        ],
      },
      {
        key: 'size',
        type: 'number',
        label: 'campaigns:form.size',
        min: 1,
        max: devices,
        depends: { key: 'of', not: 'rest' },
      },
      {
        key: 'failures',
        type: 'number',
        label: 'campaigns:form.failures',
        required: true,
        min: 0,
        max: failures,
      },
    ],
  },
] as const

const undoneFields = [
  {
    key: 'undone_first',
    type: 'number',
    group: 'undone',
    label: 'campaigns:form.undoneFirst',
    min: 0,
    max: failures,
  },
  { key: 'undone_all', type: 'number', group: 'undone', label: 'campaigns:form.undoneAll', min: 0, max: failures },
] as const

const gate = [
  { key: 'gateHeading', type: 'heading', label: 'campaigns:form.gateHeading' },
  {
    key: 'soak',
    type: 'number',
    label: 'campaigns:form.soak',
    hint: 'campaigns:form.soakHint',
    required: true,
    min: soak.min,
    max: soak.max,
    choices: [
      { value: 0, label: 'campaigns:form.soakNone' },
      { value: 300, label: 'campaigns:form.soak5' },
      { value: 600, label: 'campaigns:form.soak10' },
      { value: 1800, label: 'campaigns:form.soak30' },
      { value: 3600, label: 'campaigns:form.soak60' },
      { value: 86_400, label: 'campaigns:form.soakDay' },
    ],
  },
  { key: 'check_wan', type: 'checkbox', label: 'campaigns:form.checkWan' },
  { key: 'check_reports', type: 'checkbox', label: 'campaigns:form.checkReports' },
  {
    key: 'check_command',
    type: 'command',
    label: 'campaigns:form.checkCommand',
    hint: 'campaigns:form.checkCommandHint',
    maxbytes: commandBytes,
    autocomplete: 'off',
    permission: 'execute_device_command',
  },
  { key: 'timeHeading', type: 'heading', label: 'campaigns:form.timeHeading' },
  { key: 'limited', type: 'checkbox', label: 'campaigns:form.limited', hint: 'campaigns:form.limitedHint' },
  {
    key: 'hours_from',
    type: 'text',
    group: 'hours',
    label: 'campaigns:form.from',
    required: true,
    depends: within,
    ...clock,
  },
  {
    key: 'hours_to',
    type: 'text',
    group: 'hours',
    label: 'campaigns:form.to',
    required: true,
    depends: within,
    ...clock,
  },
  {
    key: 'hours_zone',
    type: 'text',
    group: 'hours',
    label: 'campaigns:form.zone',
    required: true,
    maxlength: 64,
    depends: within,
  },
  {
    key: 'hours_days',
    type: 'multiselect',
    label: 'campaigns:form.days',
    required: true,
    depends: within,
    options: [1, 2, 3, 4, 5, 6, 7].map((value) => ({ value, label: `campaigns:days.${value}` })),
  },
] as const

const plan = [nameField, ...image, ...wavesField, ...gate] as const

const start = { key: 'start', type: 'radio', label: 'campaigns:form.start', required: true } as const
const startTimes = [
  { value: 'now', label: 'campaigns:form.startNow' },
  { value: 'later', label: 'campaigns:form.startLater' },
] as const
const startsAt = {
  key: 'starts_at',
  type: 'datetime',
  label: 'campaigns:form.startsAt',
  required: true,
  depends: { key: 'start', is: 'later' },
} as const

const groups = { hours: {} } as const
const undoneGroups = {
  ...groups,
  undone: { label: 'campaigns:form.undone', hint: 'campaigns:form.undoneHint' },
} as const
const whens = [...startTimes, { value: 'draft', label: 'campaigns:form.startDraft' }] as const

export const newCampaignForm = form({
  name: 'newCampaign',
  title: 'campaigns:form.title',
  submit: 'campaigns:form.submit',
  groups,
  fields: [...plan, { ...start, options: whens }, startsAt],
})

/** A campaign of a kind other than firmware; its content is sent with it. */
export const newChangeCampaignForm = form({
  name: 'newChangeCampaign',
  title: 'campaigns:form.title',
  submit: 'campaigns:form.submit',
  groups: undoneGroups,
  fields: [nameField, ...wavesField, ...undoneFields, ...gate, { ...start, options: whens }, startsAt],
})

export const editCampaignForm = form({
  name: 'editCampaign',
  title: 'campaigns:form.edit',
  submit: 'ui:save',
  groups,
  fields: plan,
})

export const editChangeCampaignForm = form({
  name: 'editChangeCampaign',
  title: 'campaigns:form.edit',
  submit: 'ui:save',
  groups: undoneGroups,
  fields: [nameField, ...wavesField, ...undoneFields, ...gate],
})

export const startCampaignForm = form({
  name: 'startCampaign',
  title: 'campaigns:start.title',
  submit: 'campaigns:start.submit',
  fields: [{ ...start, options: startTimes }, startsAt],
})

/** For a campaign that halted by itself; a paused one requires no reason. */
export const resumeCampaignForm = form({
  name: 'resumeCampaign',
  title: 'campaigns:resume.title',
  submit: 'campaigns:resume.submit',
  fields: [{ key: 'reason', type: 'text', label: 'campaigns:resume.reason', required: true, maxlength: reason }],
})
