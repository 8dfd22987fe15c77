import type { ReactNode } from 'react'
import classes from './window.module.css'

export function WindowBody({ children }: { children: ReactNode }) {
  return <div className={classes.body}>{children}</div>
}

/** Actions at the bottom right, one of them primary. */
export function WindowActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>
}
