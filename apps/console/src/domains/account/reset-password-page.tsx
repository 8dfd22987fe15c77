import './password-texts.ts'
import { resetPasswordForm } from '@longreach/contract/account/forms'
import { resetPassword } from '@longreach/contract/account/password-endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { ApiError } from '../../api/error.ts'
import { sessionQuery } from '../../api/session.ts'
import { BackToSignIn } from './forgot-password-page.tsx'
import { FormCard } from './form-card.tsx'
import { SignInCard } from './sign-in-card.tsx'
import classes from './sign-in-page.module.css'

/** `/reset-password#<token>`: the link of the mail. Browsers do not send the part after the #. */
export function ResetPasswordPage() {
  const queryClient = useQueryClient()
  const token = location.hash.slice(1)
  if (token === '') return <ExpiredLink />
  return (
    <FormCard
      form={resetPasswordForm}
      send={(body) => call(resetPassword, { body: { ...body, token } })}
      // All sessions have ended, including the one of this browser.
      onDone={() => queryClient.setQueryData(sessionQuery.queryKey, { kind: 'none' })}
      after={() => <PasswordSet />}
      afterError={(error) => (error instanceof ApiError && error.source === 'token' ? <ExpiredLink /> : null)}
    />
  )
}

function ExpiredLink() {
  const { t } = useTranslation('password')
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

function PasswordSet() {
  const { t } = useTranslation('password')
  return (
    <SignInCard title={t('reset.doneTitle')}>
      <div className={classes.form} role="status">
        <p className={classes.intro}>{t('reset.done')}</p>
        <BackToSignIn />
      </div>
    </SignInCard>
  )
}
