import type { ReactNode } from 'react'

export type TipSide = 'top' | 'bottom' | 'right' | 'left'

export interface ShownTip {
  element: HTMLElement
  label: ReactNode
  side: TipSide
}

let shown: ShownTip | null = null
const listeners = new Set<() => void>()

function set(next: ShownTip | null) {
  shown = next
  for (const listener of listeners) listener()
}

/** The only tip of the page, for the element under the pointer or with the focus. */
export const tips = {
  get: () => shown,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  show: set,
  /** Without an element, hides any tip. */
  hide(element?: HTMLElement | null) {
    if (shown && (element === undefined || shown.element === element)) set(null)
  },
}
