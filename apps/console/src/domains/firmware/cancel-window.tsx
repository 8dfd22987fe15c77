import './texts.ts'
import { cancelUpdates } from '@longreach/contract/firmware/endpoints'
import type { PendingUpdate } from '@longreach/contract/firmware/schemas'
import { IconClock } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { failureOf, messageOf } from '../../api/error.ts'
import { useCan } from '../../api/session.ts'
import { notifyUnchanged } from '../../tables/lazy/notify-unchanged.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { formatApiTime, formatCount } from '../../ui/format.ts'
import { EmptyState, ErrorState } from '../../ui/state.tsx'
import { toast } from '../../ui/toast.ts'
import { useWindow } from '../../windows/use-window.ts'
import { WindowActions, WindowBody } from '../../windows/window-parts.tsx'
import classes from './cancel-window.module.css'
import { pendingQuery } from './public/queries.ts'

const step = 50
const most = 100

/** Cancels updates that were not sent yet, selected by the user. */
export function CancelWindow({ deviceId }: { deviceId: number | null }) {
  const { t } = useTranslation('firmware')
  const { close } = useWindow()
  const client = useQueryClient()
  const mayCancel = useCan('cancel_device_actions')
  const [limit, setLimit] = useState(step)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [busy, setBusy] = useState(false)
  const { data, error, refetch } = useQuery(pendingQuery(deviceId, limit))
  const rows = data?.data ?? []
  const total = data?.meta.total ?? 0
  // For one device, its update; updates that were sent meanwhile are no longer included.
  const selected = rows.filter(({ id }) => deviceId !== null || chosen.has(id))
  const all = rows.length > 0 && selected.length === rows.length

  const toggle = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const cancel = async () => {
    setBusy(true)
    try {
      const body = { data: selected.map(({ id, device_id }) => ({ id: device_id, job_id: [id] })) }
      const { data: done, errors } = await call(cancelUpdates, { body })
      toast(t('pending.done', { count: done.length, formatted: formatCount(done.length) }), 'success')
      notifyUnchanged(errors)
      close()
    } catch (failure) {
      toast(messageOf(failure), 'error')
    }
    setBusy(false)
    for (const key of ['actions', 'firmware']) void client.invalidateQueries({ queryKey: [key] })
  }

  if (error && !data)
    return <ErrorState title={t('pending.failed')} {...failureOf(error)} onRetry={() => void refetch()} />
  return (
    <>
      <WindowBody>
        {data && rows.length === 0 ? (
          <EmptyState
            icon={<IconClock size={22} stroke={1.6} />}
            title={t('pending.none')}
            text={t('pending.noneText')}
          />
        ) : (
          <div className={classes.pending}>
            <p>{t('pending.intro')}</p>
            {mayCancel && rows.length > 1 && deviceId === null ? (
              <Checkbox
                showLabel
                label={t('pending.selectAll')}
                checked={all}
                indeterminate={!all && selected.length > 0}
                onChange={() => setChosen(new Set(all ? [] : rows.map(({ id }) => id)))}
              />
            ) : null}
            <ul>
              {rows.map((row) => (
                <li key={row.id}>
                  <Row
                    row={row}
                    checked={mayCancel && deviceId === null ? chosen.has(row.id) : undefined}
                    onToggle={() => toggle(row.id)}
                  />
                </li>
              ))}
            </ul>
            {total > rows.length && limit < most ? (
              <Button size="small" look="quiet" onClick={() => setLimit(most)}>
                {t('pending.more')}
              </Button>
            ) : null}
          </div>
        )}
      </WindowBody>
      <WindowActions>
        <Button onClick={close}>{t(rows.length > 0 && mayCancel ? 'pending.keep' : 'pending.close')}</Button>
        {mayCancel && rows.length > 0 ? (
          <Button look="danger" busy={busy} disabled={selected.length === 0} onClick={() => void cancel()}>
            {t('pending.submit', { count: selected.length, formatted: formatCount(selected.length) })}
          </Button>
        ) : null}
      </WindowActions>
    </>
  )
}

interface RowProps {
  row: PendingUpdate
  /** Undefined if it cannot be selected. */
  checked: boolean | undefined
  onToggle: () => void
}

function Row({ row, checked, onToggle }: RowProps) {
  const { t } = useTranslation('firmware')
  const facts = [
    row.starts_at ? t('pending.starts', { time: formatApiTime(row.starts_at) }) : null,
    t(row.starts_at ? 'pending.waits' : 'pending.until', { time: formatApiTime(row.expires_at) }),
    row.username ? t('pending.by', { name: row.username }) : null,
  ]
  const content = (
    <span className={classes.row}>
      <strong>{row.device_name}</strong>
      <span className="mono">{row.version ?? row.name}</span>
      <small>{facts.filter(Boolean).join(' · ')}</small>
    </span>
  )
  if (checked === undefined) return content
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box is inside
    <label className={classes.choice}>
      <Checkbox label={row.device_name} checked={checked} onChange={onToggle} />
      {content}
    </label>
  )
}
