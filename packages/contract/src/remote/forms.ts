import { type Condition, form } from '../forms/fields.ts'
import { text } from '../i18n.ts'
import { credentialLimits, openProtocols, sessionDurations, sessionLimits } from './constants.ts'

const device = {
  key: 'device_id',
  type: 'item',
  component: 'ItemSelect',
  ref: 'device',
  label: 'remote:form.device',
  placeholder: 'remote:form.findDevice',
  required: true,
} as const

const target = [
  {
    key: 'name',
    type: 'text',
    label: 'remote:form.name',
    hint: 'remote:form.nameHint',
    required: true,
    minlength: 3,
    maxlength: 50,
    pattern: '[A-Za-z0-9_\\- ]+',
    patternText: text('forms.name_characters'),
  },
  {
    key: 'protocol',
    type: 'select',
    group: 'target',
    width: 'small',
    label: 'remote:form.protocol',
    required: true,
    options: openProtocols.map((value) => ({ value, label: `remote:protocol.${value}` })),
  },
  {
    key: 'destination_ip',
    type: 'host',
    group: 'target',
    label: 'remote:form.destination',
    hint: 'remote:form.destinationHint',
    required: true,
    maxlength: 253,
  },
  {
    key: 'destination_port',
    type: 'number',
    group: 'target',
    width: 'small',
    label: 'remote:form.port',
    required: true,
    min: 1,
    max: 65_535,
  },
  { key: 'credentials_required', type: 'checkbox', label: 'remote:form.asked' },
] as const

const stored: Condition = { key: 'credentials_required', is: false }
const storedFor = (...more: Condition[]): Condition => ({ all: [stored, ...more] })

const username = {
  key: 'username',
  type: 'text',
  group: 'credentials',
  label: 'remote:form.username',
  maxlength: credentialLimits.username,
  autocomplete: 'off',
} as const
const password = {
  key: 'password',
  type: 'password',
  group: 'credentials',
  label: 'remote:form.password',
  maxlength: credentialLimits.password,
} as const

/** Stored credentials; `has_password` is a value of the form that is not sent. */
const credentials = [
  {
    key: 'ssh_hint',
    type: 'hint',
    group: 'credentials',
    label: 'remote:form.sshHint',
    depends: storedFor({ key: 'protocol', is: 'ssh' }),
  },
  {
    key: 'web_hint',
    type: 'hint',
    group: 'credentials',
    label: 'remote:form.webHint',
    depends: storedFor({ key: 'protocol', not: 'ssh' }),
  },
  { ...username, depends: stored },
  { ...password, depends: stored },
  {
    key: 'stored_hint',
    type: 'hint',
    group: 'credentials',
    label: 'remote:form.passwordHint',
    depends: storedFor({ key: 'has_password', not: true }),
  },
  {
    key: 'kept_hint',
    type: 'hint',
    group: 'credentials',
    label: 'remote:form.passwordKept',
    depends: storedFor({ key: 'has_password', is: true }),
  },
] as const

const groups = { target: {}, credentials: { label: 'remote:form.credentials' } }

export const newRemoteAccessForm = form({
  name: 'newRemoteAccess',
  title: 'remote:form.addTitle',
  submit: 'remote:add',
  groups,
  fields: [device, ...target, ...credentials],
})

/** A new entry for a given device. */
export const newDeviceAccessForm = form({
  ...newRemoteAccessForm,
  fields: [{ key: 'device_id', type: 'hidden', ref: 'device', required: true }, ...target, ...credentials],
})

export const editRemoteAccessForm = form({
  name: 'editRemoteAccess',
  title: 'remote:edit',
  submit: 'ui:save',
  groups,
  fields: [
    ...target,
    ...credentials,
    {
      key: 'forget',
      type: 'checkbox',
      group: 'credentials',
      label: 'remote:form.forget',
      depends: storedFor({ key: 'has_password', is: true }),
    },
  ],
})

const asksCredentials: Condition = { key: 'asks_credentials', is: true }

/** Duration, and the credentials of a target that asks for them each time. */
export const openRemoteAccessForm = form({
  name: 'openRemoteAccess',
  title: 'remote:connect',
  submit: 'remote:open.submit',
  groups: { credentials: {} },
  fields: [
    {
      key: 'duration',
      type: 'number',
      label: 'remote:open.duration',
      required: true,
      min: sessionLimits.shortest,
      max: sessionLimits.longest,
      choices: sessionDurations.map((value) => ({ value, label: `remote:open.durations.${value}` })),
    },
    { ...username, depends: asksCredentials },
    { ...password, hint: 'remote:open.hint', autocomplete: 'off', depends: asksCredentials },
  ],
})
