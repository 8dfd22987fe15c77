import { changePassword } from '@longreach/contract/account/access-endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { ApiError, messageOf, splitErrors } from '../../api/error.ts'
import { PasswordField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.ts'
import { useWindow } from '../../windows/use-window.ts'
import { WindowForm } from '../../windows/window-parts.tsx'

const fields = ['current_password', 'password'] as const

export function PasswordWindow() {
  const { t } = useTranslation('access')
  const { close } = useWindow()
  const client = useQueryClient()
  const [general, setGeneral] = useState<readonly string[]>([])
  const form = useForm({ defaultValues: { current_password: '', password: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (body) => {
    setGeneral([])
    const empty = fields.filter((name) => body[name] === '')
    for (const [at, name] of empty.entries()) {
      form.setError(name, { message: t('password.missing') }, { shouldFocus: at === 0 })
    }
    if (empty.length > 0) return
    try {
      await call(changePassword, { body })
    } catch (error) {
      if (!(error instanceof ApiError)) return setGeneral([messageOf(error)])
      const split = splitErrors(error, fields)
      for (const name of fields) {
        const message = split.byField[name]
        if (message) form.setError(name, { message }, { shouldFocus: true })
      }
      return setGeneral(error.errors.length === 0 ? [messageOf(error)] : split.general)
    }
    toast(t('password.changed'), 'success')
    void client.invalidateQueries({ queryKey: ['account'] })
    close()
  })
  return (
    <WindowForm onSubmit={() => void submit()} submit={t('password.change')} busy={isSubmitting} errors={general}>
      <PasswordField
        label={t('password.current')}
        autoComplete="current-password"
        required
        {...form.register('current_password')}
        error={errors.current_password?.message}
      />
      <PasswordField
        label={t('password.next')}
        autoComplete="new-password"
        required
        hint={t('password.hint')}
        {...form.register('password')}
        error={errors.password?.message}
      />
    </WindowForm>
  )
}
