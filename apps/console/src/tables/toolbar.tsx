import type { ReactNode } from 'react'
import { loadLazy } from '../ui/lazy.ts'

interface Props {
  label: string
  className?: string | undefined
  children: ReactNode
}

// Lazy: no key is pressed before the first rows.
function attach(bar: HTMLElement | null) {
  const roving = loadLazy(() => import('./lazy/roving.ts')).then(({ rove }) => (bar ? rove(bar) : undefined))
  return () => void roving.then((end) => end?.())
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
