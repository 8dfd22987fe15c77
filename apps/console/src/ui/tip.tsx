import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
} from 'react'
import { type TipSide, tips } from './tips.ts'

interface Props {
  label: ReactNode
  children: ReactElement<Pointed>
  side?: TipSide
  disabled?: boolean
}

interface Pointed {
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void
  onPointerDown?: (event: PointerEvent<HTMLElement>) => void
  onFocus?: (event: FocusEvent<HTMLElement>) => void
  onBlur?: (event: FocusEvent<HTMLElement>) => void
}

/** A short text beside its child on hover and focus; `TipHost` draws it. */
export function Tip({ label, children, side = 'bottom', disabled = false }: Props) {
  const element = useRef<HTMLElement>(null)
  const own = children.props

  // The text may change while it is shown ('Copied'), and the child may disappear under the pointer.
  useEffect(() => {
    const now = tips.get()
    if (!now || now.element !== element.current) return
    if (disabled) tips.hide()
    else if (now.label !== label) tips.show({ ...now, label })
  }, [label, disabled])
  useEffect(() => () => tips.hide(element.current), [])

  const show = (target: HTMLElement) => {
    element.current = target
    if (!disabled) tips.show({ element: target, label, side })
  }
  return cloneElement(children, {
    onPointerEnter(event) {
      own.onPointerEnter?.(event)
      if (event.pointerType !== 'touch') show(event.currentTarget)
    },
    onPointerLeave(event) {
      own.onPointerLeave?.(event)
      tips.hide(event.currentTarget)
    },
    onPointerDown(event) {
      own.onPointerDown?.(event)
      tips.hide(event.currentTarget)
    },
    onFocus(event) {
      own.onFocus?.(event)
      if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget)
    },
    onBlur(event) {
      own.onBlur?.(event)
      tips.hide(event.currentTarget)
    },
  })
}
