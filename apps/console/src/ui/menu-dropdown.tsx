import { Menu as MantineMenu } from '@mantine/core'
import type { ReactNode } from 'react'
import { FloatingAnchor } from './floating-anchor.tsx'
import { IconCheck } from './icons.ts'
import { MantineRoot } from './mantine-root.tsx'
import classes from './menu.module.css'
import type { ChoiceProps, ItemProps, MenuSide } from './menu.tsx'
import { useOpenedLater } from './use-opened-later.ts'

interface Props {
  id: string
  target: HTMLElement
  opened: boolean
  onClose: () => void
  width: number
  side: MenuSide
  children: ReactNode
}

/** Distance from the edges of the window. */
const padding = 8
const opposite = { 'bottom-start': 'top-start', 'bottom-end': 'top-end', 'top-end': 'bottom-end' } as const

/** Below or above the trigger, beside it if neither has room, and never larger than the window: then it scrolls. */
const fitting = (side: MenuSide) => ({
  flip: {
    crossAxis: false,
    padding,
    fallbackPlacements: [opposite[side], 'left-start' as const, 'right-start' as const],
  },
  shift: { padding },
  size: { padding },
})

export function MenuDropdown({ id, target, opened, onClose, width, side, children }: Props) {
  return (
    <MantineRoot>
      <MantineMenu
        id={id}
        opened={useOpenedLater(opened)}
        onChange={(next) => {
          if (!next) onClose()
        }}
        position={side}
        middlewares={fitting(side)}
        width={width}
        offset={6}
        shadow="none"
        zIndex={600}
        transitionProps={{ duration: 0 }}
        // The placeholder would be a focusable child of the menu that is not an item.
        withInitialFocusPlaceholder={false}
        classNames={{
          dropdown: classes.dropdown,
          item: classes.item,
          label: classes.label,
          divider: classes.divider,
          itemLabel: classes.itemLabel,
          itemSection: classes.itemSection,
        }}
      >
        <MantineMenu.Target>
          <FloatingAnchor element={target} />
        </MantineMenu.Target>
        <MantineMenu.Dropdown>{children}</MantineMenu.Dropdown>
      </MantineMenu>
    </MantineRoot>
  )
}

export function MenuItem({ danger = false, ...rest }: ItemProps) {
  return <MantineMenu.Item {...rest} {...(danger ? { 'data-danger': true } : {})} />
}

export function MenuChoice({ value, options, onChange }: ChoiceProps<string>) {
  return (
    <MantineMenu.RadioGroup value={value} onChange={onChange}>
      {options.map((option) => (
        <MantineMenu.RadioItem key={option.value} value={option.value} checkIcon={<IconCheck size={16} stroke={1.8} />}>
          {option.label}
        </MantineMenu.RadioItem>
      ))}
    </MantineMenu.RadioGroup>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <MantineMenu.Label>{children}</MantineMenu.Label>
}

export function MenuDivider() {
  return <MantineMenu.Divider />
}
