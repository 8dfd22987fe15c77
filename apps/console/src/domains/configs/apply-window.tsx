import './texts.ts'
import type { BackupPlan } from '@longreach/contract/configs/backup-schemas'
import { configLimits } from '@longreach/contract/configs/constants'
import type { ConfigPlan } from '@longreach/contract/configs/schemas'
import { IconArrowBackUp, IconCheck, IconClock, IconDownload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf, isMissing, messageOf } from '../../api/error.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { formatBytes, formatCount } from '../../ui/format.ts'
import { Select } from '../../ui/select.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ErrorState } from '../../ui/state.tsx'
import { toast } from '../../ui/toast.ts'
import { useWindow } from '../../windows/use-window.ts'
import { WindowForm } from '../../windows/window-form.tsx'
import { openActionTab } from '../actions/public/open-tabs.ts'
import { RunAsCampaign } from '../campaigns/public/run-as-campaign.tsx'
import { Differences } from './apply-differences.tsx'
import classes from './apply-window.module.css'
import { changedSince, goneText, type Plan } from './changed-plan.ts'
import { closeChange } from './open-windows.tsx'
import {
  type Change,
  contentOf,
  deviceAlone,
  kindOf,
  planQuery,
  startChange,
  startWithoutReturn,
  type Ticks,
} from './queries.ts'

const seconds = [60, 120, 300, 600, 900] as const
const day = 86_400
const waits = [1, 7, 30] as const

/** Preview of a change on each device, before it is sent. */
export function ApplyWindow({ change }: { change: Change }) {
  const { t } = useTranslation('configs')
  const client = useQueryClient()
  const { close } = useWindow()
  const [ticks, setTicks] = useState<Ticks>({ metered: false, other_firmware: false })
  const [chosen, setWithin] = useState<string | null>(null)
  const [days, setDays] = useState('7')
  const [stays, setStays] = useState(false)
  const alone = deviceAlone(change)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { data: plan, error: failure, isPlaceholderData, refetch } = useQuery(planQuery(change, ticks))

  // The default of the server: metered devices are often slow to connect.
  const within = chosen ?? String(configLimits.seconds[plan && plan.metered > 0 ? 'metered' : 'default'])

  const send = async (seen: Plan) => {
    setBusy(true)
    setError(null)
    try {
      // Nothing is sent that differs from what the user sees.
      const { data: now, error: refused } = await refetch()
      const changed =
        refused && !isMissing(refused) ? messageOf(refused) : changedSince(change, seen, refused ? null : now)
      if (changed !== null) throw new Error(changed)
      const expires_in = Number(days) * day
      const { data, errors } = await (stays && alone !== undefined
        ? startWithoutReturn(alone, change, ticks, expires_in)
        : startChange(change, ticks, { seconds: Number(within), expires_in }))
      const gone = errors.filter(({ code }) => code === 'NOT_FOUND')
      if (gone.length > 0)
        toast(
          goneText(
            seen,
            gone.map(({ source }) => Number(source)),
          ),
          'error',
        )
      toast(t('apply.started', { count: data.devices, formatted: formatCount(data.devices) }), 'success')
      openActionTab({ id: data.id, kind: kindOf(change) })
      for (const key of ['actions', 'configs']) void client.invalidateQueries({ queryKey: [key] })
      close()
      closeChange()
    } catch (fault) {
      setError(messageOf(fault))
      void refetch()
      setBusy(false)
    }
  }
  if (failure && !plan)
    return <ErrorState title={t('apply.failed')} {...failureOf(failure)} onRetry={() => void refetch()} />
  if (!plan)
    return (
      <div className={classes.wait}>
        <Spinner size={22} />
        <p>{t('apply.checking')}</p>
      </div>
    )
  const count = plan.devices
  const counted = { count, formatted: formatCount(count) }
  const name = 'calls' in change.source ? t('apply.campaign') : change.source.name
  return (
    <WindowForm
      onSubmit={() => void send(plan)}
      submit={
        count === 0
          ? t('apply.nothing')
          : stays
            ? t('apply.submitStays')
            : t('backup' in plan ? 'restore.submit' : 'apply.submit', counted)
      }
      busy={busy}
      disabled={count === 0 || isPlaceholderData}
      errors={error === null ? [] : [error]}
      cancel={
        count > 1 ? (
          <RunAsCampaign
            selected={change.selected}
            kind={kindOf(change)}
            read={() => ({ name, content: contentOf(change, ticks, Number(within)) })}
            onDone={() => {
              close()
              closeChange()
            }}
          />
        ) : undefined
      }
    >
      <div className={classes.panes}>
        <Outcome plan={plan} ticks={ticks} onTick={(tick) => setTicks({ ...ticks, [tick]: !ticks[tick] })} />
        <Differences plan={plan} />
      </div>
      <div className={classes.safety}>
        <div>
          <strong>{t(stays ? 'apply.staysTitle' : 'apply.takesBack')}</strong>
          <p>
            {stays
              ? t('apply.staysText')
              : t('apply.takesBackText', { time: t('apply.seconds', { count: Number(within) }) })}
          </p>
          {stays ? null : <Flow seconds={Number(within)} />}
          {alone === undefined ? null : (
            <div className={classes.stays}>
              <Checkbox showLabel label={t('apply.stays')} checked={stays} onChange={() => setStays(!stays)} />
              <small className={classes.hint}>{t('apply.staysHint')}</small>
            </div>
          )}
        </div>
        <div className={classes.times}>
          {stays ? null : (
            <Select
              label={t('apply.within')}
              value={within}
              options={seconds.map((value) => ({ value: String(value), label: t('apply.seconds', { count: value }) }))}
              onChange={setWithin}
            />
          )}
          <Select
            label={t('apply.waits')}
            value={days}
            options={waits.map((value) => ({ value: String(value), label: t('apply.days', { count: value }) }))}
            onChange={setDays}
          />
        </div>
      </div>
    </WindowForm>
  )
}

