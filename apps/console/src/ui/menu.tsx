import { Menu as MantineMenu } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import classes from './menu.module.css'

interface MenuProps {
  trigger: ReactElement
  children: ReactNode
  width?: number
  side?: 'bottom-start' | 'bottom-end' | 'top-end'
}

/** A menu under its trigger; arrows move, Esc closes, focus returns. */
export function Menu({ trigger, children, width = 220, side = 'bottom-end' }: MenuProps) {
  return (
    <MantineMenu
      position={side}
      width={width}
      offset={6}
      shadow="none"
      zIndex={600}
      transitionProps={{ duration: 0 }}
      classNames={{
        dropdown: classes.dropdown,
        item: classes.item,
        label: classes.label,
        divider: classes.divider,
        itemLabel: classes.itemLabel,
        itemSection: classes.itemSection,
      }}
    >
      <MantineMenu.Target>{trigger}</MantineMenu.Target>
      <MantineMenu.Dropdown>{children}</MantineMenu.Dropdown>
    </MantineMenu>
  )
}

interface ItemProps {
  children: ReactNode
  onClick: () => void
  leftSection?: ReactNode
  rightSection?: ReactNode
  closeMenuOnClick?: boolean
  danger?: boolean
  /** Makes it one of a set of which one holds. */
  checked?: boolean
}

export function MenuItem({ danger = false, checked, ...rest }: ItemProps) {
  return (
    <MantineMenu.Item
      {...rest}
      {...(danger ? { 'data-danger': true } : {})}
      {...(checked === undefined ? {} : { role: 'menuitemradio', 'aria-checked': checked })}
    />
  )
}

export const MenuLabel = MantineMenu.Label
export const MenuDivider = MantineMenu.Divider
