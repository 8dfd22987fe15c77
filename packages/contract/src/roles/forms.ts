import { form } from '../forms/fields.ts'
import { text } from '../i18n.ts'

const title = {
  key: 'title',
  type: 'name',
  label: 'roles:form.title',
  required: true,
  minlength: 2,
  maxlength: 100,
} as const
const description = {
  key: 'description',
  type: 'text',
  label: 'roles:form.description',
  maxlength: 255,
  clears: true,
} as const
/** Ids of the catalogue, `GET /roles/permissions`. */
const permissions = {
  key: 'permission_id',
  type: 'item',
  component: 'PermissionList',
  many: true,
  maxItems: 500,
  label: 'roles:form.permissions',
  required: true,
  missing: text('forms.permission_required'),
} as const

export const newRoleForm = form({
  name: 'newRole',
  title: 'roles:add',
  submit: 'roles:add',
  fields: [
    title,
    description,
    {
      key: 'company_id',
      type: 'item',
      component: 'ItemSelect',
      ref: 'company',
      many: true,
      maxItems: 100,
      label: 'roles:form.companies',
      hint: 'roles:form.companiesHint',
      required: true,
      missing: text('forms.company_required_many'),
    },
    permissions,
  ],
})

export const editRoleForm = form({
  name: 'editRole',
  title: 'roles:edit',
  submit: 'ui:save',
  fields: [title, description, permissions],
})
