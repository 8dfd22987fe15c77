import { parseStatusChannel, type StatusEvent } from '@longreach/contract/live'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { followChannel } from '../../api/status-channel.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useWindow } from '../../windows/use-window.ts'
import { WindowActions } from '../../windows/window-parts.tsx'
import { subjectNamesQuery } from './queries.ts'
import { StateMark } from './state-mark.tsx'
import classes from './work-status-window.module.css'

const states = { completed: 'done', error: 'failed', warning: 'warning' } as const

/** Progress of work that is not an action, by its channel: the last step of each device or company (spec §4). */
export function WorkStatusWindow({ channel }: { channel: string }) {
  const { t } = useTranslation('actions')
  const { close } = useWindow()
  const [lines, setLines] = useState<ReadonlyMap<string, StatusEvent>>(new Map())
  const { data: names } = useQuery(
    subjectNamesQuery(parseStatusChannel(channel)?.subject ?? 'device', [...lines.keys()]),
  )

  useEffect(
    () =>
      followChannel(channel, (key, steps) => {
        const last = steps.at(-1)
        if (last) setLines((now) => new Map(now).set(key, last))
      }),
    [channel],
  )

  return (
    <>
      <ul className={classes.list} aria-label={t('status.steps')} aria-live="polite">
        {lines.size === 0 ? (
          <li className={classes.line}>
            <Spinner />
            <span>{t('status.waiting')}</span>
          </li>
        ) : null}
        {[...lines].map(([key, { status, value, progress }]) => (
          <li key={key} className={classes.line}>
            <StateMark state={states[status as keyof typeof states] ?? 'running'} />
            <strong className={classes.name}>{names?.get(Number(key)) ?? ''}</strong>
            <span className={classes.value}>
              {value}
              {progress ? (
                <span className={classes.progress}>
                  {t('status.progress', { done: formatCount(progress.value), total: formatCount(progress.total) })}
                </span>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      <WindowActions>
        <Button look="primary" data-autofocus onClick={close}>
          {t('status.close')}
        </Button>
      </WindowActions>
    </>
  )
}
