import {
  IconCloudOff,
  IconError404,
  IconLock,
  IconMailExclamation,
  IconShieldLock,
  IconTool,
  IconUserQuestion,
} from '@tabler/icons-react'
import { type ReactNode, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { BlockingCode } from '../api/blocked.ts'
import { forgetFailures } from '../api/failures.ts'
import { useBrand } from '../brand/brand.ts'
import { Logo } from '../brand/logo.tsx'
import { Button } from '../ui/button.tsx'
import { lazy } from '../ui/lazy.ts'
import { EmptyState } from '../ui/state.tsx'
import { followable, type Notice as NoticeKind, offlinePath } from './guard.ts'
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
        <EmptyState alone icon={icon} title={title} text={text} action={action} />
      </div>
      {brand.notice ? <p className={classes.notice}>{brand.notice}</p> : null}
    </main>
  )
}

const go = (path: string) => () => location.assign(path)
const icon = { size: 22, stroke: 1.6 }

function DeniedScreen() {
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

/** `/offline.html`; leads back to where one was, by itself when the network is there again. */
export function OfflineScreen() {
  const { t } = useTranslation(['shell', 'ui'])
  const retry = () => {
    if (location.pathname !== offlinePath) return location.reload()
    location.replace(followable(new URLSearchParams(location.search).get('continue_url'), location.origin) ?? '/')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads the address when it is called
  useEffect(() => {
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [])
  return (
    <Notice
      icon={<IconCloudOff {...icon} />}
      title={t('offline.title')}
      text={t('offline.text')}
      action={<Button onClick={retry}>{t('ui:retry')}</Button>}
    />
  )
}

type Failure = Extract<NoticeKind, { kind: 'failed' | 'maintenance' }>

/** The start failed: what the server said, and from the third time on that it is away. */
function FailedStart({ notice: { kind, error } }: { notice: Failure }) {
  const { t } = useTranslation(['shell', 'ui'])
  const retry = () => {
    forgetFailures()
    location.reload()
  }
  const said = error ? t(error.status === 408 ? 'start.timeout' : 'start.failed') : null
  return (
    <Notice
      icon={kind === 'failed' ? <IconCloudOff {...icon} /> : <IconTool {...icon} />}
      title={t(kind === 'failed' ? 'start.title' : 'maintenance.title')}
      text={
        <>
          {kind === 'failed' ? said : t('maintenance.text')}
          {kind === 'maintenance' && said ? <span className={classes.said}>{said}</span> : null}
          {error?.requestId ? (
            <span className={classes.request}>{t('ui:requestId', { id: error.requestId })}</span>
          ) : null}
        </>
      }
      action={<Button onClick={kind === 'failed' ? () => location.reload() : retry}>{t('ui:retry')}</Button>}
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

function BlockedScreen({ code }: { code: BlockingCode }) {
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

/** What stands in place of the console. */
export function NoticeScreen({ notice }: { notice: NoticeKind }) {
  if (notice.kind === 'denied') return <DeniedScreen />
  return notice.kind === 'blocked' ? <BlockedScreen code={notice.code} /> : <FailedStart notice={notice} />
}
