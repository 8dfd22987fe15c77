import type { MailState } from '@longreach/contract/mail/constants'
import { useTranslation } from 'react-i18next'
import classes from './mail.module.css'

export function StateText({ state }: { state: MailState }) {
  const { t } = useTranslation('mail')
  return (
    <span className={classes.state} data-state={state}>
      {t(`state.${state}`)}
    </span>
  )
}
