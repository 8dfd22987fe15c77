import './texts.ts'
import { IconExternalLink, IconTerminal2 } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../../api/error.ts'
import { endOfWork } from '../../api/status-channel.ts'
import { extendByAnHour } from '../../connect/extend.ts'
import { openByLink, openBySession } from '../../connect/opened-shell.ts'
import type { ShellState } from '../../connect/shell-state.ts'
import { ShellView } from '../../connect/shell-view.tsx'
import { dock } from '../../dock/store.ts'
import { TabLabel } from '../../dock/tab-label.tsx'
import type { DockKind, DockTab } from '../../registry/domain.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { EmptyState, ErrorState } from '../../ui/state.tsx'
import { confirmEnd, dataOf, endSession, leaveShell, openAgain, startSession } from './open-shell.ts'
import classes from './shell-tab.module.css'

/** Milliseconds of waiting for the reason of a failed opening. */
const patience = 5000

export const shellTab: DockKind = { Head, Content, leave: leaveShell }

function Head({ tab }: { tab: DockTab }) {
  const { t } = useTranslation('remote')
  return (
    <TabLabel
      icon={<span className={classes.dot} data-live={tab.live} />}
      title={tab.title}
      note={tab.live === false ? t('shell.ended') : tab.note}
    />
  )
}

/** Opens nothing until the tab is shown for the first time: a reload may restore many tabs. */
function Content({ tab, shown }: { tab: DockTab; shown: boolean }) {
  const [seen, setSeen] = useState(shown)
  if (shown && !seen) setSeen(true)
  return seen ? <Shell tab={tab} /> : null
}

/** The session from before the reload, or a new one. */
async function open(tab: DockTab) {
  const { session } = dataOf(tab)
  if (session !== undefined) return { session, shell: await openBySession(session) }
  const { sessionId, link, channel } = await startSession(tab)
  dock.update(tab.id, { data: { ...dataOf(tab), session: sessionId } })
  try {
    return { session: sessionId, shell: await openByLink(link) }
  } catch (failure) {
    // Connecting may have failed before the link was used: the reason is then reported on this channel.
    const last = await endOfWork(channel, patience).catch(() => null)
    throw last?.status === 'error' ? new Error(last.value) : failure
  }
}

/** A final refusal: the session from before the reload is no longer open. */
const isOver = (error: Error | null) => error instanceof ApiError && error.status >= 400 && error.status < 429

function Shell({ tab }: { tab: DockTab }) {
  const { t } = useTranslation('remote')
  const client = useQueryClient()
  const { id } = tab
  const { attempt, session } = dataOf(tab)
  const [restored] = useState(session === undefined ? null : attempt)
  const { data, error, refetch } = useQuery({
    queryKey: ['shell', id, attempt],
    queryFn: () => open(dock.find(id) ?? tab),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const over = restored === attempt && isOver(error)
  const again = () => openAgain(id)
  useEffect(() => {
    if (error) dock.update(id, { live: false })
  }, [error, id])

  const onState = ({ phase, username }: ShellState) => {
    const ended = phase === 'ended' || phase === 'taken-over'
    dock.update(id, { live: !ended, note: username })
    if (ended) void client.invalidateQueries({ queryKey: ['remote'] })
  }
  if (data)
    return (
      <ShellView
        key={data.session}
        shell={data.shell}
        onState={onState}
        onExtend={() => void extendByAnHour(data.session)}
        onEnd={() => void confirmEnd().then((sure) => (sure ? endSession(data.session) : undefined))}
        onAgain={again}
        extra={
          <IconButton size="small" label={t('shell.tab')} onClick={() => moveOut(id, data.session)}>
            <IconExternalLink size={17} stroke={1.6} />
          </IconButton>
        }
      />
    )
  return (
    <div className={classes.wait} role={error ? undefined : 'status'}>
      {over ? (
        <EmptyState
          icon={<IconTerminal2 size={22} stroke={1.6} />}
          title={t('shell.over')}
          text={t('shell.overText')}
          action={<Button onClick={again}>{t('shell.again')}</Button>}
        />
      ) : error ? (
        <ErrorState
          title={t('open.failed')}
          message={messageOf(error)}
          onRetry={restored === attempt ? () => void refetch() : again}
        />
      ) : (
        <Spinner size={22} />
      )}
    </div>
  )
}

/** Moves the shell to a browser tab of its own. */
function moveOut(id: string, session: number): void {
  window.open(`/rms-connect/ssh?session=${session}`, '_blank')
  dock.remove(id)
}
