import { IconBolt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../../api/error.ts'
import { Ago } from '../../ui/ago.tsx'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { EmptyState, ErrorState } from '../../ui/state.tsx'
import { kindTitle } from './kind-title.ts'
import classes from './list.module.css'
import { ProgressLine } from './progress-line.tsx'
import { openActionStatus } from './public/open-windows.tsx'
import { type ActionsShown, actionsQuery } from './queries.ts'

const step = 25
const most = 100
const choices = ['all', 'own', 'active'] as const

/** Recent actions, newest first; each opens the window that follows it. */
export function RecentActionsWindow({ deviceId }: { deviceId: number | null }) {
  const { t } = useTranslation('actions')
  const [shown, setShown] = useState<ActionsShown>('all')
  const [limit, setLimit] = useState(step)
  const { data, error, refetch } = useQuery(actionsQuery(shown, limit, deviceId))
  const rows = data?.data ?? []
  const total = data?.meta.total ?? 0
  return (
    <>
      <div className={classes.tools}>
        <Segmented
          label={t('list.show')}
          value={shown}
          options={choices.map((value) => ({ value, label: t(`list.${value}`) }))}
          onChange={setShown}
        />
      </div>
      <div className={classes.body}>
        {error && !data ? (
          <ErrorState
            title={t('list.failed')}
            message={messageOf(error)}
            requestId={error instanceof ApiError ? error.requestId : null}
            onRetry={() => void refetch()}
          />
        ) : data && rows.length === 0 ? (
          <EmptyState icon={<IconBolt size={22} stroke={1.6} />} title={t('list.none')} text={t('list.noneText')} />
        ) : (
          <ol className={classes.list}>
            {rows.map((row) => (
              <li key={row.id}>
                <button
                  type="button"
                  className={`${classes.row} ${classes.whole}`}
                  onClick={() => openActionStatus(row.id)}
                >
                  <span className={classes.text}>
                    <strong>
                      {kindTitle(row.kind)} ·{' '}
                      {row.device_name ?? t('list.devices', { count: row.total, formatted: formatCount(row.total) })}
                    </strong>
                    {row.command === null ? null : <code>{row.command}</code>}
                  </span>
                  <span className={classes.progress}>
                    <ProgressLine counts={row.counts} total={row.total} short />
                  </span>
                  <span className={`${classes.who} ${classes.user}`}>{row.username ?? ''}</span>
                  <Ago time={row.created_at} className={classes.who} />
                </button>
              </li>
            ))}
          </ol>
        )}
        {total > rows.length && limit < most ? (
          <Button size="small" look="quiet" onClick={() => setLimit(Math.min(most, limit + step))}>
            {t('list.more')}
          </Button>
        ) : null}
      </div>
    </>
  )
}
