import { useTranslation } from 'react-i18next'
import { statusOf } from '../devices/public/status.ts'
import './texts.ts'

/** Whether a session can be opened on a device with the status of that code; if not, why, and what a button for it says. */
export function useConnected(code: number | null) {
  const { t } = useTranslation('remote')
  const status = statusOf(code)
  const reason = status === 'online' ? '' : t(status === 'offline' ? 'device.offline' : 'device.never')
  const connected = reason === ''
  return { connected, reason, disabled: connected ? {} : { 'aria-disabled': true, 'aria-description': reason } }
}
