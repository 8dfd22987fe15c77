import {
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

interface Props {
  opened: boolean
  onChange: (opened: boolean) => void
  /** The button that opens it; the panel floats beside it. */
  trigger: ReactElement<Trigger>
  children: ReactNode
  label: string
  /** Pixels or a CSS length. */
  width?: number | string
  side?: 'bottom-start' | 'bottom-end'
}

interface Trigger {
  onClick?: (event: MouseEvent<HTMLElement>) => void
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
}

// The library for floating elements is loaded after the first paint.
const PopoverPanel = lazy(() => import('./popover-panel.tsx').then((file) => ({ default: file.PopoverPanel })))

/** A floating panel that takes the focus while it is open and returns it afterwards. */
export function Popover({ trigger, children, width = 280, side = 'bottom-start', opened, ...rest }: Props) {
  const id = useId()
  const [target, setTarget] = useState<HTMLElement | null>(null)
  return (
    <>
      {cloneElement(trigger, {
        id,
        'aria-haspopup': 'dialog',
        'aria-expanded': opened,
        onClick(event: MouseEvent<HTMLElement>) {
          setTarget(event.currentTarget)
          trigger.props.onClick?.(event)
        },
        // Until the library has loaded, the panel is only about to open.
        onKeyDown(event: KeyboardEvent<HTMLElement>) {
          trigger.props.onKeyDown?.(event)
          if (event.key !== 'Escape' || !opened) return
          event.preventDefault()
          rest.onChange(false)
        },
      } as Trigger)}
      {target ? (
        <Suspense fallback={null}>
          <PopoverPanel {...rest} id={id} target={target} opened={opened} width={width} side={side}>
            {children}
          </PopoverPanel>
        </Suspense>
      ) : null}
    </>
  )
}
