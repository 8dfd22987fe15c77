import type { Action } from '@longreach/contract/actions/schemas'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, isMissing, messageOf } from '../../api/error.ts'
import { Ago } from '../../ui/ago.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/state.tsx'
import { toast } from '../../ui/toast.ts'
import { windows } from '../../windows/store.ts'
import { useWindow } from '../../windows/use-window.ts'
import { WindowActions } from '../../windows/window-parts.tsx'
import { ActionButtons } from './action-buttons.tsx'
import classes from './action-status-window.module.css'
import { ActionTargets } from './action-targets.tsx'
import { ProgressLine } from './progress-line.tsx'
import { actionTitle } from './public/open-windows.tsx'
import { useAction } from './use-action.ts'

/**
 * Progress of an action on each of its devices, live (spec §4). Closing it stops nothing; it closes by itself when no
 * device is left to follow.
 */
export function ActionStatusWindow({ id }: { id: number }) {
  const { t } = useTranslation('actions')
  const { data, error, refetch } = useAction(id)
  const action = data?.data
  const subtitle = action && actionTitle(action)
  const { close } = useWindow()
  useEffect(() => {
    if (subtitle !== undefined) windows.describe(`action-${id}`, subtitle)
  }, [id, subtitle])

  const gone = isMissing(error)
  useEffect(() => {
    if (!gone) return
    toast(t('status.gone'))
    close()
  }, [gone, close, t])

  if (!action || gone) {
    return error && !gone ? (
      <ErrorState
        title={t('status.failed')}
        message={messageOf(error)}
        requestId={error instanceof ApiError ? error.requestId : null}
        onRetry={() => void refetch()}
      />
    ) : (
      <div className={classes.wait} />
    )
  }
  return (
    <>
      <ActionHead action={action} />
      <ActionTargets action={action} />
      <WindowActions>
        <ActionButtons action={action} />
        <Button look="primary" onClick={close}>
          {t('status.close')}
        </Button>
      </WindowActions>
    </>
  )
}

function ActionHead({ action }: { action: Action }) {
  const { t } = useTranslation('actions')
  return (
    <div className={classes.head}>
      {action.command === null ? null : <code className={classes.command}>{action.command}</code>}
      <ProgressLine counts={action.counts} total={action.total} />
      <p className={classes.note}>
        <span>
          {action.username === null ? null : `${t('status.by', { name: action.username })} · `}
          <Ago time={action.created_at} />
        </span>
        <span>{t(action.active ? 'status.goesOn' : 'status.ended')}</span>
      </p>
    </div>
  )
}
