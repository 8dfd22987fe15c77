import { fit, type Item, place } from '@longreach/contract/dashboards/layout'
import { type PointerEvent, type RefObject, useRef, useState } from 'react'

const gap = 12
const row = 86

export type Corner = 'nw' | 'ne' | 'sw' | 'se'

interface Drag {
  item: Item
  corner: Corner | null
  /** The layout at the start: each position is computed from it, so that nothing is pushed twice. */
  items: readonly Item[]
  from: { x: number; y: number }
}

/** Moves by whole columns and rows; when a corner is dragged, the opposite one stays in place. */
function dragged({ item, corner }: Drag, dx: number, dy: number): Item {
  if (corner === null) return fit({ ...item, x: item.x + dx, y: item.y + dy })
  const right = item.x + item.w
  const bottom = item.y + item.h
  const { w } = fit({ ...item, w: item.w + (corner.endsWith('e') ? dx : -dx) })
  const { h } = fit({ ...item, h: item.h + (corner.startsWith('s') ? dy : -dy) })
  const x = corner.endsWith('e') ? item.x : Math.max(0, right - w)
  const y = corner.startsWith('s') ? item.y : Math.max(0, bottom - h)
  return fit({ i: item.i, x, y, w: corner.endsWith('e') ? w : right - x, h: corner.startsWith('s') ? h : bottom - y })
}

export function useDrag(
  board: RefObject<HTMLElement | null>,
  items: readonly Item[],
  onDropped: (items: Item[]) => void,
) {
  const drag = useRef<Drag | null>(null)
  const [preview, setPreview] = useState<{ id: string; items: Item[] } | null>(null)

  const layoutAt = ({ clientX, clientY }: PointerEvent<HTMLElement>): Item[] | null => {
    const current = drag.current
    const width = board.current?.clientWidth ?? 0
    if (!current || width === 0) return null
    const dx = Math.round((clientX - current.from.x) / ((width + gap) / 12))
    const dy = Math.round((clientY - current.from.y) / (row + gap))
    return place(current.items, dragged(current, dx, dy))
  }
  const end = () => {
    drag.current = null
    setPreview(null)
  }
  return {
    /** The resulting layout while a widget is dragged. */
    preview,
    handlers: (item: Item, corner: Corner | null) => ({
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        // A touch does not focus the widget, and its corners would stay hidden.
        event.currentTarget.closest<HTMLElement>('[data-widget]')?.focus({ preventScroll: true })
        drag.current = { item, corner, items, from: { x: event.clientX, y: event.clientY } }
        setPreview({ id: item.i, items: [...items] })
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const items = layoutAt(event)
        if (items) setPreview({ id: item.i, items })
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        // Uses the position of the release: a fast finger is there before the last move was drawn.
        const items = layoutAt(event)
        if (items) onDropped(items)
        end()
      },
      onPointerCancel: end,
    }),
  }
}
