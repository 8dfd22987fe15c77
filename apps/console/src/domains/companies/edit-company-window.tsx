import { updateCompany } from '@longreach/contract/companies/endpoints'
import { type Company, companyChangeSchema } from '@longreach/contract/companies/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { safeParse } from 'zod/mini'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { TextField } from '../../ui/field.tsx'
import { fieldErrors } from '../../ui/form-errors.ts'
import { toast } from '../../ui/toast.ts'
import { useWindow } from '../../windows/use-window.ts'
import { WindowForm } from '../../windows/window-parts.tsx'
import { sessionQuery, useUser } from '../account/session.ts'

/** The name of a company. */
export function EditCompanyWindow({ company }: { company: Pick<Company, 'id' | 'name'> }) {
  const { t } = useTranslation(['companies', 'ui'])
  const client = useQueryClient()
  const user = useUser()
  const { close } = useWindow()
  const [error, setError] = useState<string>()
  const form = useForm<{ name: string }>({ defaultValues: { name: company.name } })
  const submit = form.handleSubmit(async (values) => {
    const name = values.name.trim()
    // Spec §5: nothing is sent.
    if (name === company.name) return toast(t('form.same'))
    const wrong = fieldErrors(safeParse(companyChangeSchema, { name }))
    setError(wrong?.name)
    if (wrong) return
    try {
      await call(updateCompany, { params: { id: company.id }, body: { name } })
    } catch (failure) {
      return setError(messageOf(failure))
    }
    toast(t('form.edited', { name }), 'success')
    void client.invalidateQueries({ queryKey: ['companies'] })
    if (company.id === user.company.id) void client.invalidateQueries(sessionQuery)
    close()
  })
  return (
    <WindowForm onSubmit={() => void submit()} submit={t('ui:save')} busy={form.formState.isSubmitting} errors={[]}>
      <TextField label={t('form.name')} required maxLength={200} {...form.register('name')} error={error} />
    </WindowForm>
  )
}
