import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'

interface Props {
  label: string
  className?: string | undefined
  children: ReactNode
}

const controlsOf = (bar: Element) => [...bar.querySelectorAll<HTMLElement>('button, a[href]')]

/** The control with the focus, or the one that had it last, is the only one that Tab reaches. */
function keepOne(bar: Element, current: Element | null) {
  const controls = controlsOf(bar)
  const one = controls.find((control) => control === current) ?? controls[0]
  for (const control of controls) control.tabIndex = control === one ? 0 : -1
}

function target(key: string, at: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return at === 0 ? last : at - 1
    case 'ArrowRight':
      return at === last ? 0 : at + 1
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}

function move(event: KeyboardEvent<HTMLElement>) {
  if (event.ctrlKey || event.altKey || event.metaKey) return
  const controls = controlsOf(event.currentTarget)
  const at = controls.indexOf(document.activeElement as HTMLElement)
  const to = at < 0 ? undefined : target(event.key, at, controls.length - 1)
  if (to === undefined) return
  event.preventDefault()
  controls[to]?.focus()
}

/**
 * Buttons and links in a row, also those of parts that load later: Tab reaches one of them, left, right, Home and End
 * move between them.
 */
export function Toolbar({ label, className, children }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const own = bar.current
    if (!own) return
    const current = () => own.querySelector('[tabindex="0"]')
    keepOne(own, current())
    const watch = new MutationObserver(() => keepOne(own, current()))
    watch.observe(own, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [])
  const onFocus = (event: FocusEvent<HTMLElement>) => keepOne(event.currentTarget, event.target)
  return (
    <div ref={bar} role="toolbar" aria-label={label} className={className} onKeyDown={move} onFocus={onFocus}>
      {children}
    </div>
  )
}