/** Explains how a device decides whether it retains the change. */
function Flow({ seconds: count }: { seconds: number }) {
  const { t } = useTranslation('configs')
  return (
    <div className={classes.flow} aria-hidden="true">
      <span>
        <IconDownload size={15} stroke={1.6} /> {t('apply.flow.apply')}
      </span>
      <span>
        <IconClock size={15} stroke={1.6} /> {t('apply.flow.wait', { count })}
      </span>
      <span data-good>
        <IconCheck size={15} stroke={1.8} /> {t('apply.flow.kept')}
      </span>
      <span data-bad>
        <IconArrowBackUp size={15} stroke={1.8} /> {t('apply.flow.back')}
      </span>
    </div>
  )
}

interface OutcomeProps {
  plan: ConfigPlan | BackupPlan
  ticks: Ticks
  onTick: (tick: keyof Ticks) => void
}

/** Reasons that the user can overrule, each with the number of devices it affects once overruled. */
const overruled = {
  metered: ({ metered }: ConfigPlan | BackupPlan) => metered,
  other_firmware: (plan: ConfigPlan | BackupPlan) => ('differing' in plan ? plan.differing : 0),
} as const
const tickOf: Readonly<Record<string, keyof Ticks>> = { METERED: 'metered', OTHER_FIRMWARE: 'other_firmware' }

function Outcome({ plan, ticks, onTick }: OutcomeProps) {
  const { t } = useTranslation('configs')
  const counted = (count: number) => ({ count, formatted: formatCount(count) })
  const { devices, unread, offline } = plan
  const left = plan.excluded.filter(({ code }) => tickOf[code] === undefined)
  return (
    <div className={classes.outcome}>
      <div className={classes.group} data-main>
        <strong>{t('apply.change', counted(devices))}</strong>
        {offline > 0 ? <small>{t('apply.offline', counted(offline))}</small> : null}
        {unread > 0 ? <small>{t('apply.unread', counted(unread))}</small> : null}
      </div>
      {Object.entries(tickOf).map(([code, tick]) => {
        const waiting = plan.excluded.find((one) => one.code === code)
        if (!waiting && !ticks[tick]) return null
        return (
          <div key={code} className={classes.group}>
            <Checkbox
              showLabel
              label={t(`apply.${tick}`, counted(waiting?.count ?? overruled[tick](plan)))}
              checked={ticks[tick]}
              onChange={() => onTick(tick)}
            />
            {waiting?.devices
              .slice(0, 3)
              .map(({ id, message }) => (tick === 'other_firmware' ? <small key={id}>{message}</small> : null))}
          </div>
        )
      })}
      {left.map(({ code, count, message, devices: named }) => (
        <details key={code} className={classes.group} open={count === 1}>
          <summary>
            <strong>{t('apply.left', counted(count))}</strong>
            <small>{t(`apply.reasons.${code as 'UNCHANGED'}`, { defaultValue: message })}</small>
          </summary>
          <ul>
            {named.map((one) => (
              <li key={one.id}>{one.message}</li>
            ))}
            {count > named.length ? <li>{t('apply.more', counted(count - named.length))}</li> : null}
          </ul>
        </details>
      ))}
      {'unrestored' in plan ? <Unrestored of={plan.unrestored} /> : null}
      <dl className={classes.sums}>
        <dt>{t('apply.selected')}</dt>
        <dd>{formatCount(plan.selected)}</dd>
        <dt>{t('apply.each')}</dt>
        <dd>{formatBytes(devices === 0 ? 0 : plan.bytes / devices)}</dd>
        <dt>{t('apply.all')}</dt>
        <dd>{formatBytes(plan.bytes)}</dd>
      </dl>
    </div>
  )
}

/** Contents of a backup that are not restored. */
function Unrestored({ of: { count, paths } }: { of: BackupPlan['unrestored'] }) {
  const { t } = useTranslation('configs')
  const counted = (count: number) => ({ count, formatted: formatCount(count) })
  if (count === 0) return null
  return (
    <details className={classes.group}>
      <summary>
        <strong>{t('restore.unrestored', counted(count))}</strong>
        <small>{t('restore.unrestoredText')}</small>
      </summary>
      <ul>
        {paths.map((path) => (
          <li key={path} className="mono">
            /{path}
          </li>
        ))}
        {count > paths.length ? <li>{t('apply.more', counted(count - paths.length))}</li> : null}
      </ul>
    </details>
  )
}
