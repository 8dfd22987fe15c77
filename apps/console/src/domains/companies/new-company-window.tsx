import { createCompany } from '@longreach/contract/companies/endpoints'
import { type Company, companyLevels, newCompanySchema } from '@longreach/contract/companies/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { safeParse } from 'zod/mini'
import { call } from '../../api/call.ts'
import { ApiError, messageOf, splitErrors } from '../../api/error.ts'
import { TextField } from '../../ui/field.tsx'
import { fieldErrors } from '../../ui/form-errors.ts'
import { toast } from '../../ui/toast.ts'
import { useWindow } from '../../windows/use-window.ts'
import { WindowForm } from '../../windows/window-parts.tsx'
import { useCan, useUser } from '../account/session.ts'
import { ParentPicker } from './parent-picker.tsx'

interface Values {
  name: string
  parent_id: string
}

const fields = ['name', 'parent_id'] as const

/** The parent that is likeliest: the one asked for, the first level for who may make it, the own company. */
function useParent(parent: Pick<Company, 'id' | 'name'> | null) {
  const { company } = useUser()
  const platform = useCan('super_admin')
  const own = company.level > 0 && company.level < companyLevels ? company : null
  const chosen = parent ?? own
  return { chosen, first: chosen ? String(chosen.id) : platform ? '0' : '' }
}

export function NewCompanyWindow({ parent }: { parent: Pick<Company, 'id' | 'name'> | null }) {
  const { t } = useTranslation('companies')
  const client = useQueryClient()
  const { close } = useWindow()
  const { chosen, first } = useParent(parent)
  const [general, setGeneral] = useState<readonly string[]>([])
  const form = useForm<Values>({ defaultValues: { name: '', parent_id: first } })
  const { errors, isSubmitting } = form.formState
  const setErrors = (found: Record<string, string>) => {
    for (const [at, [name, message]] of Object.entries(found).entries()) {
      form.setError(name as keyof Values, { message }, { shouldFocus: at === 0 })
    }
  }
  const submit = form.handleSubmit(async (values) => {
    setGeneral([])
    const body = { name: values.name, parent_id: values.parent_id === '' ? Number.NaN : Number(values.parent_id) }
    const wrong = fieldErrors(safeParse(newCompanySchema, body))
    if (wrong) return setErrors(wrong)
    try {
      await call(createCompany, { body })
    } catch (error) {
      if (!(error instanceof ApiError)) return setGeneral([messageOf(error)])
      const split = splitErrors(error, fields)
      setErrors(split.byField)
      return setGeneral(error.errors.length === 0 ? [messageOf(error)] : split.general)
    }
    toast(t('form.created', { name: values.name.trim() }), 'success')
    void client.invalidateQueries({ queryKey: ['companies'] })
    close()
  })
  return (
    <WindowForm onSubmit={() => void submit()} submit={t('form.create')} busy={isSubmitting} errors={general}>
      <TextField
        label={t('form.name')}
        required
        maxLength={200}
        {...form.register('name')}
        error={errors.name?.message}
      />
      <ParentPicker
        label={t('form.parent')}
        value={form.watch('parent_id') || null}
        chosen={chosen}
        error={errors.parent_id?.message}
        onChange={(id) => {
          form.setValue('parent_id', id)
          form.clearErrors('parent_id')
        }}
      />
    </WindowForm>
  )
}
