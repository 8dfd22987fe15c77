import type { ReactNode } from 'react'

export interface WindowSpec {
  /** Opening a window whose id is already open replaces it. */
  id: string
  title: string
  /** Beside the title, in smaller type. */
  subtitle?: string
  content: ReactNode
  /** Pixels; the height follows the content. */
  width?: number
  /** A question that has to be answered first: dims everything, cannot be minimised or maximised. */
  prompt?: boolean
  /** False if it cannot be maximised. */
  fullscreen?: false
  bare?: true
  /** Can only be closed by its own content. */
  forced?: true
  /** The element marked with `data-autofocus` in its content gets the focus, instead of the title. */
  contentFocus?: true
  /** Help name; a question mark in the header opens the text, if there is one. */
  help?: string
}

export interface OpenWindow extends WindowSpec {
  minimised: boolean
  maximised: boolean
  /** Whether its content would be lost if it were closed. */
  filled: boolean
  /** Higher numbers are in front. */
  order: number
  opener: HTMLElement | null
  onClosed?: () => void
}

/** Maximum minimised windows (spec §9). */
export const minimisedLimit = 5

/** The open windows, as plain data outside React, so that any code can open one. */
export function createWindowStore() {
  let windows: readonly OpenWindow[] = []
  let counter = 0
  const listeners = new Set<() => void>()

  const set = (next: readonly OpenWindow[]) => {
    windows = next
    for (const listener of listeners) listener()
  }
  const change = (id: string, part: Partial<OpenWindow>) =>
    set(windows.map((window) => (window.id === id ? { ...window, ...part } : window)))

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    list: () => windows,
    open(spec: WindowSpec, onClosed?: () => void) {
      const opener = findOpener()
      const old = windows.find((window) => window.id === spec.id)
      const next: OpenWindow = {
        ...spec,
        minimised: false,
        maximised: false,
        filled: false,
        order: ++counter,
        opener: old?.opener ?? opener,
        ...(onClosed ? { onClosed } : {}),
      }
      set([...windows.filter((window) => window.id !== spec.id), next])
      // The question in a replaced window gets no other answer.
      old?.onClosed?.()
    },
    raise(id: string) {
      if (topWindow(windows)?.id !== id) change(id, { order: ++counter })
    },
    /** False if the maximum number of windows is already minimised. */
    minimise(id: string): boolean {
      if (windows.filter((window) => window.minimised).length >= minimisedLimit) return false
      change(id, { minimised: true })
      return true
    },
    restore(id: string) {
      change(id, { minimised: false, order: ++counter })
    },
    toggleMaximised(id: string) {
      change(id, { maximised: !windows.find((window) => window.id === id)?.maximised })
    },
    fill(id: string, filled: boolean) {
      if (windows.some((window) => window.id === id && window.filled !== filled)) change(id, { filled })
    },
    rename(id: string, title: string) {
      change(id, { title })
    },
    describe(id: string, subtitle: string) {
      change(id, { subtitle })
    },
    /** Without an id: the topmost main window that is not minimised; prompts and forced windows have to be answered. */
    close(id: string | undefined = topWindow(windows.filter(({ prompt, forced }) => !prompt && !forced))?.id) {
      const closing = windows.find((window) => window.id === id)
      if (!closing) return
      set(windows.filter((window) => window !== closing))
      closing.onClosed?.()
    },
  }
}

/** The frontmost window on the screen. */
export function topWindow(windows: readonly OpenWindow[]): OpenWindow | undefined {
  return windows
    .filter((window) => !window.minimised)
    .reduce<OpenWindow | undefined>((top, window) => (top && top.order > window.order ? top : window), undefined)
}

/** The focused element; for a menu item, which disappears when pressed, the button of the menu. */
function findOpener(): HTMLElement | null {
  const { activeElement } = document
  const opener = activeElement?.closest('[role=menu]')
    ? document.querySelector('[aria-haspopup=menu][aria-expanded=true]')
    : activeElement
  return opener instanceof HTMLElement ? opener : null
}

export const windows = createWindowStore()
