import { Menu as MantineMenu } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { IconCheck } from './icons.ts'
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
  danger?: boolean
}

export function MenuItem({ danger = false, ...rest }: ItemProps) {
  return <MantineMenu.Item {...rest} {...(danger ? { 'data-danger': true } : {})} />
}

interface ChoiceProps<T extends string> {
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
}

/** Lines of which one holds; the menu stays open. */
export function MenuChoice<T extends string>({ value, options, onChange }: ChoiceProps<T>) {
  return (
    <MantineMenu.RadioGroup value={value} onChange={(next) => onChange(next as T)}>
      {options.map((option) => (
        <MantineMenu.RadioItem key={option.value} value={option.value} checkIcon={<IconCheck size={16} stroke={1.8} />}>
          {option.label}
        </MantineMenu.RadioItem>
      ))}
    </MantineMenu.RadioGroup>
  )
}

export const MenuLabel = MantineMenu.Label
export const MenuDivider = MantineMenu.Divider
