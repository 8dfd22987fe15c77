import { Notifications } from '@mantine/notifications'
import { MantineRoot } from './mantine-root.tsx'
import classes from './toasts.module.css'

/** Position of toasts: bottom right in the shell, at the top elsewhere; at most seven at a time (spec §9). */
export function Toasts({ position }: { position: 'bottom-right' | 'top-center' }) {
  return (
    <MantineRoot>
      <Notifications
        position={position}
        limit={7}
        zIndex={900}
        transitionDuration={150}
        classNames={{ root: classes.place as string, notification: classes.toast as string }}
      />
    </MantineRoot>
  )
}
