import { IconCloudOff, IconTool } from '@tabler/icons-react'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { forgetFailures } from '../api/failures.ts'
import { Button } from '../ui/button.tsx'
import { lazy } from '../ui/lazy.ts'
import { followable, type Notice as NoticeKind, offlinePath } from './guard.ts'
import { noticeIcon as icon, Notice } from './notice.tsx'
import classes from './notice-screens.module.css'

const DeniedScreen = lazy(() => import('./refused-screens.tsx').then((file) => ({ default: file.DeniedScreen })))
const BlockedScreen = lazy(() => import('./refused-screens.tsx').then((file) => ({ default: file.BlockedScreen })))

/** `/offline.html`; returns to the previous page, automatically when the network is back. */
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

/** Time in milliseconds after which a start that the server refused is tried again. */
const pause = 30_000

/** The start failed: shows that there was no answer, or that the server is unavailable, and tries that again by itself. */
function FailedStart({ notice: { kind, error } }: { notice: Failure }) {
  const { t } = useTranslation(['shell', 'ui'])
  const retry = () => {
    forgetFailures()
    location.reload()
  }
  useEffect(() => {
    if (kind === 'failed') return undefined
    const timer = setTimeout(retry, pause)
    return () => clearTimeout(timer)
  })
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

/** The screen that replaces the console. */
export function NoticeScreen({ notice }: { notice: NoticeKind }) {
  if (notice.kind !== 'denied' && notice.kind !== 'blocked') return <FailedStart notice={notice} />
  return (
    <Suspense fallback={null}>
      {notice.kind === 'denied' ? <DeniedScreen /> : <BlockedScreen code={notice.code} />}
    </Suspense>
  )
}
