import i18next from 'i18next'
import type { ReactNode } from 'react'

const duration = 4000

let requested = false
let shown = 0
const listeners = new Set<() => void>()

/** Whether a toast was ever requested: until then the library is not loaded. */
export const hasToasts = {
  get: () => requested,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Loads the library in advance, for a page that is unloaded before it would arrive. */
export function readyToasts() {
  requested = true
  for (const listener of listeners) listener()
  return import('@mantine/notifications')
}

type Kind = 'success' | 'error' | 'plain'

function show(message: (close: () => void) => ReactNode, kind: Kind, autoClose: number, id = `toast-${++shown}`): void {
  void readyToasts().then(({ notifications }) => {
    notifications.show({
      id,
      message: message(() => notifications.hide(id)),
      autoClose,
      withBorder: false,
      'data-kind': kind,
      role: kind === 'error' ? 'alert' : 'status',
      closeButtonProps: { 'aria-label': i18next.t('ui:close') },
    })
  })
}

/** Shows a toast for four seconds (spec §9), an error for twice as long. One `id` is never shown twice at once. */
export function toast(message: string, kind: Kind = 'plain', id?: string): void {
  show(() => message, kind, kind === 'error' ? duration * 2 : duration, id)
}

/** Shows a toast with a button for ten seconds. */
export function toastWith(message: (close: () => void) => ReactNode): void {
  show(message, 'plain', 10_000)
}
