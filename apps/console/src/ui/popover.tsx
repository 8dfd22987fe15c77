import { Popover as MantinePopover } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import classes from './menu.module.css'

interface Props {
  opened: boolean
  onChange: (opened: boolean) => void
  trigger: ReactElement
  children: ReactNode
  label: string
  width?: number
  side?: 'bottom-start' | 'bottom-end'
}

/** A floating panel that takes the focus while open and gives it back. */
export function Popover({ opened, onChange, trigger, children, label, width = 280, side = 'bottom-start' }: Props) {
  return (
    <MantinePopover
      opened={opened}
      onChange={onChange}
      position={side}
      width={width}
      offset={6}
      shadow="none"
      trapFocus
      returnFocus
      zIndex={600}
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: classes.dropdown as string }}
    >
      <MantinePopover.Target>{trigger}</MantinePopover.Target>
      <MantinePopover.Dropdown aria-label={label}>{children}</MantinePopover.Dropdown>
    </MantinePopover>
  )
}
