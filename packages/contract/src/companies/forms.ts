import { form } from '../forms/fields.ts'

export const companyNameField = {
  key: 'name',
  type: 'name',
  label: 'companies:form.name',
  required: true,
  minlength: 3,
  maxlength: 200,
} as const

/** Parent 0 creates a company of the first level. */
export const newCompanyForm = form({
  name: 'newCompany',
  title: 'companies:add',
  submit: 'companies:form.create',
  fields: [
    companyNameField,
    {
      key: 'parent_id',
      type: 'item',
      component: 'ItemSelect',
      ref: 'company',
      zero: true,
      label: 'companies:form.parent',
      hint: 'companies:form.parentHint',
      required: true,
    },
  ],
})

export const editCompanyForm = form({
  name: 'editCompany',
  title: 'companies:edit',
  submit: 'ui:save',
  fields: [companyNameField],
})

export const moveCompanyForm = form({
  name: 'moveCompany',
  title: 'companies:move.action',
  submit: 'companies:move.confirm',
  fields: [
    { key: 'text', type: 'note', label: 'companies:move.text' },
    {
      key: 'source',
      type: 'item',
      component: 'ItemSelect',
      ref: 'company',
      label: 'companies:move.source',
      required: true,
      resets: ['target'],
    },
    {
      key: 'target',
      type: 'item',
      component: 'ItemSelect',
      ref: 'company',
      zero: true,
      label: 'companies:move.target',
      hint: 'companies:form.parentHint',
      required: true,
    },
  ],
})

export const companyFlagsForm = form({
  name: 'companyFlags',
  title: 'companies:flags.action',
  submit: 'ui:save',
  fields: [
    {
      key: 'show_payment',
      type: 'checkbox',
      label: 'companies:flags.show_payment.label',
      hint: 'companies:flags.show_payment.hint',
    },
    {
      key: 'hide_from_tree',
      type: 'checkbox',
      label: 'companies:flags.hide_from_tree.label',
      hint: 'companies:flags.hide_from_tree.hint',
    },
  ],
})
