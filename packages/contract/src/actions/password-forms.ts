import { form } from '../forms/fields.ts'
import { text } from '../i18n.ts'
import { passwordFile, passwordLimits } from './constants.ts'

const { length, pattern } = passwordLimits

const showPassword = {
  key: 'show_password',
  type: 'checkbox',
  label: 'passwords:show',
  hint: 'passwords:showHint',
} as const

export const generatePasswordsForm = form({
  name: 'generatePasswords',
  title: 'passwords:generate.title',
  submit: 'passwords:generate.submit',
  fields: [
    {
      key: 'length',
      type: 'number',
      label: 'passwords:generate.length',
      hint: 'passwords:generate.lengthHint',
      required: true,
      min: length.min,
      max: length.max,
    },
    { key: 'use_special', type: 'checkbox', label: 'passwords:generate.special', trueValue: 1, falseValue: 0 },
  ],
})

export const setPasswordForm = form({
  name: 'setPassword',
  title: 'passwords:set.title',
  submit: 'passwords:set.submit',
  fields: [
    {
      key: 'password',
      type: 'password',
      label: 'passwords:set.password',
      required: true,
      minlength: length.min,
      maxlength: length.max,
      pattern,
      patternText: text('forms.device_password_symbols'),
      autocomplete: 'off',
    },
    {
      key: 'password_confirmation',
      type: 'password',
      label: 'passwords:set.confirmation',
      required: true,
      maxlength: length.max,
      autocomplete: 'off',
    },
    showPassword,
  ],
})

export const uploadPasswordsForm = form({
  name: 'uploadPasswords',
  title: 'passwords:upload.title',
  submit: 'passwords:upload.submit',
  fields: [
    {
      key: 'file',
      type: 'file',
      label: 'passwords:upload.file',
      hint: 'passwords:upload.hint',
      required: true,
      ...passwordFile,
    },
    showPassword,
  ],
})
