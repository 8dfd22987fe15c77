import { executeAction } from '@longreach/contract/actions/endpoints'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/error.ts'
import { useUser } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import { confirm } from '../../../windows/confirm.tsx'
import { openRunOnDevice } from '../../tasks/public/open-run.ts'
import { ActionProgress } from './action-progress.tsx'
import type { WidgetProps } from './kinds.ts'
import classes from './widgets.module.css'

export function ButtonWidget({ widget, data }: WidgetProps<'button'>) {
  const { t } = useTranslation('dashboards')
  const { permissions } = useUser()
  const [started, setStarted] = useState<number | null>(null)
  if (!data.values) return null
  const { device } = data.values
  const { action, label, group_id: group } = widget.options
  const words = label || t(`actions.${action}`)
  const needed = action === 'task_group' ? 'execute_device_task_groups' : 'execute_device_actions'
  const refusal = !permissions.includes(needed)
    ? t('switch.forbiddenAction')
    : data.lostSince !== null
      ? t('switch.lost')
      : null
  const start = async () => {
    if (action === 'task_group') return openRunOnDevice(group ?? 0, device, setStarted)
    const sure = await confirm({
      title: t('button.title', { action: t(`actions.${action}`), device: device.name }),
      text: t(`button.${action}`),
      confirm: t(`actions.${action}`),
      danger: action === 'reboot',
    })
    if (!sure) return
    try {
      setStarted((await call(executeAction, { body: { action, device_id: [device.id] } })).data.id)
    } catch (error) {
      toast(messageOf(error), 'error')
    }
  }
  return (
    <div className={classes.value}>
      <Button
        aria-disabled={refusal !== null || undefined}
        onClick={() => (refusal === null ? void start() : undefined)}
      >
        {words}
      </Button>
      {refusal ? <p className={classes.soft}>{refusal}</p> : null}
      {started === null ? null : <ActionProgress id={started} deviceId={device.id} />}
    </div>
  )
}
