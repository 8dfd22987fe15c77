import './texts.ts'
import { type ConfigLog, listConfigLogs } from '@longreach/contract/configs/log-endpoints'
import { IconListDetails } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { failureOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { formatApiTime } from '../../ui/format.ts'
import { EmptyState, ErrorState } from '../../ui/state.tsx'
import { useWindow } from '../../windows/use-window.ts'
import { WindowActions } from '../../windows/window-parts.tsx'
import { StateMark } from '../actions/public/state-mark.ts'
import classes from './log-window.module.css'

const step = 25
const most = 100
/** Milliseconds between refreshes: a shown change may still run. */
const refreshEvery = 4000

const logQuery = (device: number, limit: number) =>
  queryOptions({
    queryKey: ['configs', 'log', device, limit],
    queryFn: ({ signal }) => call(listConfigLogs, { params: { id: device }, query: { limit } }, signal),
    refetchInterval: refreshEvery,
    placeholderData: keepPreviousData,
  })

/** Log of the configuration calls of a device, grouped by change. */
export function LogWindow({ device }: { device: number }) {
  const { t } = useTranslation('configs')
  const { close } = useWindow()
  const [limit, setLimit] = useState(step)
  const { data, error, refetch } = useQuery(logQuery(device, limit))
  const rows = data?.data ?? []
  const changes = [...Map.groupBy(rows, ({ action_id }) => action_id).values()]
  return (
    <>
      <div className={classes.body}>
        {error && !data ? (
          <ErrorState title={t('log.failed')} {...failureOf(error)} onRetry={() => void refetch()} />
        ) : data && rows.length === 0 ? (
          <EmptyState
            icon={<IconListDetails size={22} stroke={1.6} />}
            title={t('log.none')}
            text={t('log.noneText')}
          />
        ) : (
          <ol className={classes.changes}>
            {changes.map((calls) => (
              <Change key={calls[0]?.action_id} calls={calls} />
            ))}
          </ol>
        )}
        {(data?.meta.total ?? 0) > rows.length && limit < most ? (
          <Button size="small" look="quiet" onClick={() => setLimit(most)}>
            {t('log.more')}
          </Button>
        ) : null}
      </div>
      <WindowActions>
        <Button look="primary" onClick={close}>
          {t('log.close')}
        </Button>
      </WindowActions>
    </>
  )
}

/** The device's response to a call of its own API; nothing for a call that was not made. */
function ApiOutcome({ of: { route, response_code, execution_duration } }: { of: ConfigLog }) {
  const { t } = useTranslation('configs')
  if (!route?.startsWith('/api/') || response_code === null || response_code < 100 || execution_duration === null)
    return null
  const count = Math.round(execution_duration * 1000)
  return <em>{t('log.answered', { code: response_code, count })}</em>
}

function Change({ calls }: { calls: readonly ConfigLog[] }) {
  const { t } = useTranslation('configs')
  const [first] = calls
  if (!first) return null
  const { display_name, request_state, response_message, username, created_at, execution_duration } = first
  const isCall = first.route?.startsWith('/api/') === true
  const took =
    execution_duration === null || isCall ? null : t('apply.seconds', { count: Math.round(execution_duration) })
  return (
    <li className={classes.change}>
      <p className={classes.head}>
        <StateMark state={request_state} />
        <strong>{display_name}</strong>
        <span>{[formatApiTime(created_at), username, took].filter(Boolean).join(' · ')}</span>
      </p>
      <p className={classes.answer}>{response_message}</p>
      <ol className={classes.calls}>
        {calls.map((one) => (
          <li key={one.request_id} className={one.method === null ? '' : 'mono'}>
            {one.method === null ? (
              t('log.whole')
            ) : (
              <>
                <b>{one.method}</b> {one.route}
                <ApiOutcome of={one} />
                {one.request_message === null ? null : <span>{one.request_message}</span>}
              </>
            )}
          </li>
        ))}
      </ol>
      {calls.some(({ request_hidden }) => request_hidden) ? (
        <p className={classes.answer}>{t('history.hidden')}</p>
      ) : null}
    </li>
  )
}
