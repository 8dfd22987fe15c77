import { form } from '../forms/fields.ts'

const looks = [
  {
    key: 'name',
    type: 'text',
    label: 'tags:form.name',
    required: true,
    missing: 'Wants a name',
    minlength: 3,
    maxlength: 100,
  },
  { key: 'description', type: 'text', label: 'tags:form.description', maxlength: 200, clears: true },
  { key: 'color', type: 'color', label: 'tags:form.color' },
] as const

export const newTagForm = form({
  name: 'newTag',
  permission: 'create_tags',
  title: 'tags:add',
  submit: 'tags:add',
  fields: [
    {
      key: 'company_id',
      type: 'item',
      component: 'ItemSelect',
      ref: 'company',
      label: 'tags:form.company',
      hint: 'tags:form.companyHint',
      required: true,
      missing: 'Choose a company',
    },
    ...looks,
  ],
})

export const editTagForm = form({
  name: 'editTag',
  permission: 'update_tags',
  title: 'tags:edit',
  submit: 'ui:save',
  fields: looks,
})
