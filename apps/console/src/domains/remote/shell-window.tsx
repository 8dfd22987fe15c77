import { closeRemoteSession } from '@longreach/contract/remote/endpoints'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { endOfWork } from '../../api/status-channel.ts'
import { extendByAnHour } from '../../connect/extend.ts'
import { openByLink } from '../../connect/opened-shell.ts'
import { ShellView } from '../../connect/shell-view.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ErrorState } from '../../ui/state.tsx'
import { confirm } from '../../windows/confirm.tsx'
import { useWindow } from '../../windows/use-window.ts'
import classes from './shell-window.module.css'
import type { Opening, Target } from './target.ts'

/** Milliseconds for which the reason of a failed opening is awaited. */
const patience = 5000

/** A shell in a window of the console; closing it ends the session. Opens the session, then shows the terminal. */
export function ShellWindow({ target, opening }: { target: Target; opening: Opening }) {
  const { t } = useTranslation('remote')
  const { close } = useWindow()
  const client = useQueryClient()
  const [attempt, setAttempt] = useState(0)
  const { data, error, refetch } = useQuery({
    queryKey: ['shell', target.key, attempt],
    queryFn: async () => {
      const { sessionId, link, channel } = await target.open(opening)
      try {
        return { sessionId, shell: await openByLink(link) }
      } catch (failure) {
        // Connecting may have failed before the link was used: then the reason was reported there.
        const last = await endOfWork(channel, patience).catch(() => null)
        throw last?.status === 'error' ? new Error(last.value) : failure
      }
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

  const moved = useRef(false)
  const sessionId = data?.sessionId
  useEffect(() => {
    if (sessionId === undefined) return
    return () => {
      if (moved.current) return
      // One that has ended already is ended as well.
      void call(closeRemoteSession, { params: { session_id: sessionId } })
        .catch(() => undefined)
        .then(() => client.invalidateQueries({ queryKey: ['remote'] }))
    }
  }, [sessionId, client])

  const end = async () => {
    const sure = await confirm({
      title: t('shell.endTitle'),
      text: t('shell.endText'),
      confirm: t('shell.end'),
      reminderKey: 'remote.end-shell',
    })
    if (sure) close()
  }
  const moveToTab = () => {
    moved.current = true
    window.open(`/rms-connect/ssh?session=${sessionId}`, '_blank')
    close()
  }
  return (
    <div className={classes.place}>
      {data ? (
        <ShellView
          key={data.sessionId}
          shell={data.shell}
          onExtend={() => void extendByAnHour(data.sessionId)}
          onEnd={() => void end()}
          onAgain={() => setAttempt(attempt + 1)}
          extra={
            <IconButton size="small" label={t('shell.tab')} onClick={moveToTab}>
              <IconExternalLink size={17} stroke={1.6} />
            </IconButton>
          }
        />
      ) : error ? (
        <ErrorState title={t('open.failed')} message={messageOf(error)} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.wait} role="status">
          <Spinner size={22} />
        </div>
      )}
    </div>
  )
}
