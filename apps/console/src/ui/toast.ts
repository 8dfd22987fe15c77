import { notifications } from '@mantine/notifications'

const duration = 4000

/** Bottom right for four seconds (spec §9); errors stay twice as long. */
export function toast(message: string, kind: 'success' | 'error' | 'plain' = 'plain'): void {
  notifications.show({
    message,
    autoClose: kind === 'error' ? duration * 2 : duration,
    withBorder: false,
    'data-kind': kind,
    role: kind === 'error' ? 'alert' : 'status',
  })
}
