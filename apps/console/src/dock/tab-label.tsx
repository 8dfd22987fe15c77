import type { ReactNode } from 'react'
import classes from './tab-label.module.css'

interface Props {
  icon: ReactNode
  title: string
  note?: ReactNode
}

/** Icon, title and current note in the row of tabs. */
export function TabLabel({ icon, title, note }: Props) {
  return (
    <>
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <strong className={classes.title}>{title}</strong>
      {note ? <span className={classes.note}>{note}</span> : null}
    </>
  )
}
