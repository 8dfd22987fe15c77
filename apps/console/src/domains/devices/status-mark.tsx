import type { DeviceStatus } from '@longreach/contract/devices/constants'
import { IconCircleDashed, IconClock, IconPlug, IconPlugX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './status-mark.module.css'

export const statusIcons = {
  online: IconPlug,
  offline: IconPlugX,
  pending: IconClock,
  not_activated: IconCircleDashed,
} as const

/** The normal state is unobtrusive: a dot and a word. The exceptions are filled, with an icon of their own. */
export function StatusMark({ status }: { status: DeviceStatus }) {
  const { t } = useTranslation('devices')
  const Icon = statusIcons[status]
  return (
    <span className={classes.mark} data-status={status} data-live>
      {status === 'online' ? <span className={classes.dot} /> : <Icon size={14} stroke={1.8} />}
      {t(`status.${status}`)}
    </span>
  )
}
