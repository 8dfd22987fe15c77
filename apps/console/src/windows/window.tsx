import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2, IconHelp, IconMinus, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, Suspense, useCallback, useEffect, useId, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBrand } from '../brand/brand.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { useTrap } from '../ui/focus-trap.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { usePhone } from '../ui/use-phone.ts'
import { dismiss } from './dismiss.ts'
import { returnFocus } from './focus.ts'
import { helpOn } from './help.ts'
import type { OpenWindow } from './store.ts'
import { windows } from './store.ts'
import { useMove } from './use-move.ts'
import { useTypedAhead } from './use-typed-ahead.ts'
import { type Place, WindowContext } from './use-window.ts'
import classes from './window.module.css'

interface Props {
  window: OpenWindow
  /** z-index among the layers of the page. */
  layer: number
  top: boolean
  /** Whether a prompt covers this window. */
  covered: boolean
  onMinimise: (id: string) => void
}

export function Window({ window: spec, layer, top, covered, onMinimise }: Props) {
  const { t } = useTranslation('ui')
  const titleId = useId()
  const trap = useTrap(top)
  const element = useRef<HTMLElement | null>(null)
  const hintId = useId()
  const phone = usePhone()
  const controls = spec.prompt !== true && spec.bare !== true
  const movable = !spec.maximised && !phone
  const { moved, drag, onKeyDown: onArrow } = useMove(element, movable)
  const mayMaximise = controls && spec.fullscreen !== false
  const brand = useBrand()
  const openHelp = brand.default ? helpOn(spec.help) : undefined

  // Stable: a new ref would move the focus to the title whenever the window is drawn again.
  const attach = useCallback(
    (node: HTMLElement | null) => {
      element.current = node
      trap(node)
    },
    [trap],
  )
  useTypedAhead(element, top)
  useEffect(() => () => returnFocus(spec.opener), [spec.opener])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || hasOpenList(element.current)) return
    event.stopPropagation()
    void dismiss(spec)
  }

  const place = useMemo<Place>(
    () => ({ close: () => windows.close(spec.id), fill: (filled) => windows.fill(spec.id, filled) }),
    [spec.id],
  )
  return (
    <div
      className={classes.layer}
      style={{ zIndex: layer }}
      hidden={spec.minimised}
      inert={covered && !top ? true : undefined}
    >
      <section
        ref={attach}
        role="dialog"
        aria-modal={top || undefined}
        aria-labelledby={titleId}
        tabIndex={-1}
        className={`${classes.window} ${spec.maximised ? classes.maximised : ''} ${spec.prompt ? classes.prompt : ''}`}
        style={{
          ...(spec.maximised ? {} : { translate: `${moved.x}px ${moved.y}px` }),
          ['--window-width' as string]: `${spec.width ?? 600}px`,
        }}
        onPointerDown={() => windows.raise(spec.id)}
        onKeyDown={onKeyDown}
      >
        {spec.bare ? (
          <h2 id={titleId} className="visually-hidden">
            {spec.title}
          </h2>
        ) : (
          // biome-ignore lint/a11y/noStaticElementInteractions: what the pointer does here, the title does by keys
          <div
            className={classes.header}
            onPointerDown={drag}
            onDoubleClick={() => mayMaximise && windows.toggleMaximised(spec.id)}
          >
            <h2
              id={titleId}
              className={classes.title}
              tabIndex={movable ? 0 : -1}
              aria-describedby={movable ? hintId : undefined}
              data-autofocus={(controls && !spec.contentFocus) || undefined}
              onKeyDown={onArrow}
            >
              {spec.title}
              {spec.subtitle ? <small className={classes.subtitle}> {spec.subtitle}</small> : null}
            </h2>
            {movable ? (
              <span id={hintId} className={classes.moveHint}>
                {t('moveHint')}
              </span>
            ) : null}
            {openHelp ? (
              <IconButton size="small" tip={false} label={t('help')} onClick={openHelp}>
                <IconHelp size={18} stroke={1.6} />
              </IconButton>
            ) : null}
            {controls ? (
              <IconButton size="small" tip={false} label={t('minimise')} onClick={() => onMinimise(spec.id)}>
                <IconMinus size={18} stroke={1.8} />
              </IconButton>
            ) : null}
            {mayMaximise ? (
              <IconButton
                size="small"
                tip={false}
                className={classes.maximise ?? ''}
                label={t(spec.maximised ? 'restore' : 'maximise')}
                onClick={() => windows.toggleMaximised(spec.id)}
              >
                {spec.maximised ? (
                  <IconArrowsDiagonalMinimize2 size={18} stroke={1.6} />
                ) : (
                  <IconArrowsDiagonal size={18} stroke={1.6} />
                )}
              </IconButton>
            ) : null}
            {spec.forced ? null : (
              <IconButton size="small" tip={false} label={t('close')} onClick={() => windows.close(spec.id)}>
                <IconX size={18} stroke={1.6} />
              </IconButton>
            )}
          </div>
        )}
        <WindowContext value={place}>
          <ErrorBoundary>
            <Suspense
              fallback={
                <div className={classes.waiting}>
                  <Spinner size={22} />
                </div>
              }
            >
              {spec.content}
            </Suspense>
          </ErrorBoundary>
        </WindowContext>
      </section>
    </div>
  )
}

/** Whether a list or menu is open, which handles Escape first. */
export function hasOpenList(root: HTMLElement | null): boolean {
  return root?.querySelector('[role=combobox][aria-expanded=true],[aria-haspopup][aria-expanded=true]') != null
}
