import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react'

interface Point {
  x: number
  y: number
}

/** Pixels of a window that stay on the screen: of its width, and of its height the header. */
const keepVisible = { x: 80, y: 48 }
const step = { fine: 16, coarse: 80 }
const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

const between = (low: number, high: number, value: number) => Math.min(high, Math.max(low, value))

/** Limits a moved window to the current bounds. */
function limitsOf(box: DOMRect, moved: Point) {
  return (to: Point): Point => ({
    x: between(moved.x - box.left + keepVisible.x - box.width, moved.x + innerWidth - box.left - keepVisible.x, to.x),
    y: between(moved.y - box.top, moved.y + innerHeight - box.top - keepVisible.y, to.y),
  })
}

/** Moves a window by its header, dragged or with the arrow keys; Shift makes larger steps. */
export function useMove(element: RefObject<HTMLElement | null>, movable: boolean) {
  const [moved, setMoved] = useState<Point>({ x: 0, y: 0 })

  const drag = (down: PointerEvent<HTMLElement>) => {
    if (down.button !== 0 || !movable || (down.target as HTMLElement).closest('button, a')) return
    const box = element.current?.getBoundingClientRect()
    if (!box) return
    const inside = limitsOf(box, moved)
    const start = { x: down.clientX - moved.x, y: down.clientY - moved.y }
    const handle = down.currentTarget
    handle.setPointerCapture(down.pointerId)
    const move = (event: globalThis.PointerEvent) =>
      setMoved(inside({ x: event.clientX - start.x, y: event.clientY - start.y }))
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), { once: true })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = arrows[event.key]
    const box = element.current?.getBoundingClientRect()
    if (!arrow || !movable || !box) return
    event.preventDefault()
    const by = event.shiftKey ? step.coarse : step.fine
    setMoved(limitsOf(box, moved)({ x: moved.x + arrow.x * by, y: moved.y + arrow.y * by }))
  }
  return { moved, drag, onKeyDown }
}
