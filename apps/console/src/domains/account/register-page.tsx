import './register-texts.ts'
import { readInvitation, register, registrationSchema } from '@longreach/contract/account/register-endpoints'
import type { ResponseOf } from '@longreach/contract/endpoint'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { safeParse } from 'zod/mini'
import { call } from '../../api/call.ts'
import { ApiError, messageOf, splitErrors } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { fieldErrors } from '../../ui/form-errors.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { SignInCard } from './sign-in-card.tsx'
import classes from './sign-in-page.module.css'

const isSpent = (error: Error | null) => error instanceof ApiError && error.source === 'token'

/** `/register#<token>`: the link of an invitation. Browsers do not send the part after the #. */
export function RegisterPage() {
  const { t } = useTranslation(['register', 'ui'])
  const token = location.hash.slice(1)
  const invitation = useQuery({
    queryKey: ['account', 'invitation', token],
    queryFn: async ({ signal }) => (await call(readInvitation, { body: { token } }, signal)).data,
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (token === '' || isSpent(invitation.error)) return <Spent />
  if (invitation.data) return <Registration token={token} invitation={invitation.data} />
  return (
    <SignInCard title={t('title')}>
      {invitation.error ? (
        <div className={classes.form}>
          <div className={classes.problem} role="alert">
            {messageOf(invitation.error)}
          </div>
          <Button onClick={() => void invitation.refetch()}>{t('ui:retry')}</Button>
        </div>
      ) : (
        <Spinner size={22} />
      )}
    </SignInCard>
  )
}

function Spent() {
  const { t } = useTranslation('register')
  return (
    <SignInCard title={t('expiredTitle')}>
      <div className={classes.form} role="status">
        <p className={classes.intro}>{t('expired')}</p>
        <ToSignIn />
      </div>
    </SignInCard>
  )
}

function ToSignIn() {
  const { t } = useTranslation('register')
  return (
    <Link to="/login" className={classes.aside}>
      {t('signIn')}
    </Link>
  )
}

type Invited = ResponseOf<typeof readInvitation>
const empty = { company_name: '', username: '', first_name: '', last_name: '', password: '' }
type Values = typeof empty
const fields = Object.keys(empty) as (keyof Values)[]

function Registration({ token, invitation }: { token: string; invitation: Invited }) {
  const { t } = useTranslation('register')
  const { email, company_name, makes_company, role_title } = invitation
  const [general, setGeneral] = useState<readonly string[]>([])
  const form = useForm<Values>({ defaultValues: { ...empty, company_name: company_name ?? '' } })
  const { errors } = form.formState
  const setErrors = (found: Partial<Record<string, string>>) => {
    for (const [at, name] of fields.filter((one) => found[one]).entries()) {
      form.setError(name, { message: found[name] as string }, { shouldFocus: at === 0 })
    }
  }
  const make = useMutation({
    mutationFn: async ({ company_name: name, ...values }: Values) => {
      const body = { token, ...values, ...(makes_company ? { company_name: name } : {}) }
      return (await call(register, { body })).data
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return setGeneral([messageOf(error)])
      const split = splitErrors(error, fields)
      setErrors(split.byField)
      setGeneral(error.errors.length === 0 ? [messageOf(error)] : split.general)
    },
  })
  const submit = form.handleSubmit((values) => {
    setGeneral([])
    const missing = {
      ...(makes_company && values.company_name.trim() === '' ? { company_name: t('companyMissing') } : {}),
      ...(values.username.trim() === '' ? { username: t('usernameMissing') } : {}),
      ...(values.password === '' ? { password: t('passwordMissing') } : {}),
    }
    const { company_name: name, ...rest } = values
    const wrong = fieldErrors(
      safeParse(registrationSchema, { token, ...rest, ...(makes_company ? { company_name: name } : {}) }),
    )
    const found = { ...wrong, ...missing }
    if (Object.keys(found).length > 0) return setErrors(found)
    make.mutate(values)
  })
  if (isSpent(make.error)) return <Spent />
  if (make.data) {
    return (
      <SignInCard title={t('doneTitle')}>
        <div className={classes.form} role="status">
          <p className={classes.intro}>{t('done', { email })}</p>
          {make.data.sends ? null : <p className={classes.intro}>{t('noMail')}</p>}
          <ToSignIn />
        </div>
      </SignInCard>
    )
  }
  return (
    <SignInCard title={t('title')}>
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        {general.map((message) => (
          <div key={message} className={classes.problem} role="alert">
            {message}
          </div>
        ))}
        <p className={classes.intro}>
          {makes_company ? t('founder') : t('text', { company: company_name, role: role_title })}
        </p>
        {makes_company ? (
          <TextField
            label={t('company')}
            required
            autoComplete="organization"
            maxLength={200}
            {...form.register('company_name')}
            error={errors.company_name?.message}
          />
        ) : null}
        <TextField label={t('email')} type="email" autoComplete="email" readOnly value={email} />
        <TextField
          label={t('username')}
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={50}
          hint={t('usernameHint')}
          {...form.register('username')}
          error={errors.username?.message}
        />
        <TextField
          label={t('firstName')}
          autoComplete="given-name"
          maxLength={100}
          {...form.register('first_name')}
          error={errors.first_name?.message}
        />
        <TextField
          label={t('lastName')}
          autoComplete="family-name"
          maxLength={100}
          {...form.register('last_name')}
          error={errors.last_name?.message}
        />
        <PasswordField
          label={t('password')}
          required
          autoComplete="new-password"
          hint={t('passwordHint')}
          {...form.register('password')}
          error={errors.password?.message}
        />
        <Button type="submit" look="primary" busy={make.isPending} className={classes.submit}>
          {t('submit')}
        </Button>
      </form>
    </SignInCard>
  )
}
