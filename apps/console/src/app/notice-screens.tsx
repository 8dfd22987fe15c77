import {
  IconCloudOff,
  IconError404,
  IconLock,
  IconMailExclamation,
  IconShieldLock,
  IconTool,
  IconUserQuestion,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../api/error.ts'
import { useBrand } from '../brand/brand.ts'
import { Logo } from '../brand/logo.tsx'
import type { BlockingCode } from '../domains/account/session.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/state.tsx'
import classes from './notice-screens.module.css'

function Notice({ icon, title, text, action }: { icon: ReactNode; title: string; text: ReactNode; action: ReactNode }) {
  const brand = useBrand()
  return (
    <main className={classes.screen}>
      <div className={classes.brand}>
        <Logo />
        {brand.logo ? null : brand.app_name}
      </div>
      <div className={classes.card}>
        <EmptyState icon={icon} title={title} text={text} action={action} />
      </div>
      {brand.notice ? <p className={classes.notice}>{brand.notice}</p> : null}
    </main>
  )
}

const go = (path: string) => () => location.assign(path)
const icon = { size: 22, stroke: 1.6 }

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

export function OfflineScreen() {
  const { t } = useTranslation(['shell', 'ui'])
  const retry = location.pathname === '/offline.html' ? go('/') : () => location.reload()
  return (
    <Notice
      icon={<IconCloudOff {...icon} />}
      title={t('offline.title')}
      text={t('offline.text')}
      action={<Button onClick={retry}>{t('ui:retry')}</Button>}
    />
  )
}

export function MaintenanceScreen({ error }: { error: ApiError }) {
  const { t } = useTranslation(['shell', 'ui'])
  return (
    <Notice
      icon={<IconTool {...icon} />}
      title={t('maintenance.title')}
      text={
        <>
          {t('maintenance.text')}
          {error.requestId ? (
            <span className={classes.request}>{t('ui:requestId', { id: error.requestId })}</span>
          ) : null}
        </>
      }
      action={<Button onClick={() => location.reload()}>{t('ui:retry')}</Button>}
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
      action={<Button onClick={go('/logout')}>{t('account.logOut')}</Button>}
    />
  )
}
