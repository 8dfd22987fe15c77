import '../texts.ts'
import i18next from 'i18next'
import { lazy } from '../../ui/lazy.ts'
import { windows } from '../../windows/store.ts'

const TimeZoneWindow = lazy(() => import('./time-zone-window.tsx').then((file) => ({ default: file.TimeZoneWindow })))

export function openTimeZone(): void {
  const title = i18next.t('shell:account.timeZone')
  windows.open({ id: 'time-zone', title, width: 440, content: <TimeZoneWindow /> })
}
