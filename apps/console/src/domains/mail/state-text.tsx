import type { MailState } from '@longreach/contract/mail/constants'
import { useTranslation } from 'react-i18next'
import classes from '../../ui/record.module.css'

const tones: Record<MailState, string | undefined> = {
  sent: 'good',
  queued: 'waits',
  bounced: 'bad',
  failed: 'bad',
  suppressed: 'bad',
  unsent: undefined,
}

export function StateText({ state }: { state: MailState }) {
  const { t } = useTranslation('mail')
  return (
    <span className={classes.state} data-tone={tones[state]}>
      {t(`state.${state}`)}
    </span>
  )
}
