import './password-texts.ts'
import { forgotPasswordForm } from '@longreach/contract/account/forms'
import { forgotPassword } from '@longreach/contract/account/password-endpoints'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { FormCard } from './form-card.tsx'
import { SignInCard } from './sign-in-card.tsx'
import classes from './sign-in-page.module.css'

/** `/forgot-password`: requests a link by mail. The response is the same whether or not the address has an account. */
export function ForgotPasswordPage() {
  return (
    <FormCard
      form={forgotPasswordForm}
      send={(body) => call(forgotPassword, { body })}
      after={({ email }, { data }) => <LinkRequested email={email} sends={data.sends} />}
    >
      <BackToSignIn />
    </FormCard>
  )
}

function LinkRequested({ email, sends }: { email: string; sends: boolean }) {
  const { t } = useTranslation('password')
  return (
    <SignInCard title={t('forgot.askedTitle')}>
      <div className={classes.form} role="status">
        <p className={classes.intro}>{t('forgot.asked', { email })}</p>
        <p className={classes.intro}>{t(sends ? 'forgot.wait' : 'forgot.noMail')}</p>
        <BackToSignIn />
      </div>
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
