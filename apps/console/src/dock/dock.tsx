import './texts.ts'
import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2, IconLayoutColumns, IconMinus } from '@tabler/icons-react'
import { Suspense, use, useCallback, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { DockTab } from '../registry/domain.ts'
import { Place } from '../registry/place.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { usePhone } from '../ui/use-phone.ts'
import classes from './dock.module.css'
import { useHeight } from './height.ts'
import { kindOf } from './kinds.ts'
import { Separator } from './separator.tsx'
import { dock } from './store.ts'
import { Tabs } from './tabs.tsx'
import { useDock } from './use-dock.ts'
import { useKeys } from './use-keys.ts'

const icon = { size: 17, stroke: 1.6 }
const shownPanel = '[role=tabpanel]:not([hidden])'
const shownTerminal = `${shownPanel} .xterm-helper-textarea`

/** Shells, commands and actions at the bottom of the frame: beside the page, not in front of it. */
export function Dock() {
  const { t } = useTranslation('dock')
  const { tabs, shown, beside, minimised, whole } = useDock()
  const phone = usePhone()
  const height = useHeight()
  const section = useRef<HTMLElement>(null)
  const keys = useId()
  const find = useCallback((selector: string) => section.current?.querySelector<HTMLElement>(selector), [])
  const enter = useCallback(() => {
    // After the tab that was just opened or shown has been drawn.
    requestAnimationFrame(() => (find(shownTerminal) ?? find(shownPanel))?.focus({ preventScroll: true }))
  }, [find])
  useKeys(section, enter)
  const calls = dock.calls()
  useLayoutEffect(() => {
    if (calls === 0) return
    // At once where there is a terminal: the next key may follow before the next frame.
    find(shownTerminal)?.focus({ preventScroll: true })
    enter()
  }, [calls, enter, find])

  const covered = minimised || whole || phone ? 0 : height.now
  useEffect(() => {
    document.documentElement.style.setProperty('--dock', `${covered}px`)
    return () => void document.documentElement.style.removeProperty('--dock')
  }, [covered])

  const other = tabs.findLast((tab) => tab.id !== shown)
  const two = beside !== null && !phone
  return (
    <section
      ref={section}
      className={classes.dock}
      aria-label={t('title')}
      aria-describedby={keys}
      hidden={minimised}
      data-whole={whole || phone || undefined}
      style={whole || phone ? undefined : { height: height.now }}
    >
      <p id={keys} className="visually-hidden">
        {t('keys')}
      </p>
      {whole || phone ? null : <Separator height={height} />}
      <header className={classes.head}>
        <Tabs tabs={tabs} shown={shown} beside={two ? beside : null} />
        <div className={classes.add}>
          <Place at="shell.dock" />
        </div>
        <div className={classes.tools}>
          {other && !phone ? (
            <IconButton
              size="small"
              label={t(two ? 'alone' : 'beside')}
              aria-pressed={two}
              onClick={() => dock.putBeside(two ? null : other.id)}
            >
              <IconLayoutColumns {...icon} />
            </IconButton>
          ) : null}
          {phone ? null : (
            <IconButton size="small" label={t(whole ? 'part' : 'whole')} onClick={dock.toggleWhole}>
              {whole ? <IconArrowsDiagonalMinimize2 {...icon} /> : <IconArrowsDiagonal {...icon} />}
            </IconButton>
          )}
          <IconButton size="small" label={t('minimise')} aria-keyshortcuts="Control+`" onClick={dock.minimise}>
            <IconMinus {...icon} />
          </IconButton>
        </div>
      </header>
      <div className={classes.panels} data-two={two || undefined}>
        {tabs.map((tab) => {
          const visible = tab.id === shown || (two && tab.id === beside)
          return (
            <div
              key={tab.id}
              id={`dock-panel-${tab.id}`}
              role="tabpanel"
              aria-labelledby={`dock-tab-${tab.id}`}
              tabIndex={-1}
              className={classes.panel}
              data-right={(two && tab.id === beside) || undefined}
              hidden={!visible}
            >
              <ErrorBoundary>
                <Suspense fallback={null}>
                  <Content tab={tab} shown={visible && !minimised} />
                </Suspense>
              </ErrorBoundary>
            </div>
          )
        })}
      </div>
    </section>
  )
}

function Content({ tab, shown }: { tab: DockTab; shown: boolean }) {
  const { Content: Kind } = use(kindOf(tab.kind))
  return <Kind tab={tab} shown={shown} />
}
