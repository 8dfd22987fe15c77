import './password-texts.ts'
import { resetPassword } from '@longreach/contract/account/password-endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { ApiError, messageOf, splitErrors } from '../../api/error.ts'
import { sessionQuery } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/field.tsx'
import { BackToSignIn } from './forgot-password-page.tsx'
import { SignInCard } from './sign-in-card.tsx'
import classes from './sign-in-page.module.css'

/** `/reset-password#<token>`: the link of the mail. Browsers do not send the part after the #. */
export function ResetPasswordPage() {
  const { t } = useTranslation('password')
  const queryClient = useQueryClient()
  const [general, setGeneral] = useState<readonly string[]>([])
  const form = useForm({ defaultValues: { password: '' } })
  const token = location.hash.slice(1)
  const set = useMutation({
    mutationFn: (password: string) => call(resetPassword, { body: { token, password } }),
    // All sessions ended, including that of this browser.
    onSuccess: () => queryClient.setQueryData(sessionQuery.queryKey, { kind: 'none' }),
    onError: (error) => {
      if (!(error instanceof ApiError)) return setGeneral([messageOf(error)])
      const { byField, general } = splitErrors(error, ['password'])
      if (byField.password) form.setError('password', { message: byField.password }, { shouldFocus: true })
      setGeneral(error.errors.length === 0 ? [messageOf(error)] : general)
    },
  })
  const submit = form.handleSubmit(({ password }) => {
    setGeneral([])
    if (password === '') return form.setError('password', { message: t('reset.missing') }, { shouldFocus: true })
    set.mutate(password)
  })
  if (token === '' || (set.error instanceof ApiError && set.error.source === 'token')) {
    return (
      <SignInCard title={t('reset.expiredTitle')}>
        <div className={classes.form} role="status">
          <p className={classes.intro}>{t('reset.expired')}</p>
          <Link to="/forgot-password" className={classes.aside}>
            {t('reset.again')}
          </Link>
        </div>
      </SignInCard>
    )
  }
  if (set.isSuccess) {
    return (
      <SignInCard title={t('reset.doneTitle')}>
        <div className={classes.form} role="status">
          <p className={classes.intro}>{t('reset.done')}</p>
          <BackToSignIn />
        </div>
      </SignInCard>
    )
  }
  return (
    <SignInCard title={t('reset.title')}>
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        {general.map((message) => (
          <div key={message} className={classes.problem} role="alert">
            {message}
          </div>
        ))}
        <PasswordField
          label={t('reset.password')}
          autoComplete="new-password"
          autoFocus
          required
          hint={t('reset.hint')}
          {...form.register('password')}
          error={form.formState.errors.password?.message}
        />
        <Button type="submit" look="primary" busy={set.isPending} className={classes.submit}>
          {t('reset.submit')}
        </Button>
      </form>
    </SignInCard>
  )
}
