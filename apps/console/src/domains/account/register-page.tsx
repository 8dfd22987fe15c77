import './register-texts.ts'
import { registerForm } from '@longreach/contract/account/forms'
import { readInvitation, register } from '@longreach/contract/account/register-endpoints'
import type { ResponseOf } from '@longreach/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { ApiError, messageOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { FormCard } from './form-card.tsx'
import { SignInCard } from './sign-in-card.tsx'
import classes from './sign-in-page.module.css'

const isSpent = (error: unknown) => error instanceof ApiError && error.source === 'token'

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

type Invitation = ResponseOf<typeof readInvitation>

function Registration({ token, invitation }: { token: string; invitation: Invitation }) {
  const { t } = useTranslation('register')
  const { email, company_name, makes_company, role_title } = invitation
  return (
    <FormCard
      form={registerForm}
      values={{ company_name: company_name ?? '', makes_company }}
      send={(body) => call(register, { body: { ...body, token } })}
      after={(_, { data }) => <AccountCreated email={email} sends={data.sends} />}
      afterError={(error) => (isSpent(error) ? <Spent /> : null)}
      intro={
        <>
          <p className={classes.intro}>
            {makes_company ? t('founder') : t('text', { company: company_name, role: role_title })}
          </p>
          <TextField label={t('email')} type="email" autoComplete="email" readOnly value={email} />
        </>
      }
    />
  )
}

function AccountCreated({ email, sends }: { email: string; sends: boolean }) {
  const { t } = useTranslation('register')
  return (
    <SignInCard title={t('doneTitle')}>
      <div className={classes.form} role="status">
        <p className={classes.intro}>{t('done', { email })}</p>
        {sends ? null : <p className={classes.intro}>{t('noMail')}</p>}
        <ToSignIn />
      </div>
    </SignInCard>
  )
}
