import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../ui/toast.ts'
import { windowsClient } from './client.ts'
import { dismiss } from './dismiss.ts'
import classes from './host.module.css'
import { type OpenWindow, topWindow, windows } from './store.ts'
import { hasOpenList, Window } from './window.tsx'

/** Between the page and what floats over windows (menus, lists, toasts), however many were opened before. */
const layerOf = (list: readonly OpenWindow[], one: OpenWindow) =>
  400 + 2 * list.filter((other) => other.order < one.order).length

/** Draws the open windows over the page, and the minimised ones as a tray. */
export function WindowHost() {
  const { t } = useTranslation('ui')
  const client = useQueryClient()
  useEffect(() => windowsClient.set(client), [client])
  const list = useSyncExternalStore(windows.subscribe, windows.list)
  const top = topWindow(list)
  const shown = list.filter((window) => !window.minimised)
  const tray = list.filter((window) => window.minimised)

  // The page is inert for keyboard and screen reader exactly while a window covers it.
  const covered = top !== undefined
  useLayoutEffect(() => {
    const root = document.getElementById('root')
    root?.toggleAttribute('inert', covered)
    return () => root?.removeAttribute('inert')
  }, [covered])

  // If a focused control is removed, the page gets the focus and receives the keys.
  useEffect(() => {
    if (!top) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.activeElement !== document.body) return
      if (!hasOpenList(document.body)) void dismiss(top)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [top])

  const minimise = (id: string) => {
    if (!windows.minimise(id)) toast(t('windowLimit'), 'error')
  }

  return (
    <>
      {covered && (shown.length === 1 || top.prompt) ? (
        <div
          className={classes.scrim}
          style={{ zIndex: top.prompt ? layerOf(list, top) - 1 : 390 }}
          aria-hidden="true"
        />
      ) : null}
      {list.map((window) => (
        <Window
          key={window.id}
          window={window}
          layer={layerOf(list, window)}
          top={window === top}
          covered={top?.prompt === true}
          onMinimise={minimise}
        />
      ))}
      {tray.length > 0 ? (
        <nav className={classes.tray} aria-label={t('minimisedWindows')}>
          {tray.map((window) => (
            <button key={window.id} type="button" className={classes.chip} onClick={() => windows.restore(window.id)}>
              {window.subtitle ? `${window.title} ${window.subtitle}` : window.title}
            </button>
          ))}
        </nav>
      ) : null}
    </>
  )
}
