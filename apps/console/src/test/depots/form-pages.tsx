import { form } from '@longreach/contract/forms/fields'
import { FormWindow } from '../../forms/form-window.tsx'
import type { FormPage } from '../../registry/domain.ts'

const newDepotForm = form({
  name: 'newDepot',
  title: 'depots:form.title',
  submit: 'depots:form.submit',
  fields: [{ key: 'name', type: 'text', label: 'depots:form.name', required: true }],
})

export const pages: readonly FormPage[] = [
  {
    form: newDepotForm,
    call: { permission: 'signed-in' },
    Page: () => <FormWindow form={newDepotForm} send={{ url: '/depots' }} />,
  },
]
