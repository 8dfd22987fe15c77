import './texts.ts'
import { mailStates } from '@longreach/contract/mail/constants'
import { listMailLogs } from '@longreach/contract/mail/endpoints'
import type { MailLog } from '@longreach/contract/mail/schemas'
import { IconMail } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { type ListRules, withFilter } from '../../tables/page/list-state.ts'
import { TablePage } from '../../tables/page/table-page.tsx'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useCan } from '../account/session.ts'
import { mailColumns } from './columns.tsx'
import classes from './mail.module.css'
import { openMail, openRemoveSuppressed } from './open-windows.tsx'

const states = ['all', ...mailStates] as const
const rules: ListRules = {
  sorts: ['created_at', 'email'],
  defaultSort: '-created_at',
  filters: { state: mailStates },
}

/** `/system/mail-logs`: what was mailed to whom, and what became of it. */
export function MailLogsPage() {
  const { t } = useTranslation('mail')
  const [sends, setSends] = useState(true)
  const canRemove = useCan('delete_suppressed_emails')
  const columns = useMemo(() => mailColumns(t, !sends), [t, sends])
  const load = useCallback(async (query: Record<string, unknown>, signal: AbortSignal) => {
    const answer = await call(listMailLogs, { query: query as never }, signal)
    setSends((answer.meta as { sends?: boolean }).sends ?? true)
    return answer
  }, [])
  return (
    <TablePage<MailLog>
      name="mail-logs"
      title={t('title')}
      searchLabel={t('search')}
      columns={columns}
      rules={rules}
      load={load}
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
      filters={(state, change) => (
        <Segmented
          label={t('stateFilter')}
          value={(state.filters.state ?? 'all') as (typeof states)[number]}
          options={states.map((value) => ({ value, label: t(`state.${value}`) }))}
          onChange={(value) => change(withFilter(state, 'state', value === 'all' ? null : value))}
        />
      )}
      empty={{ icon: <IconMail size={22} stroke={1.6} />, title: t('none.title'), text: t('none.text') }}
      failed={t('failed')}
    />
  )
}

function PhoneMail({ row }: { row: MailLog }) {
  const { t } = useTranslation('mail')
  return (
    <div className={classes.lines}>
      <span className={classes.name}>{row.email}</span>
      <span className={classes.second}>
        {t(`state.${row.state}`)} · {row.subject}
      </span>
    </div>
  )
}
