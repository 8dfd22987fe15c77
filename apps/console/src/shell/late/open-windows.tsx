import '../../domains/roles/texts.ts'
import i18next from 'i18next'
import { late } from '../../ui/late.ts'
import { windows } from '../../windows/store.ts'

const HeldWindow = late(() =>
  import('../../domains/roles/held-window.tsx').then((file) => ({ default: file.HeldWindow })),
)
const TimeZoneWindow = late(() => import('./time-zone-window.tsx').then((file) => ({ default: file.TimeZoneWindow })))

/** What the user's own role allows. */
export function openUserPermissions({ id }: { id: number }): void {
  const title = i18next.t('shell:account.permissions')
  windows.open({ id: 'user-permissions', title, width: 560, content: <HeldWindow id={id} /> })
}

export function openTimeZone(): void {
  const title = i18next.t('shell:account.timeZone')
  windows.open({ id: 'time-zone', title, width: 440, content: <TimeZoneWindow /> })
}
