import '../texts.ts'
import type { Alert } from '@longreach/contract/alerts/schemas'
import { Ago } from '../../../ui/ago.tsx'
import classes from './alert-lines.module.css'

type Line = Pick<Alert, 'id' | 'event' | 'message' | 'created_at'>

interface Props<A extends Line> {
  label: string
  alerts: readonly A[]
  /** Runs when a line is pressed; without it lines cannot be pressed. */
  onOpen?: ((alert: A) => void) | undefined
  /** Uses one line for each alert where there is space. */
  wide?: boolean
}

/** Alerts of one device below each other: event and time, then the message. */
export function AlertLines<A extends Line>({ label, alerts, onOpen, wide = false }: Props<A>) {
  return (
    <ul className={classes.list} data-wide={wide || undefined} aria-label={label}>
      {alerts.map((alert) => (
        <li key={alert.id}>
          {onOpen ? (
            <button type="button" className={classes.event} title={alert.event} onClick={() => onOpen(alert)}>
              {alert.event}
            </button>
          ) : (
            <span className={classes.event} title={alert.event}>
              {alert.event}
            </span>
          )}
          <Ago time={alert.created_at} className={classes.time} />
          {alert.message === '' ? null : (
            <p className={classes.message} title={alert.message}>
              {alert.message}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
