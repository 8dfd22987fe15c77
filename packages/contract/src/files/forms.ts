import { form } from '../forms/fields.ts'
import { uploadRules, uploadTypes } from './constants.ts'
import { imageRules } from './images.ts'

const description = {
  key: 'description',
  type: 'text',
  label: 'files:form.description',
  maxlength: 255,
  clears: true,
} as const

const file = {
  key: 'file',
  type: 'file',
  label: 'files:form.file',
  many: true,
  required: true,
  ...uploadRules,
} as const

const company = {
  key: 'company_id',
  type: 'item',
  component: 'ItemSelect',
  ref: 'company',
  label: 'files:form.company',
  required: true,
} as const

export const newFileForm = form({
  name: 'newFile',
  title: 'files:add',
  submit: 'files:upload',
  fields: [
    company,
    {
      key: 'type',
      type: 'select',
      label: 'files:form.type',
      required: true,
      options: uploadTypes.map((value) => ({ value, label: `files:type.${value}` })),
    },
    file,
    description,
  ],
})

export const newGlobalFileForm = form({
  name: 'newGlobalFile',
  title: 'files:addGlobal',
  submit: 'files:upload',
  fields: [file, description],
})

export const newImageForm = form({
  name: 'newImage',
  title: 'files:images.add',
  submit: 'files:upload',
  fields: [
    company,
    {
      key: 'image',
      type: 'file',
      label: 'files:images.file',
      hint: 'files:images.fileHint',
      many: true,
      required: true,
      ...imageRules,
    },
    description,
  ],
})

export const editFileForm = form({
  name: 'editFile',
  title: 'files:edit',
  submit: 'ui:save',
  fields: [description],
})

export const fileCompaniesForm = form({
  name: 'fileCompanies',
  title: 'files:companies.formTitle',
  submit: 'ui:save',
  fields: [
    {
      key: 'company_id',
      type: 'item',
      component: 'ItemSelect',
      ref: 'company',
      many: true,
      maxItems: 500,
      label: 'files:companies.label',
      hint: 'files:companies.hint',
    },
  ],
})
