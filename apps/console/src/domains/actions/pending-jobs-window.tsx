import { cancelActions } from '@longreach/contract/actions/endpoints'
import type { PendingAction } from '@longreach/contract/actions/schemas'
import { IconClock } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { ApiError, messageOf } from '../../api/error.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { formatApiTime, formatCount } from '../../ui/format.ts'
import { EmptyState, ErrorState } from '../../ui/state.tsx'
import { toast } from '../../ui/toast.ts'
import { useWindow } from '../../windows/use-window.ts'
import { WindowActions } from '../../windows/window-parts.tsx'
import { confirmCancelWaiting } from './confirm-cancel.ts'
import { kindTitle } from './kind-title.ts'
import classes from './list.module.css'
import { openActionStatus } from './public/open-windows.tsx'
import { pendingQuery } from './queries.ts'
import { StateMark } from './state-mark.tsx'

const step = 50
const most = 100

/** Pending actions, oldest first; each can be cancelled. */
export function PendingJobsWindow({ deviceId }: { deviceId: number | null }) {
  const { t } = useTranslation('actions')
  const client = useQueryClient()
  const { close } = useWindow()
  const mayCancel = useCan('cancel_device_actions')
  const [limit, setLimit] = useState(step)
  const [busy, setBusy] = useState(false)
  const { data, error, refetch } = useQuery(pendingQuery(limit, deviceId))
  const rows = data?.data ?? []
  const total = data?.meta.total ?? 0

  const cancel = async (jobs: readonly PendingAction[]) => {
    if (!(await confirmCancelWaiting(jobs.map((job) => ({ kind: job.job_type, name: job.device_name }))))) return
    setBusy(true)
    try {
      const { data: done } = await call(cancelActions, { body: { job_id: jobs.map(({ id }) => id) } })
      toast(t('jobs.cancelled', { count: done.cancelled, formatted: formatCount(done.cancelled) }), 'success')
    } catch (failure) {
      toast(messageOf(failure), 'error')
    }
    setBusy(false)
    void client.invalidateQueries({ queryKey: ['actions'] })
  }

  return (
    <>
      <div className={classes.body}>
        {error && !data ? (
          <ErrorState
            title={t('jobs.failed')}
            message={messageOf(error)}
            requestId={error instanceof ApiError ? error.requestId : null}
            onRetry={() => void refetch()}
          />
        ) : data && rows.length === 0 ? (
          <EmptyState icon={<IconClock size={22} stroke={1.6} />} title={t('jobs.none')} text={t('jobs.noneText')} />
        ) : (
          <ol className={classes.list}>
            {rows.map((row) => (
              <li key={row.id} className={classes.row}>
                <StateMark state="queued" />
                <button type="button" className={classes.open} onClick={() => openActionStatus(row.action_id)}>
                  <strong>
                    {kindTitle(row.job_type)} · {row.device_name}
                  </strong>
                  <span>
                    {[t('jobs.until', { time: formatApiTime(row.expires_at) }), row.username]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </button>
                {mayCancel ? (
                  <Button
                    size="small"
                    disabled={busy}
                    aria-label={t('jobs.cancelLabel', { action: kindTitle(row.job_type), name: row.device_name })}
                    onClick={() => void cancel([row])}
                  >
                    {t('jobs.cancel')}
                  </Button>
                ) : null}
              </li>
            ))}
          </ol>
        )}
        {total > rows.length && limit < most ? (
          <Button size="small" look="quiet" onClick={() => setLimit(Math.min(most, limit + step))}>
            {t('jobs.more')}
          </Button>
        ) : null}
      </div>
      <WindowActions>
        {mayCancel && rows.length > 1 ? (
          <Button busy={busy} onClick={() => void cancel(rows)}>
            {t('jobs.cancelAll')}
          </Button>
        ) : null}
        <Button look="primary" onClick={close}>
          {t('status.close')}
        </Button>
      </WindowActions>
    </>
  )
}
