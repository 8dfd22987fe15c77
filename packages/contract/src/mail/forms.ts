import { form } from '../forms/fields.ts'

/** Spelled as in the specification. */
export const removeSuppressedForm = form({
  name: 'removeFromSuppresionList',
  title: 'mail:suppress.title',
  submit: 'mail:suppress.submit',
  fields: [
    { key: 'text', type: 'note', label: 'mail:suppress.text' },
    {
      key: 'email',
      type: 'email',
      label: 'mail:suppress.email',
      required: true,
      maxlength: 200,
    },
  ],
})
