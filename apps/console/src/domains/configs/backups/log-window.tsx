import './texts.ts'
import type { BackupLog, BackupRule } from '@longreach/contract/configs/backup-schemas'
import { IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../../api/error.ts'
import { Button } from '../../../ui/button.tsx'
import { formatApiTime, formatCount } from '../../../ui/format.ts'
import { EmptyState, ErrorState } from '../../../ui/state.tsx'
import { useWindow } from '../../../windows/use-window.ts'
import { WindowActions } from '../../../windows/window-parts.tsx'
import { StateMark } from '../../actions/public/state-mark.ts'
import { logQuery, runsQuery } from './queries.ts'
import classes from './rules.module.css'

const step = 25
const most = 100

export function RuleLogWindow({ rule }: { rule: BackupRule }) {
  const { t } = useTranslation('backups')
  const { close } = useWindow()
  const [limit, setLimit] = useState(step)
  const runs = useQuery(runsQuery(rule.id))
  const log = useQuery(logQuery(rule.id, limit))
  const error = runs.error ?? log.error
  const rows = log.data?.data ?? []
  const total = log.data?.meta.total ?? 0
  return (
    <>
      <div className={classes.body}>
        {error && !log.data ? (
          <ErrorState title={t('log.failed')} {...failureOf(error)} onRetry={() => void log.refetch()} />
        ) : runs.data && runs.data.length === 0 ? (
          <EmptyState
            icon={<IconListDetails size={22} stroke={1.6} />}
            title={t('log.none')}
            text={t('log.noneText')}
          />
        ) : (
          <>
            <h3>{t('log.runs')}</h3>
            <ul className={classes.list}>
              {runs.data?.map((run) => (
                <li key={run.due_at} className={classes.line}>
                  <time>{formatApiTime(run.due_at)}</time>
                  <span>{t(`outcome.${run.outcome}`)}</span>
                  <span>
                    {run.message ?? t('log.done', { done: formatCount(run.done), total: formatCount(run.devices) })}
                  </span>
                </li>
              ))}
            </ul>
            <h3>{t('log.devices')}</h3>
            {log.data && rows.length === 0 ? <p className={classes.quiet}>{t('log.noDevices')}</p> : null}
            <ul className={classes.list}>
              {rows.map((row) => (
                <DeviceLine key={`${row.due_at} ${row.id}`} row={row} />
              ))}
            </ul>
            {total > rows.length && limit < most ? (
              <Button size="small" look="quiet" onClick={() => setLimit(most)}>
                {t('rules.more')}
              </Button>
            ) : null}
          </>
        )}
      </div>
      <WindowActions>
        <Button look="primary" onClick={close}>
          {t('rules.close')}
        </Button>
      </WindowActions>
    </>
  )
}

function DeviceLine({ row: { due_at, state, device_name, message } }: { row: BackupLog }) {
  const { t } = useTranslation('backups')
  return (
    <li className={classes.line}>
      <time>{formatApiTime(due_at)}</time>
      {state === 'left_out' ? null : <StateMark state={state} />}
      <span>{device_name}</span>
      <span>{state === 'left_out' ? `${t('log.leftOut')}: ${message}` : message}</span>
    </li>
  )
}
