import './texts.ts'
import { login, setUp } from '@longreach/contract/account/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { ApiError, messageOf, splitErrors } from '../../api/error.ts'
import { sessionQuery } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { SignInCard } from './sign-in-card.tsx'
import classes from './sign-in-page.module.css'

interface Values {
  email: string
  password: string
}

/** `/set-up#<token>`: the link a new installation prints. Creates its first administrator and signs in. */
export function SetUpPage() {
  const { t } = useTranslation('account')
  const router = useRouter()
  const queryClient = useQueryClient()
  const [general, setGeneral] = useState<readonly string[]>([])
  const form = useForm<Values>({ defaultValues: { email: '', password: '' } })
  const { errors } = form.formState
  const token = location.hash.slice(1)

  const make = useMutation({
    mutationFn: async ({ email, password }: Values) => {
      await call(setUp, { body: { token, email: email.trim(), password } })
      await call(login, { body: { username: email.trim(), password } })
      await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    },
    onSuccess: () => router.navigate({ href: '/', replace: true }),
    onError: (error) => {
      if (!(error instanceof ApiError)) return setGeneral([messageOf(error)])
      const split = splitErrors(error, ['email', 'password'])
      for (const [name, message] of Object.entries(split.byField)) form.setError(name as keyof Values, { message })
      setGeneral(error.errors.length === 0 ? [messageOf(error)] : split.general)
    },
  })
  const submit = form.handleSubmit((values) => {
    setGeneral([])
    make.mutate(values)
  })
  return (
    <SignInCard title={t('setUp.title')}>
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        {general.map((message) => (
          <div key={message} className={classes.problem} role="alert">
            {message}
          </div>
        ))}
        <p className={classes.intro}>{t('setUp.text')}</p>
        <TextField
          label={t('setUp.email')}
          type="email"
          autoComplete="username"
          required
          {...form.register('email')}
          error={errors.email?.message}
        />
        <PasswordField
          label={t('password')}
          autoComplete="new-password"
          required
          hint={t('setUp.passwordHint')}
          {...form.register('password')}
          error={errors.password?.message}
        />
        <Button type="submit" look="primary" busy={make.isPending} className={classes.submit}>
          {t('setUp.submit')}
        </Button>
      </form>
    </SignInCard>
  )
}
