import {
  type ComponentType,
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useId,
  useState,
} from 'react'
import { lazy } from './lazy.ts'

export type MenuSide = 'bottom-start' | 'bottom-end' | 'top-end'

interface MenuProps {
  trigger: ReactElement<Trigger>
  children: ReactNode
  width?: number
  side?: MenuSide
}

interface Trigger {
  onClick?: (event: MouseEvent<HTMLElement>) => void
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
}

// The library for floating elements is loaded after the first paint.
const dropdown = () => import('./menu-dropdown.tsx')
const MenuDropdown = lazy(() => dropdown().then((file) => ({ default: file.MenuDropdown })))

/** A menu under its trigger; arrow keys move, Esc closes it and returns the focus. */
export function Menu({ trigger, children, width = 220, side = 'bottom-end' }: MenuProps) {
  const id = useId()
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const [opened, setOpened] = useState(false)
  return (
    <>
      {cloneElement(trigger, {
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': opened,
        onClick(event: MouseEvent<HTMLElement>) {
          trigger.props.onClick?.(event)
          setTarget(event.currentTarget)
          setOpened(!opened)
        },
        // Until the library has loaded, the menu is only about to open.
        onKeyDown(event: KeyboardEvent<HTMLElement>) {
          trigger.props.onKeyDown?.(event)
          if (event.key !== 'Escape' || !opened) return
          event.preventDefault()
          setOpened(false)
        },
      } as Trigger)}
      {target ? (
        <Suspense fallback={null}>
          <MenuDropdown
            id={id}
            target={target}
            opened={opened}
            onClose={() => setOpened(false)}
            width={width}
            side={side}
          >
            {children}
          </MenuDropdown>
        </Suspense>
      ) : null}
    </>
  )
}

export interface ItemProps {
  children: ReactNode
  onClick: () => void
  leftSection?: ReactNode
  danger?: boolean
}

export interface ChoiceProps<T extends string> {
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
}

export const MenuItem: ComponentType<ItemProps> = lazy(() => dropdown().then((file) => ({ default: file.MenuItem })))
export const MenuLabel = lazy(() => dropdown().then((file) => ({ default: file.MenuLabel })))
export const MenuDivider = lazy(() => dropdown().then((file) => ({ default: file.MenuDivider })))

/** Exclusive options; the menu stays open. */
export const MenuChoice = lazy(() => dropdown().then((file) => ({ default: file.MenuChoice }))) as unknown as <
  T extends string,
>(
  props: ChoiceProps<T>,
) => ReactNode
