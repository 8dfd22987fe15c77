import './access-texts.ts'
import i18next from 'i18next'
import { lazy } from '../../ui/lazy.ts'
import { windows } from '../../windows/store.ts'

const EmailWindow = lazy(() => import('./email-window.tsx').then((file) => ({ default: file.EmailWindow })))
const PasswordWindow = lazy(() => import('./password-window.tsx').then((file) => ({ default: file.PasswordWindow })))
const NewTokenWindow = lazy(() => import('./new-token-window.tsx').then((file) => ({ default: file.NewTokenWindow })))

export function openChangeEmail(): void {
  const title = i18next.t('access:email.change')
  windows.open({ id: 'change-email', title, width: 440, content: <EmailWindow /> })
}

export function openChangePassword(): void {
  const title = i18next.t('access:password.change')
  windows.open({ id: 'change-password', title, width: 440, content: <PasswordWindow /> })
}

export function openNewToken(): void {
  const title = i18next.t('access:new.title')
  windows.open({ id: 'token-new', title, width: 640, content: <NewTokenWindow /> })
}
