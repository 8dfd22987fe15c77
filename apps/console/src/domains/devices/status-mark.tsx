import type { DeviceStatus, OfflineReason } from '@longreach/contract/devices/constants'
import { IconCircleDashed, IconClock, IconPlug, IconPlugX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './status-mark.module.css'

export const statusIcons = {
  online: IconPlug,
  offline: IconPlugX,
  pending: IconClock,
  not_activated: IconCircleDashed,
} as const

/** The normal state is unobtrusive: a dot and a word. Other states are filled and have an icon of their own. */
export function StatusMark({ status, reason = null }: { status: DeviceStatus; reason?: OfflineReason | null }) {
  const { t } = useTranslation('devices')
  const Icon = statusIcons[status]
  return (
    <span
      className={classes.mark}
      data-status={status}
      data-live
      title={reason === null ? undefined : t(`values.offline_reason.${reason}`)}
    >
      {status === 'online' ? <span className={classes.dot} /> : <Icon size={14} stroke={1.8} />}
      {t(`status.${status}`)}
    </span>
  )
}
