import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2, IconMinus, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { useTrap } from '../ui/focus-trap.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { returnFocus } from './focus.ts'
import type { OpenWindow } from './store.ts'
import { windows } from './store.ts'
import { WindowContext } from './use-window.ts'
import classes from './window.module.css'

interface Props {
  window: OpenWindow
  /** Its place among the layers of the page. */
  layer: number
  top: boolean
  /** A prompt lies over this window. */
  covered: boolean
  onMinimise: (id: string) => void
}

/** How far the header may leave the screen when dragged. */
const keepVisible = 80

export function Window({ window: spec, layer, top, covered, onMinimise }: Props) {
  const { t } = useTranslation('ui')
  const titleId = useId()
  const [moved, setMoved] = useState({ x: 0, y: 0 })
  const trap = useTrap(top)
  const element = useRef<HTMLElement | null>(null)

  useEffect(() => () => returnFocus(spec.opener), [spec.opener])

  const drag = (down: PointerEvent<HTMLElement>) => {
    if (down.button !== 0 || spec.maximised || (down.target as HTMLElement).closest('button')) return
    const box = element.current?.getBoundingClientRect()
    if (!box) return
    const start = { x: down.clientX - moved.x, y: down.clientY - moved.y }
    const limit = {
      left: moved.x - box.left + keepVisible - box.width,
      right: moved.x + innerWidth - box.left - keepVisible,
      top: moved.y - box.top,
      bottom: moved.y + innerHeight - box.top - 48,
    }
    const handle = down.currentTarget
    handle.setPointerCapture(down.pointerId)
    const move = (event: globalThis.PointerEvent) =>
      setMoved({
        x: Math.min(limit.right, Math.max(limit.left, event.clientX - start.x)),
        y: Math.min(limit.bottom, Math.max(limit.top, event.clientY - start.y)),
      })
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), { once: true })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    // An open list or menu inside the window takes Escape first.
    if (event.key !== 'Escape' || event.defaultPrevented || hasOpenList(element.current)) return
    event.stopPropagation()
    windows.close(spec.id)
  }

  const controls = spec.prompt !== true
  return (
    <div
      className={classes.layer}
      style={{ zIndex: layer }}
      hidden={spec.minimised}
      inert={covered && !top ? true : undefined}
    >
      <section
        ref={(node) => {
          element.current = node
          trap(node)
        }}
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
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging is an extra; size and closing have buttons */}
        <header
          className={classes.header}
          onPointerDown={drag}
          onDoubleClick={() => controls && windows.toggleMaximised(spec.id)}
        >
          <h2 id={titleId} className={classes.title} tabIndex={-1} data-autofocus={controls || undefined}>
            {spec.title}
          </h2>
          {controls ? (
            <>
              <IconButton size="small" tip={false} label={t('minimise')} onClick={() => onMinimise(spec.id)}>
                <IconMinus size={18} stroke={1.8} />
              </IconButton>
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
            </>
          ) : null}
          <IconButton size="small" tip={false} label={t('close')} onClick={() => windows.close(spec.id)}>
            <IconX size={18} stroke={1.6} />
          </IconButton>
        </header>
        <WindowContext value={spec.id}>
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

function hasOpenList(root: HTMLElement | null): boolean {
  return root?.querySelector('[role=combobox][aria-expanded=true],[aria-haspopup][aria-expanded=true]') != null
}
