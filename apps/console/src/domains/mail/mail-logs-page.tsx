import './texts.ts'
import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { TablePage } from '../../tables/table-page.tsx'
import { Button } from '../../ui/button.tsx'
import classes from '../../ui/record.module.css'
import { mailTable } from './mails-list.tsx'
import { openMail, openRemoveSuppressed } from './open-windows.tsx'

const noLinks = ['link']

/** `/system/mail-logs`: sent mails, their recipients and outcomes. */
export function MailLogsPage() {
  const { t } = useTranslation('mail')
  const [sends, setSends] = useState(true)
  const canRemove = useCan('delete_suppressed_emails')
  return (
    <TablePage
      table={mailTable}
      // Without a mail server an administrator passes the links on.
      without={sends ? noLinks : undefined}
      title={t('title')}
      searchLabel={t('search')}
      onMeta={(meta) => setSends((meta as { sends?: boolean }).sends !== false)}
      onOpen={openMail}
      countText={(count, formatted) => t('total', { count, formatted })}
      action={canRemove ? <Button onClick={() => openRemoveSuppressed()}>{t('suppress.action')}</Button> : null}
      notice={
        sends ? null : (
          <p className={classes.notice} role="status">
            {t('noServer')}
          </p>
        )
      }
      empty={{ icon: <IconMail size={22} stroke={1.6} />, title: t('none.title'), text: t('none.text') }}
      failed={t('failed')}
    />
  )
}
