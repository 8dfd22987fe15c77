import './texts.ts'
import { closeRemoteSession } from '@longreach/contract/remote/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { ApiError, messageOf } from '../api/error.ts'
import type { Search } from '../api/search.ts'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { ErrorState } from '../ui/state.tsx'
import { TipHost } from '../ui/tip-host.tsx'
import { toast } from '../ui/toast.ts'
import { extendByAnHour } from './extend.ts'
import { openByKey, openBySession } from './opened-shell.ts'
import classes from './shell-page.module.css'
import { ShellView } from './shell-view.tsx'

/** `/rms-connect/ssh`: a shell that fills the tab, by the one-time `key` of a link or by a `session` of the user. */
export function ShellPage() {
  const { t } = useTranslation('connect')
  return (
    <>
      <main className={classes.page}>
        <h1 className="visually-hidden">{t('terminal')}</h1>
        <Shell />
      </main>
      {createPortal(<TipHost />, document.body)}
    </>
  )
}

function Shell() {
  const { t } = useTranslation('connect')
  const { key = '', session = '' } = useSearch({ strict: false }) as Search
  const { data, error } = useQuery({
    queryKey: ['shell', key, session],
    queryFn: () => (key === '' ? openBySession(Number(session)) : openByKey(key)),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

  useEffect(() => {
    if (data) document.title = t('shellOf', { name: data.device_name })
  }, [data, t])

  const end = async () => {
    try {
      await call(closeRemoteSession, { params: { session_id: Number(session) } })
    } catch (failure) {
      toast(messageOf(failure), 'error')
    }
  }
  if (data)
    return (
      <ShellView
        shell={data}
        onExtend={session === '' ? undefined : () => void extendByAnHour(Number(session))}
        onEnd={session === '' ? undefined : () => void end()}
      />
    )

  if (error) return <NotOpened error={error} />
  return (
    <div className={classes.wait} role="status" aria-label={t('opening')}>
      <Spinner size={22} />
    </div>
  )
}

function NotOpened({ error }: { error: Error }) {
  const { t } = useTranslation('connect')
  const spent = error instanceof ApiError && error.status >= 400 && error.status < 429
  return (
    <div className={classes.wait}>
      <div>
        <ErrorState
          title={spent ? t('link.title') : t('failed')}
          message={spent ? t('link.text') : messageOf(error)}
          requestId={error instanceof ApiError ? error.requestId : null}
        />
        <div className={classes.way}>
          <Button onClick={() => location.assign('/')}>{t('link.signIn')}</Button>
        </div>
      </div>
    </div>
  )
}
