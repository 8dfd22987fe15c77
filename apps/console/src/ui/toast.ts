import i18next from 'i18next'

const duration = 4000

let wanted = false
const listeners = new Set<() => void>()

/** Whether anything was ever to be shown: until then the library and its place on the page are not loaded. */
export const toastsWanted = {
  get: () => wanted,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Bottom right for four seconds (spec §9); errors stay twice as long. */
export function toast(message: string, kind: 'success' | 'error' | 'plain' = 'plain'): void {
  wanted = true
  for (const listener of listeners) listener()
  void import('@mantine/notifications').then(({ notifications }) =>
    notifications.show({
      message,
      autoClose: kind === 'error' ? duration * 2 : duration,
      withBorder: false,
      'data-kind': kind,
      role: kind === 'error' ? 'alert' : 'status',
      closeButtonProps: { 'aria-label': i18next.t('ui:close') },
    }),
  )
}
