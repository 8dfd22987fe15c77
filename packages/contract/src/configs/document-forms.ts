import { form } from '../forms/fields.ts'
import { text } from '../i18n.ts'
import { apiSystems } from '../monitoring/template-constants.ts'

/** A document for one system; the limit is many times the size of today's documents. */
export const documentFile = { accept: '.json', max: 32 * 1024 * 1024, warnings: true } as const

export const uploadDocumentForm = form({
  name: 'uploadMulticonfigDoc',
  title: 'documents:form.title',
  submit: 'documents:form.submit',
  fields: [
    {
      key: 'system',
      type: 'select',
      label: 'documents:form.system',
      required: true,
      options: apiSystems.map((value) => ({ value, label: `documents:system.${value}` })),
    },
    {
      key: 'file',
      type: 'file',
      label: 'documents:form.file',
      required: true,
      missing: text('forms.api_document_required'),
      ...documentFile,
    },
    {
      key: 'overwrite',
      type: 'checkbox',
      label: 'documents:form.overwrite',
      hint: 'documents:form.overwriteHint',
    },
  ],
})
