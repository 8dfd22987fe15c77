import { form } from '../forms/fields.ts'
import { text } from '../i18n.ts'
import { serialPattern } from '../link/identity.ts'

/** A file with a list of devices. */
export const authorizedFile = { accept: '.csv,.xlsx,text/csv', max: 4 * 1024 * 1024, warnings: true } as const

const fact = { type: 'text', maxlength: 64 } as const

export const authorizeDeviceForm = form({
  name: 'authorizeDevice',
  title: 'authorized:add',
  submit: 'authorized:add',
  groups: { identity: {}, production: {} },
  fields: [
    {
      key: 'serial',
      type: 'text',
      label: 'authorized:columns.serial',
      required: true,
      pattern: serialPattern.source,
      patternText: text('forms.serial'),
      mono: true,
    },
    { key: 'mac', type: 'mac', group: 'identity', label: 'authorized:columns.mac', hint: 'authorized:form.anyMac' },
    {
      key: 'imei',
      type: 'imei',
      group: 'identity',
      label: 'authorized:columns.imei',
      hint: 'authorized:form.anyImei',
      inputmode: 'numeric',
    },
    { key: 'model', ...fact, label: 'authorized:columns.model' },
    { key: 'batch_number', ...fact, group: 'production', label: 'authorized:columns.batch' },
    { key: 'product_code', ...fact, group: 'production', label: 'authorized:columns.product' },
  ],
})

export const authorizeFileForm = form({
  name: 'authorizeFile',
  title: 'authorized:file.title',
  submit: 'authorized:file.submit',
  fields: [
    {
      key: 'file',
      type: 'file',
      label: 'authorized:file.file',
      hint: 'authorized:file.hint',
      required: true,
      ...authorizedFile,
    },
  ],
})
