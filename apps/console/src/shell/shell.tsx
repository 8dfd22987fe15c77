import './texts.ts'
import { IconArrowUp } from '@tabler/icons-react'
import { Outlet, useParams, useRouterState } from '@tanstack/react-router'
import { Suspense, type UIEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { live } from '../api/live.ts'
import { useUser } from '../api/session.ts'
import { isKind } from '../dock/kinds.ts'
import { dock } from '../dock/store.ts'
import { useDock } from '../dock/use-dock.ts'
import { Place } from '../registry/place.tsx'
import { findScreen } from '../registry/screens.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { lazy } from '../ui/lazy.ts'
import { readyToasts } from '../ui/toast.ts'
import { usePhone } from '../ui/use-phone.ts'
import { windows } from '../windows/store.ts'
import { ConnectionNotice } from './connection-notice.tsx'
import { Header } from './header.tsx'
import { Navigation } from './navigation.tsx'
import classes from './shell.module.css'
import { useConnectionLost } from './use-connection-lost.ts'
import { useFollowed } from './use-followed.ts'
import { useRightsNews } from './use-rights-news.ts'
import { useTouched } from './use-touched.ts'
import { useWideNav } from './use-wide-nav.ts'
import { useWindowHelp } from './use-window-help.ts'

// Loaded after the first paint, which does not need them; code that positions tips and menus, at first interaction.
const WindowHost = lazy(() => import('../windows/host.tsx').then((file) => ({ default: file.WindowHost })))
const TipHost = lazy(() => import('../ui/tip-host.tsx').then((file) => ({ default: file.TipHost })))
const Dock = lazy(() => import('../dock/dock.tsx').then((file) => ({ default: file.Dock })))
const HelpPanel = lazy(() => import('./lazy/help-panel.tsx').then((file) => ({ default: file.HelpPanel })))
const UpdatePrompt = lazy(() => import('./lazy/update-prompt.tsx').then((file) => ({ default: file.UpdatePrompt })))

/** Pixels of scrolling before the button back to the top is shown. */
const scrollTopAfter = 300

/** Everything behind sign-in: the frame with its screen, and windows over it. */
export function Shell() {
  useRightsNews()
  useFollowed()
  const touched = useTouched()
  // The offline toast has to work without the network, even on an untouched page.
  useEffect(() => {
    if (touched) void readyToasts()
  }, [touched])
  const opened = useSyncExternalStore(windows.subscribe, () => windows.list().length > 0)
  return (
    <>
      <Frame touched={touched} />
      {createPortal(
        <Suspense fallback={null}>
          {touched || opened ? <WindowHost /> : null}
          <Place at="shell.start" />
          {touched ? <TipHost /> : null}
        </Suspense>,
        document.body,
      )}
    </>
  )
}

function Frame({ touched }: { touched: boolean }) {
  const { t } = useTranslation('shell')
  const path = useRouterState({ select: (state) => state.location.pathname })
  const params = useParams({ strict: false }) as { id?: string; company_id?: string; name?: string }
  const { wide, toggle } = useWideNav()
  const [drawer, setDrawer] = useState(false)
  const [far, setFar] = useState(false)
  const [helped, setHelped] = useState(false)
  const about = findScreen(path)?.help
  const main = useRef<HTMLElement>(null)
  const lost = useConnectionLost(live)
  const { id: userId } = useUser()
  const work = useDock()
  const phone = usePhone()
  const covered = (work.whole || phone) && !work.minimised && work.tabs.length > 0
  useWindowHelp()
  useEffect(() => dock.restore(userId, isKind), [userId])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes whenever the path changes
  useEffect(() => setDrawer(false), [path])

  const closeHelp = () => {
    setHelped(false)
    document.getElementById('help-button')?.focus()
  }
  const onScroll = (event: UIEvent<HTMLElement>) => setFar(event.currentTarget.scrollTop > scrollTopAfter)

  return (
    <div className={`${classes.shell} ${wide ? '' : classes.narrow} ${about && helped ? classes.helped : ''}`}>
      <a className={classes.skip} href="#content">
        {t('skip')}
      </a>
      <Header
        wide={wide}
        onMenu={() => setDrawer(true)}
        help={about ? { open: helped, toggle: () => setHelped(!helped) } : null}
      />
      <Navigation wide={wide} onToggle={toggle} drawer={drawer} onClose={() => setDrawer(false)} />
      {/* A live region has to exist before its content, or screen readers do not announce it. */}
      <div className={classes.notice} role="status">
        {lost ? <ConnectionNotice since={lost} /> : null}
        <Place at="shell.notice" />
        <Suspense fallback={null}>{touched ? <UpdatePrompt /> : null}</Suspense>
      </div>
      <main
        id="content"
        ref={main}
        tabIndex={-1}
        className={classes.content}
        inert={covered}
        data-outdated={lost ? true : undefined}
        onScroll={onScroll}
        key={`${params.id ?? ''}/${params.company_id ?? ''}/${params.name ?? ''}`}
      >
        <Outlet />
      </main>
      {about && helped ? (
        <Suspense fallback={null}>
          <HelpPanel about={about} onClose={closeHelp} />
        </Suspense>
      ) : null}
      {work.tabs.length > 0 ? (
        <Suspense fallback={null}>
          <Dock />
        </Suspense>
      ) : null}
      {far ? (
        <div className={classes.toTop}>
          <IconButton label={t('toTop')} onClick={() => main.current?.scrollTo({ top: 0, behavior: 'smooth' })}>
            <IconArrowUp size={18} stroke={1.8} />
          </IconButton>
        </div>
      ) : null}
    </div>
  )
}
