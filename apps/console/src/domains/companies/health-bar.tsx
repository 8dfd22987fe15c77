import type { Health } from '@longreach/contract/companies/schemas'
import classes from './health-bar.module.css'

/** Share of online and offline devices; the figures are beside it. */
export function HealthBar({ health: { devices, online, offline } }: { health: Health }) {
  const parts = { online, offline, other: devices - online - offline }
  return (
    <span className={classes.bar} aria-hidden="true">
      {Object.entries(parts).map(([part, count]) =>
        count > 0 ? <span key={part} data-part={part} style={{ flexGrow: count }} /> : null,
      )}
    </span>
  )
}
