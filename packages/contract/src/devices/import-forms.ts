import { form } from '../forms/fields.ts'
import { newDeviceForm } from './forms.ts'

/** A list of new devices. */
export const importFile = { accept: '.csv,.xlsx,text/csv', warnings: true } as const
/** Most rows in a file. */
export const mostImported = 50_000

const fieldOf = <Key extends (typeof newDeviceForm)['fields'][number]['key']>(key: Key) =>
  newDeviceForm.fields.find((field) => field.key === key) as Extract<
    (typeof newDeviceForm)['fields'][number],
    { key: Key }
  >

export const importDevicesForm = form({
  name: 'importDevices',
  title: 'importDevices:title',
  submit: 'importDevices:check',
  groups: { kind: {} },
  fields: [
    fieldOf('company_id'),
    fieldOf('device_series'),
    {
      key: 'file',
      type: 'file',
      label: 'importDevices:file',
      hint: 'importDevices:fileHint',
      required: true,
      ...importFile,
    },
    fieldOf('tag_id'),
    {
      key: 'add_without_password',
      type: 'checkbox',
      label: 'importDevices:withoutPassword',
      hint: 'importDevices:withoutPasswordHint',
      permission: { all: ['invite_users', 'update_users', 'delete_users'] },
    },
  ],
})

/** Validated fields of a row, besides its tags; a row without a password is only identified by its label. */
const rowFields = (['device_series', 'serial', 'mac', 'imei', 'name', 'password_confirmation'] as const).map(fieldOf)

export const importedRowForm = form({ ...newDeviceForm, fields: rowFields })
export const importedLabelForm = form({ ...newDeviceForm, fields: rowFields.slice(0, -1) })
