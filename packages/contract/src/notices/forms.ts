import { form } from '../forms/fields.ts'
import { noticeLimits, noticeTypes } from './constants.ts'

const fields = [
  {
    key: 'type',
    type: 'select',
    label: 'notices:form.type',
    required: true,
    options: noticeTypes.map((value) => ({ value, label: `notices:type.${value}` })),
  },
  { key: 'ends_at', type: 'datetime', label: 'notices:form.ends', hint: 'notices:form.endsHint', clears: true },
  {
    key: 'message',
    type: 'textarea',
    label: 'notices:form.message',
    hint: 'notices:form.messageHint',
    required: true,
    maxlength: noticeLimits.message,
    rows: 6,
  },
  { key: 'enabled', type: 'checkbox', label: 'notices:form.enabled' },
] as const

export const newNoticeForm = form({
  name: 'newNotice',
  title: 'notices:add',
  submit: 'notices:add',
  fields,
})

export const editNoticeForm = form({
  name: 'editNotice',
  title: 'notices:form.edit',
  submit: 'notices:form.save',
  fields,
})
