import type { ReactNode } from 'react'
import classes from './list-card.module.css'

interface Props {
  title: string
  /** To the right of the title. */
  action?: ReactNode
  /** Replaces the lines: an error, or that there are none. */
  instead?: { text: string; alert?: boolean } | null
  children: ReactNode
}

/** A card with a list: its title, an action, and one line per entry. */
export function ListCard({ title, action, instead = null, children }: Props) {
  return (
    <section className={classes.card} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {action}
      </header>
      {instead ? (
        <p className={classes.quiet} role={instead.alert ? 'alert' : undefined}>
          {instead.text}
        </p>
      ) : (
        <ul>{children}</ul>
      )}
    </section>
  )
}

export function ListCardRow({ children }: { children: ReactNode }) {
  return <li className={classes.row}>{children}</li>
}
