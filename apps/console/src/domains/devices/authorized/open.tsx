import i18next from 'i18next'
import { lazy } from '../../../ui/lazy.ts'
import { windows } from '../../../windows/store.ts'

const AuthorizeDeviceWindow = lazy(() =>
  import('./windows.tsx').then((file) => ({ default: file.AuthorizeDeviceWindow })),
)
const AuthorizeFileWindow = lazy(() => import('./windows.tsx').then((file) => ({ default: file.AuthorizeFileWindow })))

const help = 'auth-devices'

export function openAuthorizeDevice(): void {
  const content = <AuthorizeDeviceWindow />
  windows.open({ id: 'device-authorize', title: i18next.t('authorized:add'), width: 560, help, content })
}

export function openAuthorizeFile(): void {
  const content = <AuthorizeFileWindow />
  windows.open({ id: 'device-authorize-file', title: i18next.t('authorized:file.title'), width: 520, help, content })
}
