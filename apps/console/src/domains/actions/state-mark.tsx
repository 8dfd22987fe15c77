import type { TargetState } from '@longreach/contract/actions/constants'
import { IconAlertTriangle, IconBan, IconCheck, IconClock, IconClockOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Spinner } from '../../ui/spinner.tsx'
import classes from './state-mark.module.css'

const icons = {
  queued: IconClock,
  done: IconCheck,
  failed: IconAlertTriangle,
  expired: IconClockOff,
  cancelled: IconBan,
  warning: IconAlertTriangle,
} as const

/** The state of an action on a device, or of other work, as an icon that is read aloud. */
export function StateMark({ state }: { state: TargetState | 'warning' }) {
  const { t } = useTranslation('actions')
  const Icon = state === 'sent' || state === 'running' ? null : icons[state]
  return (
    <span
      className={classes.mark}
      data-state={state}
      role="img"
      aria-label={t(`states.${state}`)}
      title={t(`states.${state}`)}
    >
      {Icon ? <Icon size={15} stroke={1.8} /> : <Spinner />}
    </span>
  )
}
