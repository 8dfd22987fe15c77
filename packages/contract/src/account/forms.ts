import { companyNameField } from '../companies/forms.ts'
import { form } from '../forms/fields.ts'
import { text } from '../i18n.ts'
import { tokenScopes } from './scopes.ts'

const missing = text('forms.password_required')
const maxPassword = 200

const currentPassword = {
  type: 'password',
  required: true,
  missing,
  maxlength: maxPassword,
  autocomplete: 'current-password',
} as const

/** A new password; the server also refuses weak ones. */
const newPassword = {
  key: 'password',
  type: 'password',
  required: true,
  minlength: 8,
  maxlength: maxPassword,
  autocomplete: 'new-password',
} as const

const email = {
  key: 'email',
  type: 'email',
  required: true,
  missing: text('forms.email_required'),
  maxlength: 200,
  autocomplete: 'email',
} as const

/** The user's own password, as a confirmation of identity. */
export const confirmPasswordForm = form({
  name: 'confirmPassword',
  title: 'forms:password.title',
  submit: 'forms:password.submit',
  fields: [
    { key: 'text', type: 'note', label: 'forms:password.text' },
    { ...currentPassword, key: 'password', label: 'forms:password.label' },
  ],
})

/** A mailed code, if the server asks for another proof of identity. */
export const authenticationCodeForm = form({
  name: 'authenticationCode',
  title: 'forms:code.title',
  submit: 'forms:code.submit',
  fields: [
    {
      key: 'session_code',
      type: 'text',
      label: 'forms:code.label',
      hint: 'forms:code.hint',
      required: true,
      maxlength: 20,
      autocomplete: 'one-time-code',
    },
  ],
})

export const changePasswordForm = form({
  name: 'changePassword',
  title: 'access:password.change',
  submit: 'access:password.change',
  fields: [
    { ...currentPassword, key: 'current_password', label: 'access:password.current' },
    { ...newPassword, label: 'access:password.next', hint: 'access:password.hint' },
  ],
})

export const changeEmailForm = form({
  name: 'changeEmail',
  title: 'access:email.change',
  submit: 'access:email.change',
  fields: [
    { ...email, label: 'access:email.next', hint: 'access:email.hint' },
    { ...currentPassword, key: 'password', label: 'access:password.current' },
  ],
})

/** Longest validity of a token in days, and most tokens of one user. */
export const tokenLimits = { days: 366, count: 50 } as const

/** Days of validity that the console offers. */
const validities = [7, 30, 90, 365] as const

export const newTokenForm = form({
  name: 'newToken',
  title: 'access:new.title',
  submit: 'access:new.create',
  fields: [
    {
      key: 'name',
      type: 'name',
      label: 'access:new.name',
      hint: 'access:new.nameHint',
      required: true,
      maxlength: 100,
    },
    {
      key: 'days',
      type: 'number',
      label: 'access:new.days',
      required: true,
      min: 1,
      max: tokenLimits.days,
      choices: validities.map((value) => ({ value, label: `access:new.validities.${value}` })),
    },
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

/** An address for an account that has none. */
export const requiredEmailForm = form({
  name: 'requiredEmail',
  title: 'register:required.title',
  submit: 'register:required.submit',
  fields: [
    { key: 'text', type: 'note', label: 'register:required.text' },
    { ...email, label: 'register:email' },
  ],
})

/** Creates the first administrator of an installation. */
export const setUpForm = form({
  name: 'setUp',
  title: 'account:setUp.title',
  submit: 'account:setUp.submit',
  fields: [
    { key: 'text', type: 'note', label: 'account:setUp.text' },
    { ...email, label: 'account:setUp.email', autocomplete: 'username' },
    { ...newPassword, label: 'account:password', hint: 'account:setUp.passwordHint' },
  ],
})

export const forgotPasswordForm = form({
  name: 'forgotPassword',
  title: 'password:forgot.title',
  submit: 'password:forgot.submit',
  fields: [
    { key: 'text', type: 'note', label: 'password:forgot.text' },
    { ...email, label: 'password:forgot.email', autocomplete: 'username' },
  ],
})

export const resetPasswordForm = form({
  name: 'resetPassword',
  title: 'password:reset.title',
  submit: 'password:reset.submit',
  fields: [{ ...newPassword, label: 'password:reset.password', hint: 'password:reset.hint' }],
})

const personName = { type: 'text', maxlength: 100 } as const

/** The account of an invitation; `makes_company` is a value of the form that is not sent. */
export const registerForm = form({
  name: 'register',
  title: 'register:title',
  submit: 'register:submit',
  fields: [
    {
      ...companyNameField,
      key: 'company_name',
      label: 'register:company',
      autocomplete: 'organization',
      depends: { key: 'makes_company', is: true },
    },
    {
      key: 'username',
      type: 'text',
      label: 'register:username',
      hint: 'register:usernameHint',
      required: true,
      missing: text('forms.username_required'),
      minlength: 3,
      maxlength: 50,
      // No @ is allowed: a name must not be another user's address.
      pattern: '[A-Za-z0-9._\\-]+',
      patternText: text('forms.username'),
      autocomplete: 'username',
    },
    { ...personName, key: 'first_name', label: 'register:firstName', autocomplete: 'given-name' },
    { ...personName, key: 'last_name', label: 'register:lastName', autocomplete: 'family-name' },
    { ...newPassword, label: 'register:password', hint: 'register:passwordHint' },
  ],
})
