import './texts.ts'
import { plainOutput } from '@longreach/contract/actions/plain-output'
import type { TaskLog } from '@longreach/contract/tasks/schemas'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf, messageOf } from '../../api/error.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState, Skeleton } from '../../ui/state.tsx'
import { useWindow } from '../../windows/use-window.ts'
import { WindowActions, WindowBody } from '../../windows/window-parts.tsx'
import { openActionTab } from '../actions/public/open-tabs.ts'
import { StateMark } from '../actions/public/state-mark.ts'
import classes from './logs.module.css'
import { groupLogQuery, taskLogQuery, taskLogsQuery } from './queries.ts'

/** Outcome of each task of a run on a device, during the run and afterwards. */
export function LogWindow({ id }: { id: number }) {
  const { t } = useTranslation('tasks')
  const { close } = useWindow()
  const mayOpen = useCan('view_device_logs')
  const { data: run, error, refetch } = useQuery(groupLogQuery(id))
  const { data: logs } = useQuery({ ...taskLogsQuery(id, run?.message ?? ''), enabled: run !== undefined })
  if (error && !run) return <ErrorState title={t('log.failed')} {...failureOf(error)} onRetry={() => void refetch()} />
  return (
    <>
      <WindowBody>
        <div className={classes.log}>
          {run ? (
            <p className={classes.summary} role="status">
              <StateMark state={run.state} />
              {run.message}
            </p>
          ) : (
            <Skeleton width="60%" />
          )}
          {logs?.length === 0 ? <p className={classes.none}>{t('log.none')}</p> : null}
          {logs && logs.length > 0 ? (
            <ol className={classes.tasks}>
              {logs.map((log) => (
                <Task key={log.id} log={log} several={logs.some(({ attempt }) => attempt !== log.attempt)} />
              ))}
            </ol>
          ) : null}
        </div>
      </WindowBody>
      {run && mayOpen ? (
        <WindowActions>
          <Button
            onClick={() => {
              openActionTab({ id: run.action_id, kind: 'task_group' })
              close()
            }}
          >
            {t('log.action')}
          </Button>
        </WindowActions>
      ) : null}
    </>
  )
}

const marks = { done: 'done', failed: 'failed', unknown: 'warning' } as const

function Task({ log, several }: { log: TaskLog; several: boolean }) {
  const { t } = useTranslation('tasks')
  const [open, setOpen] = useState(log.result.state !== 'done' && log.type === 'command')
  const mayOpenFiles = useCan('view_files')
  const { state, message, duration, file_id } = log.result
  return (
    <li>
      <div className={classes.head}>
        <StateMark state={marks[state]} />
        <strong>{t('log.order', { order: log.order, name: log.name })}</strong>
        {several ? <span>{t('log.attempt', { attempt: log.attempt })}</span> : null}
        <span>{t(`log.states.${state}`)}</span>
        {duration === null ? null : <span>{t('log.duration', { seconds: duration.toFixed(1) })}</span>}
      </div>
      <p className={classes.said}>
        <span>{message}</span>
        {log.type === 'command' && state !== 'unknown' ? (
          <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? 'log.hideOutput' : 'log.showOutput')}
          </button>
        ) : null}
        {file_id !== null && mayOpenFiles ? <Link to="/management/files">{t('log.inFiles')}</Link> : null}
      </p>
      {open ? <Output log={log} /> : null}
    </li>
  )
}

function Output({ log }: { log: TaskLog }) {
  const { t } = useTranslation('tasks')
  const { data, error } = useQuery(taskLogQuery(log.id))
  if (error) return <p role="alert">{messageOf(error)}</p>
  if (!data) return <Skeleton width="40%" />
  const output = plainOutput(data.result.output ?? '')
  if (output === '') return <p className={classes.none}>{t('log.noOutput')}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <pre className={classes.output} tabIndex={0}>
      {output}
    </pre>
  )
}
