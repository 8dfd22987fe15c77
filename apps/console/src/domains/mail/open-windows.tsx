import './texts.ts'
import type { MailLog } from '@longreach/contract/mail/schemas'
import i18next from 'i18next'
import { lazy } from '../../ui/lazy.ts'
import { windows } from '../../windows/store.ts'

const MailWindow = lazy(() => import('./mail-window.tsx').then((file) => ({ default: file.MailWindow })))
const SuppressedWindow = lazy(() =>
  import('./suppressed-window.tsx').then((file) => ({ default: file.SuppressedWindow })),
)

export function openMail(mail: MailLog): void {
  windows.open({ id: `mail-${mail.id}`, title: mail.subject, width: 560, content: <MailWindow mail={mail} /> })
}

/** The form is prefilled with `email`. */
export function openRemoveSuppressed(email = ''): void {
  const title = i18next.t('mail:suppress.title')
  windows.open({
    id: 'mail-suppressed',
    title,
    width: 440,
    help: 'system.mail-logs',
    content: <SuppressedWindow email={email} />,
  })
}
