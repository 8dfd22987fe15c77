import { type ReactNode, useId } from 'react'
import { createPortal } from 'react-dom'
import { useTrap } from '../../ui/focus-trap.tsx'
import classes from './forced-window.module.css'

/** A question in front of the whole console: no header, and nothing but the answer closes it (spec §4). */
export function ForcedWindow({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  const trap = useTrap(true)
  return createPortal(
    <div className={classes.layer}>
      <section
        ref={trap}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
        className={classes.window}
      >
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        {children}
      </section>
    </div>,
    document.body,
  )
}
