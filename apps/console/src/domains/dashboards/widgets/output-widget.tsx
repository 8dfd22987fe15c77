import { setOutput } from '@longreach/contract/actions/endpoints'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/error.ts'
import { useUser } from '../../../api/session.ts'
import { formatMoment } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.ts'
import { confirm } from '../../../windows/confirm.tsx'
import type { BoardData } from '../board-data.ts'
import { labelOf } from '../format.ts'
import { ActionProgress } from './action-progress.tsx'
import type { WidgetProps } from './kinds.ts'
import classes from './widgets.module.css'

/** Reason why an output cannot be switched now. */
function refusalOf({ values, lostSince }: BoardData, may: boolean, known: boolean): string | null {
  if (!may) return i18next.t('dashboards:switch.forbidden')
  if (lostSince !== null) return i18next.t('dashboards:switch.lost')
  if (!known) return i18next.t('dashboards:switch.unknown')
  return values?.device.status === 1 ? null : i18next.t('dashboards:switch.offline')
}

/** Switches an output, after asking; it shows the reported state, not the requested one. */
export function OutputWidget({ widget, name, data }: WidgetProps<'output'>) {
  const { t } = useTranslation('dashboards')
  const { permissions } = useUser()
  const [action, setAction] = useState<number | null>(null)
  const { output } = widget.options
  if (!data.values) return null
  const { device, values, since, outputs } = data.values
  const value = values[output]
  const on = value === 1
  const refusal = refusalOf(data, permissions.includes('execute_device_command'), typeof value === 'number')
  const set = outputs[output]
  const at = set?.set_at ?? since[output]

  const change = async () => {
    const sure = await confirm({
      title: t(on ? 'switch.off' : 'switch.on', { name }),
      text: t('switch.text', { output: labelOf(output), device: device.name }),
      confirm: t(on ? 'switch.confirmOff' : 'switch.confirmOn'),
      danger: true,
    })
    if (!sure) return
    try {
      const { data: started } = await call(setOutput, { params: { id: device.id }, body: { output, on: !on } })
      setAction(started.id)
    } catch (error) {
      toast(messageOf(error), 'error')
    }
  }
  return (
    <div className={classes.value}>
      <p className={classes.switch}>
        <button
          type="button"
          role="switch"
          aria-checked={on}
          aria-label={name}
          aria-disabled={refusal !== null || undefined}
          onClick={() => {
            if (refusal === null) void change()
          }}
        />
        <strong>{typeof value === 'number' ? t(on ? 'values.on' : 'values.off') : '—'}</strong>
      </p>
      <p className={classes.soft}>
        {at
          ? set?.username
            ? t('values.sinceBy', { time: formatMoment(at), username: set.username })
            : t('values.since', { time: formatMoment(at) })
          : t('values.day')}
        . {refusal ?? t('switch.asks')}.
      </p>
      {action === null ? null : <ActionProgress id={action} deviceId={device.id} />}
    </div>
  )
}
