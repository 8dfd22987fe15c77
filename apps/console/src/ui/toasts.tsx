import { Notifications } from '@mantine/notifications'
import classes from './toasts.module.css'

/** Where toasts appear; at most seven at a time. */
export function Toasts() {
  return (
    <Notifications
      position="bottom-right"
      limit={7}
      zIndex={900}
      transitionDuration={150}
      classNames={{ notification: classes.toast as string }}
    />
  )
}
