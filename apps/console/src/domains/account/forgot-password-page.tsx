import './password-texts.ts'
import { forgotPassword } from '@longreach/contract/account/password-endpoints'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { ApiError, messageOf, splitErrors } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { SignInCard } from './sign-in-card.tsx'
import classes from './sign-in-page.module.css'

/** `/forgot-password`: requests a link by mail. The answer is the same whether or not the address has an account. */
export function ForgotPasswordPage() {
  const { t } = useTranslation('password')
  const [general, setGeneral] = useState<readonly string[]>([])
  const form = useForm({ defaultValues: { email: '' } })
  const ask = useMutation({
    mutationFn: async (email: string) => (await call(forgotPassword, { body: { email } })).data,
    onError: (error) => {
      if (!(error instanceof ApiError)) return setGeneral([messageOf(error)])
      const { byField, general } = splitErrors(error, ['email'])
      if (byField.email) form.setError('email', { message: byField.email }, { shouldFocus: true })
      setGeneral(error.errors.length === 0 ? [messageOf(error)] : general)
    },
  })
  const submit = form.handleSubmit(({ email }) => {
    setGeneral([])
    if (email.trim() === '') return form.setError('email', { message: t('forgot.missing') }, { shouldFocus: true })
    ask.mutate(email.trim())
  })
  if (ask.data) {
    return (
      <SignInCard title={t('forgot.askedTitle')}>
        <div className={classes.form} role="status">
          <p className={classes.intro}>{t('forgot.asked', { email: ask.variables })}</p>
          <p className={classes.intro}>{t(ask.data.sends ? 'forgot.wait' : 'forgot.noMail')}</p>
          <BackToSignIn />
        </div>
      </SignInCard>
    )
  }
  return (
    <SignInCard title={t('forgot.title')}>
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        {general.map((message) => (
          <div key={message} className={classes.problem} role="alert">
            {message}
          </div>
        ))}
        <p className={classes.intro}>{t('forgot.text')}</p>
        <TextField
          label={t('forgot.email')}
          type="email"
          autoComplete="username"
          autoFocus
          required
          {...form.register('email')}
          error={form.formState.errors.email?.message}
        />
        <Button type="submit" look="primary" busy={ask.isPending} className={classes.submit}>
          {t('forgot.submit')}
        </Button>
        <BackToSignIn />
      </form>
    </SignInCard>
  )
}

export function BackToSignIn() {
  const { t } = useTranslation('password')
  return (
    <Link to="/login" className={classes.aside}>
      {t('back')}
    </Link>
  )
}
