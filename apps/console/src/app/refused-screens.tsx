import '../shell/texts.ts'
import { IconError404, IconLock, IconMailExclamation, IconShieldLock, IconUserQuestion } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { BlockingCode } from '../api/blocked.ts'
import { Button } from '../ui/button.tsx'
import { lazy } from '../ui/lazy.ts'
import { noticeIcon as icon, Notice } from './notice.tsx'

const go = (path: string) => () => location.assign(path)

export function DeniedScreen() {
  const { t } = useTranslation(['shell', 'ui'])
  return (
    <Notice
      icon={<IconLock {...icon} />}
      title={t('denied.title')}
      text={t('denied.text')}
      action={<Button onClick={go('/logout')}>{t('account.logOut')}</Button>}
    />
  )
}

export function NotFoundScreen() {
  const { t } = useTranslation(['shell', 'ui'])
  return (
    <Notice
      icon={<IconError404 {...icon} />}
      title={t('missing.title')}
      text={t('missing.text')}
      action={<Button onClick={go('/')}>{t('missing.home')}</Button>}
    />
  )
}

const VerifyNotice = lazy(() =>
  import('../domains/account/verify-notice.tsx').then((file) => ({ default: file.VerifyNotice })),
)

const blockedIcons = {
  EMAIL_NOT_VERIFIED: IconMailExclamation,
  NOT_INVITED_EXTERNAL_USER: IconUserQuestion,
  MFA_MANDATORY: IconShieldLock,
} as const

export function BlockedScreen({ code }: { code: BlockingCode }) {
  const { t } = useTranslation(['shell', 'ui'])
  const Icon = blockedIcons[code]
  return (
    <Notice
      icon={<Icon {...icon} />}
      title={t(`notices.${code}.title`)}
      text={t(`notices.${code}.text`)}
      action={
        <>
          {code === 'EMAIL_NOT_VERIFIED' ? (
            <Suspense fallback={null}>
              <VerifyNotice />
            </Suspense>
          ) : null}
          <Button onClick={go('/logout')}>{t('account.logOut')}</Button>
        </>
      }
    />
  )
}
