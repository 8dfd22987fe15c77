import { form } from '../forms/fields.ts'
import { text } from '../i18n.ts'
import { billingDays, dataLimits } from './usage-constants.ts'

const billingDay = {
  key: 'billing_day',
  type: 'number',
  label: 'usage:edit.billingDay',
  min: billingDays.min,
  max: billingDays.max,
  rangeText: text('forms.billing_day', { min: billingDays.min, max: billingDays.max }),
} as const

const dataLimit = {
  key: 'data_limit',
  type: 'number',
  label: 'usage:edit.limit',
  ...dataLimits,
  rangeText: text('forms.data_limit'),
} as const

export const simForm = form({
  name: 'editSim',
  title: 'usage:edit.title',
  submit: 'ui:save',
  fields: [
    { ...dataLimit, hint: 'usage:edit.limitHint', clears: true },
    { ...billingDay, hint: 'usage:edit.billingDayHint', required: true },
  ],
})

/** One limit for several SIMs; without a billing day each keeps its own. */
export const simLimitsForm = form({
  name: 'simLimits',
  title: 'sims:limit.title',
  submit: 'sims:limit.submit',
  fields: [
    { ...dataLimit, hint: 'sims:limit.hint', required: true },
    { ...billingDay, hint: 'sims:limit.billingDayHint' },
  ],
})
