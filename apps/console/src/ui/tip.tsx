import { Tooltip } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import classes from './tip.module.css'

interface Props {
  label: ReactNode
  children: ReactElement
  side?: 'top' | 'bottom' | 'right' | 'left'
  disabled?: boolean
}

/** A short text beside its child on hover and focus. */
export function Tip({ label, children, side = 'bottom', disabled = false }: Props) {
  return (
    <Tooltip
      label={label}
      position={side}
      disabled={disabled}
      openDelay={350}
      events={{ hover: true, focus: true, touch: false }}
      classNames={{ tooltip: classes.tip }}
      maw={360}
      multiline
    >
      {children}
    </Tooltip>
  )
}
