import { IconArrowUp } from '@tabler/icons-react'
import { Outlet, useParams, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, type UIEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/icon-button.tsx'
import { MantineRoot } from '../ui/mantine-root.tsx'
import { toast, toastsWanted } from '../ui/toast.ts'
import { Header } from './header.tsx'
import { Navigation } from './navigation.tsx'
import classes from './shell.module.css'
import { useWideNav } from './use-wide-nav.ts'

// Not part of the first picture, so they come after it.
const WindowHost = lazy(() => import('../windows/host.tsx').then((file) => ({ default: file.WindowHost })))
const Toasts = lazy(() => import('../ui/toasts.tsx').then((file) => ({ default: file.Toasts })))

/** Pixels scrolled before the way back to the top is offered. */
const scrollTopAfter = 300

/** Everything behind sign-in: the frame with its screen, and over it windows and toasts. */
export function Shell() {
  const toasting = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.get)
  return (
    <MantineRoot>
      <Frame />
      {createPortal(
        <Suspense fallback={null}>
          <WindowHost />
          {toasting ? <Toasts /> : null}
        </Suspense>,
        document.body,
      )}
    </MantineRoot>
  )
}

/** Header, navigation and the content area in which the screens appear. */
function Frame() {
  const { t } = useTranslation('shell')
  const path = useRouterState({ select: (state) => state.location.pathname })
  const params = useParams({ strict: false }) as { id?: string; company_id?: string; name?: string }
  const { wide, toggle } = useWideNav()
  const [drawer, setDrawer] = useState(false)
  const [far, setFar] = useState(false)
  const main = useRef<HTMLElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes whenever the path changes
  useEffect(() => setDrawer(false), [path])

  useEffect(() => {
    const tell = () => toast(t('offline.lost'), 'error')
    addEventListener('offline', tell)
    return () => removeEventListener('offline', tell)
  }, [t])

  const onScroll = (event: UIEvent<HTMLElement>) => setFar(event.currentTarget.scrollTop > scrollTopAfter)

  return (
    <div className={`${classes.shell} ${wide ? '' : classes.narrow}`}>
      <a className={classes.skip} href="#content">
        {t('skip')}
      </a>
      <Header onMenu={() => setDrawer(true)} />
      <Navigation wide={wide} onToggle={toggle} drawer={drawer} onClose={() => setDrawer(false)} />
      <main
        id="content"
        ref={main}
        tabIndex={-1}
        className={classes.content}
        onScroll={onScroll}
        key={`${params.id ?? ''}/${params.company_id ?? ''}/${params.name ?? ''}`}
      >
        <Outlet />
      </main>
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
