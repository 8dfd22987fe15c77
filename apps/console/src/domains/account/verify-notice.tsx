import './register-texts.ts'
import { sendVerification } from '@longreach/contract/account/email-endpoints'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import classes from './verify-notice.module.css'

/** Options of a user whose address is not verified yet. */
export function VerifyNotice() {
  const { t } = useTranslation('register')
  const send = useMutation({ mutationFn: async () => (await call(sendVerification, {})).data })
  return (
    <div className={classes.notice}>
      <div className={classes.actions}>
        <Button look="primary" onClick={() => location.reload()}>
          {t('notice.again')}
        </Button>
        <Button busy={send.isPending} onClick={() => send.mutate()}>
          {t('notice.resend')}
        </Button>
      </div>
      <p role="status">{send.data ? t(send.data.sends ? 'notice.sent' : 'noMail') : null}</p>
      {send.error ? (
        <p role="alert" className={classes.failed}>
          {t('notice.failed', { reason: messageOf(send.error) })}
        </p>
      ) : null}
    </div>
  )
}
