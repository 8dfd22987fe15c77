import { deleteSuppressedEmail } from '@longreach/contract/mail/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { safeParse } from 'zod/mini'
import { call } from '../../api/call.ts'
import { ApiError, messageOf } from '../../api/error.ts'
import { TextField } from '../../ui/field.tsx'
import { fieldErrors } from '../../ui/form-errors.ts'
import { toast } from '../../ui/toast.ts'
import { useWindow } from '../../windows/use-window.ts'
import { WindowForm } from '../../windows/window-parts.tsx'

/** Lets an address that bounced get mails again. */
export function SuppressedWindow({ email }: { email: string }) {
  const { t } = useTranslation('mail')
  const client = useQueryClient()
  const { close } = useWindow()
  const [general, setGeneral] = useState<readonly string[]>([])
  const form = useForm({ defaultValues: { email } })
  const refuse = (message: string) => form.setError('email', { message }, { shouldFocus: true })
  const submit = form.handleSubmit(async (values) => {
    setGeneral([])
    const params = { email: values.email.trim() }
    const wrong = deleteSuppressedEmail.params && fieldErrors(safeParse(deleteSuppressedEmail.params, params))
    if (wrong?.email) return refuse(wrong.email)
    try {
      await call(deleteSuppressedEmail, { params })
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return refuse(t('suppress.missing'))
      return setGeneral([messageOf(error)])
    }
    toast(t('suppress.done'), 'success')
    void client.invalidateQueries({ queryKey: ['mail-logs'] })
    close()
  })
  return (
    <WindowForm
      onSubmit={() => void submit()}
      submit={t('suppress.submit')}
      busy={form.formState.isSubmitting}
      errors={general}
    >
      <p>{t('suppress.text')}</p>
      <TextField
        label={t('suppress.email')}
        type="email"
        required
        {...form.register('email')}
        error={form.formState.errors.email?.message}
      />
    </WindowForm>
  )
}
