import i18next from 'i18next'
import { late } from '../../ui/late.ts'
import { windows } from '../../windows/store.ts'

const TimeZoneWindow = late(() => import('./time-zone-window.tsx').then((file) => ({ default: file.TimeZoneWindow })))

export function openTimeZone(): void {
  const title = i18next.t('shell:account.timeZone')
  windows.open({ id: 'time-zone', title, width: 440, content: <TimeZoneWindow /> })
}
