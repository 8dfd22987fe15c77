import type { DeviceLog } from '@longreach/contract/devices/schemas'
import { type Icon, IconActivity, IconBolt, IconKey, IconPencil, IconPlug, IconPlugX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../../../api/error.ts'
import { useCan } from '../../../api/session.ts'
import { followWork } from '../../../registry/follow.ts'
import { Ago } from '../../../ui/ago.tsx'
import { Button } from '../../../ui/button.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState, ErrorState } from '../../../ui/state.tsx'
import { deviceLogsQuery, type LogType } from '../queries.ts'
import classes from './activity-list.module.css'
import { logLine } from './refused-attempt.ts'

const types = ['all', 'action', 'state', 'connection', 'event', 'change'] as const
const step = 25
const most = 100

function iconOf({ type, status }: DeviceLog): Icon {
  if (type === 'state') return status ? IconPlug : IconPlugX
  return { connection: IconKey, event: IconActivity, change: IconPencil, action: IconBolt }[type]
}

/** The log of the device, newest first. */
export function ActivityList({ id }: { id: number }) {
  const { t } = useTranslation('devices')
  const allowed = useCan('view_device_logs')
  const [type, setType] = useState<(typeof types)[number]>('all')
  const [limit, setLimit] = useState(step)
  const logType: LogType | null = type === 'all' ? null : type
  const { data, error, refetch } = useQuery({ ...deviceLogsQuery(id, logType, limit), enabled: allowed })
  if (!allowed) return null
  const rows = data?.data ?? []
  const total = data?.meta.total ?? 0
  return (
    <section className={classes.card} aria-label={t('activity.title')}>
      <header className={classes.head}>
        <h2>{t('activity.title')}</h2>
        <Segmented
          label={t('activity.filter')}
          value={type}
          options={types.map((value) => ({ value, label: t(`activity.${value}`) }))}
          onChange={setType}
        />
      </header>
      {error && !data ? (
        <ErrorState
          title={t('activity.failed')}
          message={messageOf(error)}
          requestId={error instanceof ApiError ? error.requestId : null}
          onRetry={() => void refetch()}
        />
      ) : data && rows.length === 0 ? (
        <EmptyState
          icon={<IconActivity size={22} stroke={1.6} />}
          title={t('activity.none')}
          text={t(type === 'all' ? 'activity.noneText' : 'activity.noneFiltered')}
        />
      ) : (
        <ol className={classes.list}>
          {rows.map((row) => {
            const Mark = iconOf(row)
            const log = logLine(row)
            return (
              <li key={row.id} className={classes.row}>
                <span className={classes.mark} data-bad={!row.status || undefined}>
                  <Mark size={15} stroke={1.7} />
                </span>
                {row.action_id === null ? (
                  <span className={classes.text} title={log}>
                    {log}
                  </span>
                ) : (
                  <button
                    type="button"
                    className={`${classes.text} ${classes.open}`}
                    title={log}
                    onClick={() => void followWork({ action: row.action_id as number })}
                  >
                    {log}
                  </button>
                )}
                <span className={classes.who}>{row.username ?? row.ip ?? ''}</span>
                <Ago time={row.created_at} className={classes.time} />
              </li>
            )
          })}
        </ol>
      )}
      {total > rows.length && limit < most ? (
        <footer className={classes.foot}>
          <Button size="small" look="quiet" onClick={() => setLimit(Math.min(most, limit + step))}>
            {t('activity.more')}
          </Button>
        </footer>
      ) : null}
    </section>
  )
}
