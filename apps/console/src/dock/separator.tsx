import type { KeyboardEvent, PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './dock.module.css'
import type { Height } from './height.ts'

/** Pixels per press of an arrow key. */
const step = 24

/** The upper edge of the dock, moved with the pointer or the arrow keys. */
export function Separator({ height }: { height: Height }) {
  const { t } = useTranslation('dock')
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowUp: height.now + step, ArrowDown: height.now - step, Home: height.max, End: height.min }[
      event.key
    ]
    if (to === undefined) return
    event.preventDefault()
    height.set(to)
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const { currentTarget: edge, clientY, pointerId } = event
    if (event.button !== 0) return
    event.preventDefault()
    edge.setPointerCapture(pointerId)
    edge.focus()
    const drag = (moved: globalThis.PointerEvent) => height.set(height.now + clientY - moved.clientY)
    edge.addEventListener('pointermove', drag)
    edge.addEventListener('lostpointercapture', () => edge.removeEventListener('pointermove', drag), { once: true })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      role="separator"
      aria-orientation="horizontal"
      aria-label={t('resize')}
      aria-valuenow={height.now}
      aria-valuemin={height.min}
      aria-valuemax={height.max}
      tabIndex={0}
      className={classes.separator}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    />
  )
}
