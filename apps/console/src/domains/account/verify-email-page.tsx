import './register-texts.ts'
import { verifyEmail } from '@longreach/contract/account/register-endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { ApiError, messageOf } from '../../api/error.ts'
import { sessionQuery } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { SignInCard } from './sign-in-card.tsx'
import classes from './sign-in-page.module.css'

/** `/verify-email#<token>`: requires a click, so that a link scanner does not use up the token. */
export function VerifyEmailPage() {
  const { t } = useTranslation('register')
  const queryClient = useQueryClient()
  const token = location.hash.slice(1)
  const verify = useMutation({
    mutationFn: () => call(verifyEmail, { body: { token } }),
    onSuccess: () => queryClient.invalidateQueries(sessionQuery),
  })
  if (token === '' || (verify.error instanceof ApiError && verify.error.source === 'token')) {
    return (
      <SignInCard title={t('verify.expiredTitle')}>
        <div className={classes.form} role="status">
          <p className={classes.intro}>{t('verify.expired')}</p>
          <a href="/login" className={classes.aside}>
            {t('signIn')}
          </a>
        </div>
      </SignInCard>
    )
  }
  if (verify.isSuccess) {
    return (
      <SignInCard title={t('verify.doneTitle')}>
        <div className={classes.form} role="status">
          <p className={classes.intro}>{t('verify.done')}</p>
          <Button look="primary" className={classes.submit} onClick={() => location.assign('/')}>
            {t('verify.continue')}
          </Button>
        </div>
      </SignInCard>
    )
  }
  return (
    <SignInCard title={t('verify.title')}>
      <div className={classes.form}>
        {verify.error ? (
          <div className={classes.problem} role="alert">
            {messageOf(verify.error)}
          </div>
        ) : null}
        <p className={classes.intro}>{t('verify.text')}</p>
        <Button
          look="primary"
          autoFocus
          busy={verify.isPending}
          className={classes.submit}
          onClick={() => verify.mutate()}
        >
          {t('verify.submit')}
        </Button>
      </div>
    </SignInCard>
  )
}
