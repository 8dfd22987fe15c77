import { form } from '../forms/fields.ts'
import { text } from '../i18n.ts'

/** Most addresses per invitation. */
export const mostAddresses = 50

/** Form `newUser` of the specification. */
export const inviteForm = form({
  name: 'newUser',
  title: 'invitations:invite',
  submit: 'invitations:form.submit',
  fields: [
    {
      key: 'company_id',
      type: 'item',
      component: 'ItemSelect',
      ref: 'company',
      zero: true,
      label: 'invitations:form.company',
      required: true,
      missing: text('forms.company_required'),
    },
    {
      key: 'email',
      type: 'email',
      component: 'ListInput',
      label: 'invitations:form.emails',
      hint: 'invitations:form.emailsHint',
      required: true,
      missing: text('forms.address_required'),
      maxItems: mostAddresses,
      noDupes: true,
      showCsvUpload: true,
    },
    {
      key: 'role_id',
      type: 'item',
      component: 'ItemSelect',
      ref: 'role',
      label: 'invitations:form.role',
    },
  ],
})

export const inviteCompanyForm = form({
  name: 'inviteNewCompany',
  title: 'invitations:founder.title',
  submit: 'invitations:founder.submit',
  fields: [
    { key: 'text', type: 'note', label: 'invitations:founder.text' },
    {
      key: 'email',
      type: 'email',
      label: 'invitations:founder.email',
      required: true,
      maxlength: 200,
    },
    {
      key: 'name',
      type: 'name',
      label: 'invitations:founder.name',
      hint: 'invitations:founder.nameHint',
      minlength: 3,
      maxlength: 200,
    },
  ],
})

export const editUserRoleForm = form({
  name: 'editUserRole',
  title: 'users:role.title',
  submit: 'ui:save',
  fields: [
    {
      key: 'role_id',
      type: 'item',
      component: 'ItemSelect',
      ref: 'role',
      label: 'users:role.label',
      required: true,
      missing: text('forms.role_required'),
    },
  ],
})

export const moveUsersForm = form({
  name: 'moveUsers',
  title: 'users:move.windowTitle',
  submit: 'users:move.submit',
  fields: [
    {
      key: 'company_id',
      type: 'item',
      component: 'ItemSelect',
      ref: 'company',
      zero: true,
      label: 'users:move.company',
      required: true,
      missing: text('forms.company_required'),
      // The company decides whether a role is required, and which roles there are.
      resets: ['role_id'],
    },
    // Replaces roles that the company does not have.
    { key: 'role_id', type: 'item', component: 'ItemSelect', ref: 'role', label: 'users:move.role' },
  ],
})

export const deleteUserForm = form({
  name: 'deleteUser',
  title: 'users:byEmail.title',
  submit: 'users:byEmail.submit',
  fields: [
    { key: 'text', type: 'note', label: 'users:byEmail.text' },
    {
      key: 'email',
      type: 'email',
      label: 'users:byEmail.email',
      required: true,
      maxlength: 200,
      autocomplete: 'off',
    },
  ],
})
