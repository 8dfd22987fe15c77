import { updateAccount } from '@longreach/contract/account/email-endpoints'
import { isEmailAddress } from '@longreach/contract/email'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { ApiError, messageOf, splitErrors } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { useWindow } from '../../windows/use-window.ts'
import { WindowActions, WindowBody, WindowForm } from '../../windows/window-parts.tsx'

const fields = ['email', 'password'] as const

/** Another address for oneself; it holds once the link mailed to it was followed. */
export function EmailWindow() {
  const { t } = useTranslation('access')
  const { close } = useWindow()
  const [general, setGeneral] = useState<readonly string[]>([])
  const [asked, setAsked] = useState<{ email: string; sends: boolean }>()
  const form = useForm({ defaultValues: { email: '', password: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ email, password }) => {
    setGeneral([])
    if (!isEmailAddress(email.trim())) {
      return form.setError('email', { message: t('email.wrong') }, { shouldFocus: true })
    }
    if (password === '') return form.setError('password', { message: t('password.missing') }, { shouldFocus: true })
    try {
      const { data } = await call(updateAccount, { body: { email, password } })
      setAsked({ email: email.trim(), sends: data.sends })
    } catch (error) {
      if (!(error instanceof ApiError)) return setGeneral([messageOf(error)])
      const split = splitErrors(error, fields)
      for (const name of fields) {
        const message = split.byField[name]
        if (message) form.setError(name, { message }, { shouldFocus: true })
      }
      setGeneral(error.errors.length === 0 ? [messageOf(error)] : split.general)
    }
  })
  if (asked) {
    return (
      <>
        <WindowBody>
          <p role="status">{t(asked.sends ? 'email.sent' : 'email.noMail', { email: asked.email })}</p>
        </WindowBody>
        <WindowActions>
          <Button onClick={close}>{t('new.done')}</Button>
        </WindowActions>
      </>
    )
  }
  return (
    <WindowForm onSubmit={() => void submit()} submit={t('email.change')} busy={isSubmitting} errors={general}>
      <TextField
        label={t('email.next')}
        type="email"
        autoComplete="email"
        required
        hint={t('email.hint')}
        {...form.register('email')}
        error={errors.email?.message}
      />
      <PasswordField
        label={t('password.current')}
        autoComplete="current-password"
        required
        {...form.register('password')}
        error={errors.password?.message}
      />
    </WindowForm>
  )
}
