import './texts.ts'
import { mailStates } from '@longreach/contract/mail/constants'
import { exportMailLogs, listMailLogs } from '@longreach/contract/mail/endpoints'
import type { MailLog } from '@longreach/contract/mail/schemas'
import { IconMail } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import cells from '../../tables/cells.module.css'
import { choiceField, madeField } from '../../tables/filters/field.ts'
import type { ListSpec } from '../../tables/list-source.ts'
import { TablePage } from '../../tables/table-page.tsx'
import { Button } from '../../ui/button.tsx'
import classes from '../../ui/record.module.css'
import { companyField } from '../companies/public/company-field.ts'
import { mailColumns } from './columns.tsx'
import { openMail, openRemoveSuppressed } from './open-windows.tsx'

const spec: ListSpec = { name: 'mail-logs', list: listMailLogs, download: exportMailLogs, defaultSort: '-created_at' }

/** `/system/mail-logs`: sent mails, their recipients and outcomes. */
export function MailLogsPage() {
  const { t } = useTranslation('mail')
  const [sends, setSends] = useState(true)
  const canRemove = useCan('delete_suppressed_emails')
  const columns = useMemo(() => mailColumns(t, !sends), [t, sends])
  const filters = useMemo(
    () => [
      choiceField('state', t('stateFilter'), mailStates, (state) => t(`state.${state}`), {
        many: true,
        not: true,
      }),
      companyField(t('columns.company')),
      madeField(t('columns.time')),
    ],
    [t],
  )
  return (
    <TablePage<MailLog>
      spec={spec}
      title={t('title')}
      searchLabel={t('search')}
      columns={columns}
      filters={filters}
      onMeta={(meta) => setSends((meta as { sends?: boolean }).sends !== false)}
      nameOf={(row) => `${row.email} ${row.subject}`}
      onOpen={openMail}
      phoneRow={(row) => <PhoneMail row={row} />}
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

function PhoneMail({ row }: { row: MailLog }) {
  const { t } = useTranslation('mail')
  return (
    <div className={cells.lines}>
      <span className={cells.name}>{row.email}</span>
      <span className={cells.second}>
        {t(`state.${row.state}`)} · {row.subject}
      </span>
    </div>
  )
}
