import { form } from '../forms/fields.ts'

export const editFileForm = form({
  name: 'editFile',
  title: 'files:edit',
  submit: 'ui:save',
  fields: [
    {
      key: 'description',
      type: 'text',
      label: 'files:form.description',
      maxlength: 255,
      clears: true,
    },
  ],
})
