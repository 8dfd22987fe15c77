import { form } from '../forms/fields.ts'
import { text } from '../i18n.ts'
import { tokenScopes } from './scopes.ts'

const missing = 'Enter a password'
const longest = 200

export const changePasswordForm = form({
  name: 'changePassword',
  title: 'access:password.change',
  submit: 'access:password.change',
  fields: [
    {
      key: 'current_password',
      type: 'password',
      label: 'access:password.current',
      required: true,
      missing,
      maxlength: longest,
      autocomplete: 'current-password',
    },
    {
      key: 'password',
      type: 'password',
      label: 'access:password.next',
      hint: 'access:password.hint',
      required: true,
      missing,
      minlength: 8,
      maxlength: longest,
    },
  ],
})

export const changeEmailForm = form({
  name: 'changeEmail',
  title: 'access:email.change',
  submit: 'access:email.change',
  fields: [
    {
      key: 'email',
      type: 'email',
      label: 'access:email.next',
      hint: 'access:email.hint',
      required: true,
      missing: text('forms.email'),
      patternText: text('forms.email'),
      autocomplete: 'email',
    },
    {
      key: 'password',
      type: 'password',
      label: 'access:password.current',
      required: true,
      missing,
      maxlength: longest,
      autocomplete: 'current-password',
    },
  ],
})

/** Maximum validity of a token in days, and maximum number of tokens per user. */
export const tokenLimits = { days: 366, count: 50 } as const

export const newTokenForm = form({
  name: 'newToken',
  title: 'access:new.title',
  submit: 'access:new.create',
  fields: [
    {
      key: 'name',
      type: 'text',
      label: 'access:new.name',
      hint: 'access:new.nameHint',
      required: true,
      maxlength: 100,
    },
    { key: 'days', type: 'number', label: 'access:new.days', required: true, min: 1, max: tokenLimits.days },
    {
      key: 'scopes',
      type: 'multiselect',
      label: 'access:new.scopes',
      required: true,
      missing: text('forms.scope_required'),
      options: tokenScopes.map(({ name }) => ({ value: name, label: name })),
      maxItems: tokenScopes.length,
    },
  ],
})
