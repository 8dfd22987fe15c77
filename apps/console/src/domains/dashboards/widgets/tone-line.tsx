import type { Threshold } from '@longreach/contract/dashboards/widgets'
import { toneIcons } from './tones.ts'
import classes from './widgets.module.css'

/** Meaning of a value, in words. */
export function ToneLine({ threshold }: { threshold: Threshold | undefined }) {
  if (!threshold?.words) return null
  const Icon = toneIcons[threshold.tone]
  return (
    <p className={classes.tone} data-tone={threshold.tone}>
      <Icon size={16} stroke={1.8} aria-hidden="true" />
      {threshold.words}
    </p>
  )
}
