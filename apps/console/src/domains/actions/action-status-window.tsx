import { type TargetState, targetStates } from '@longreach/contract/actions/constants'
import { cancelActions, retryAction } from '@longreach/contract/actions/endpoints'
import type { Action, Target } from '@longreach/contract/actions/schemas'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { ApiError, isMissing, messageOf } from '../../api/error.ts'
import { useCan } from '../../api/session.ts'
import { Ago } from '../../ui/ago.tsx'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { ErrorState, Skeleton } from '../../ui/state.tsx'
import { toast } from '../../ui/toast.ts'
import { windows } from '../../windows/store.ts'
import { useWindow } from '../../windows/use-window.ts'
import { WindowActions } from '../../windows/window-parts.tsx'
import classes from './action-status-window.module.css'
import { ProgressLine } from './progress-line.tsx'
import { actionTitle } from './public/open-windows.tsx'
import { actionQuery, targetsPage } from './queries.ts'
import { notifySkipped } from './start.tsx'
import { TargetRow } from './target-row.tsx'
import { useAction } from './use-action.ts'

const rowHeight = 45
/** Number of devices up to which no filter is shown. */
const few = 8

/**
 * Progress of an action on each of its devices, live (spec §4). Closing it stops nothing; when no device is left to
 * follow, it closes by itself.
 */
export function ActionStatusWindow({ id }: { id: number }) {
  const { t } = useTranslation('actions')
  const { data, error, refetch } = useAction(id)
  const action = data?.data
  const title = action && actionTitle(action)
  const { close } = useWindow()
  const [shown, setShown] = useState<TargetState | 'all'>('all')
  // The current filter stays available when its last device has left it.
  const states = targetStates.filter((state) => action && (action.counts[state] > 0 || state === shown))
  useEffect(() => {
    if (title !== undefined) windows.rename(`action-${id}`, title)
  }, [id, title])

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
      {states.length > 1 && action.total > few ? (
        <div className={classes.filter}>
          <Segmented
            label={t('status.filter')}
            value={shown}
            options={['all' as const, ...states].map((value) => ({
              value,
              label: t(value === 'all' ? 'list.all' : `states.${value}`),
            }))}
            onChange={setShown}
          />
        </div>
      ) : null}
      <Targets
        key={shown}
        id={id}
        state={shown === 'all' ? null : shown}
        total={shown === 'all' ? action.total : action.counts[shown]}
        alone={action.total === 1}
      />
      <Buttons action={action} />
    </>
  )
}

interface TargetsProps {
  id: number
  state: TargetState | null
  total: number
  /** The only device of an action is expanded. */
  alone: boolean
}

function Targets({ id, state, total, alone }: TargetsProps) {
  const { t } = useTranslation('actions')
  const scroller = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<number | null>(null)
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    initialRect: { width: 0, height: 400 },
  })
  const items = virtualizer.getVirtualItems()
  const first = Math.floor((items[0]?.index ?? 0) / targetsPage)
  const last = Math.floor((items.at(-1)?.index ?? 0) / targetsPage)
  const pages = useQueries({
    queries: Array.from({ length: last - first + 1 }, (_, index) => actionQuery(id, first + index, state)),
  })
  const rowAt = (index: number): Target | undefined =>
    pages[Math.floor(index / targetsPage) - first]?.data?.data.targets[index % targetsPage]

  return (
    <section ref={scroller} className={classes.scroller} aria-label={t('status.devices')}>
      <ol className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
        {items.map((item) => {
          const target = rowAt(item.index)
          return (
            <li
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              className={classes.place}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {target ? (
                <TargetRow
                  target={target}
                  open={open === target.id || (alone && open === null)}
                  onToggle={(shown) => setOpen(shown ? target.id : 0)}
                />
              ) : (
                <span className={classes.blank}>
                  <Skeleton width="60%" />
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function Buttons({ action }: { action: Action }) {
  const { t } = useTranslation('actions')
  const client = useQueryClient()
  const { close } = useWindow()
  const [busy, setBusy] = useState(false)
  const mayAct = useCan('execute_device_actions')
  const mayCommand = useCan('execute_device_command')
  const mayCancel = useCan('cancel_device_actions')
  const failed = action.counts.failed + action.counts.expired

  const run = async (work: () => Promise<{ errors: Parameters<typeof notifySkipped>[0] }>) => {
    setBusy(true)
    try {
      notifySkipped((await work()).errors)
    } catch (error) {
      toast(messageOf(error), 'error')
    }
    setBusy(false)
    void client.invalidateQueries({ queryKey: ['actions'] })
  }
  return (
    <WindowActions>
      {mayCancel && action.counts.queued > 0 ? (
        <Button busy={busy} onClick={() => void run(() => call(cancelActions, { body: { action_id: action.id } }))}>
          {t('status.cancelWaiting')}
        </Button>
      ) : null}
      {mayAct && (action.kind !== 'command' || mayCommand) && failed > 0 ? (
        <Button busy={busy} onClick={() => void run(() => call(retryAction, { body: { action_id: action.id } }))}>
          {t('status.retry', { count: failed, formatted: formatCount(failed) })}
        </Button>
      ) : null}
      <Button look="primary" onClick={close}>
        {t('status.close')}
      </Button>
    </WindowActions>
  )
}
