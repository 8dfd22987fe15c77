import type { ReactNode } from 'react'
import { loadLazy } from '../ui/lazy.ts'

interface Props {
  label: string
  className?: string | undefined
  children: ReactNode
}

/** Keys are only needed once something on the page has the focus. */
function attach(bar: HTMLElement | null) {
  if (!bar) return
  let ended = false
  let end: (() => void) | undefined
  const start = () =>
    void loadLazy(() => import('./lazy/roving.ts')).then(({ rove }) => {
      if (!ended) end = rove(bar)
    })
  document.addEventListener('focusin', start, { once: true })
  return () => {
    ended = true
    document.removeEventListener('focusin', start)
    end?.()
  }
}

/**
 * Buttons and links in a row, also those of parts that load later: Tab reaches one of them, left, right, Home and End
 * move between them.
 */
export const Toolbar = ({ label, className, children }: Props) => (
  <div ref={attach} role="toolbar" aria-label={label} className={className}>
    {children}
  </div>
)
