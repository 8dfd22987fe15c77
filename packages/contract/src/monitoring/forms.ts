import { form } from '../forms/fields.ts'
import { text } from '../i18n.ts'
import { billingDays, dataLimits } from './usage-constants.ts'

export const simForm = form({
  name: 'editSim',
  title: 'usage:edit.title',
  submit: 'ui:save',
  fields: [
    {
      key: 'data_limit',
      type: 'number',
      label: 'usage:edit.limit',
      hint: 'usage:edit.limitHint',
      ...dataLimits,
      rangeText: text('monitoring.data_limit'),
      clears: true,
    },
    {
      key: 'billing_day',
      type: 'number',
      label: 'usage:edit.billingDay',
      hint: 'usage:edit.billingDayHint',
      required: true,
      min: billingDays.min,
      max: billingDays.max,
      rangeText: text('monitoring.billing_day', { min: billingDays.min, max: billingDays.max }),
    },
  ],
})
