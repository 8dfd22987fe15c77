import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import { FloatingAnchor } from './floating-anchor.tsx'
import { MantineRoot } from './mantine-root.tsx'
import classes from './menu.module.css'
import { useOpenedLater } from './use-opened-later.ts'

interface Props {
  id: string
  target: HTMLElement
  opened: boolean
  onChange: (opened: boolean) => void
  label: string
  width: number | string
  side: 'bottom-start' | 'bottom-end'
  children: ReactNode
}

export function PopoverPanel({ id, target, opened, onChange, label, width, side, children }: Props) {
  return (
    <MantineRoot>
      <Popover
        id={id}
        opened={useOpenedLater(opened)}
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
        <Popover.Target>
          <FloatingAnchor element={target} />
        </Popover.Target>
        <Popover.Dropdown aria-label={label}>{children}</Popover.Dropdown>
      </Popover>
    </MantineRoot>
  )
}
