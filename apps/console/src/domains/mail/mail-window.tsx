import type { MailLog } from '@longreach/contract/mail/schemas'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { formatApiTime } from '../../ui/format.ts'
import record from '../../ui/record.module.css'
import { useWindow } from '../../windows/use-window.ts'
import { WindowActions, WindowBody } from '../../windows/window-parts.tsx'
import classes from './mail.module.css'
import { templateName } from './mails-list.tsx'
import { openRemoveSuppressed } from './open-windows.tsx'
import { StateText } from './state-text.tsx'

export function MailWindow({ mail }: { mail: MailLog }) {
  const { t } = useTranslation(['mail', 'ui'])
  const { close } = useWindow()
  const canAllow = useCan('delete_suppressed_emails') && mail.suppressed
  const facts: [string, ReactNode][] = [
    [t('columns.email'), mail.email],
    [t('columns.time'), formatApiTime(mail.created_at)],
    [t('columns.template'), templateName(t, mail)],
    [t('columns.company'), mail.company_name],
    [t('columns.state'), <StateText key="state" state={mail.state} />],
    [t('columns.attempts'), mail.attempts],
    [t('columns.response'), mail.response ?? '–'],
  ]
  return (
    <>
      <WindowBody>
        <dl className={record.facts}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {mail.link ? (
          <div className={classes.linkBox}>
            <span className={`${classes.wholeLink} mono`}>{mail.link}</span>
            <CopyButton text={mail.link} />
          </div>
        ) : null}
      </WindowBody>
      <WindowActions>
        {canAllow ? <Button onClick={() => openRemoveSuppressed(mail.email)}>{t('suppress.action')}</Button> : null}
        <Button look="primary" onClick={close}>
          {t('ui:close')}
        </Button>
      </WindowActions>
    </>
  )
}
