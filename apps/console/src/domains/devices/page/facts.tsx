import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './facts.module.css'

export function Card({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.card} aria-label={title}>
      <header className={classes.head}>
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  )
}

export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>
}

interface FactProps {
  label: string
  /** Nothing is drawn for a missing value. */
  value: ReactNode
  mono?: boolean
  note?: ReactNode
}

/** One labelled value; it flashes softly when it changes. */
export function Fact({ label, value, mono = false, note = null }: FactProps) {
  const changes = useChanges(typeof value === 'string' || typeof value === 'number' ? value : null)
  if (value === null || value === undefined || value === '') return null
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd key={changes} className={mono ? 'mono' : undefined} data-changed={changes > 0 || undefined}>
        {value}
        {note ? <small className={classes.note}>{note}</small> : null}
      </dd>
    </div>
  )
}

/** Number of changes of a value since it was first drawn. */
function useChanges(value: string | number | null): number {
  const before = useRef(value)
  const [changes, setChanges] = useState(0)
  useEffect(() => {
    if (before.current === value) return
    before.current = value
    setChanges((count) => count + 1)
  }, [value])
  return changes
}

interface MeterProps {
  label: string
  text: string
  /** 0 to 1. */
  share: number
  /** From this share on the bar is a warning. */
  high: number
}

export function Meter({ label, text, share, high }: MeterProps) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100)
  return (
    <div className={classes.meter}>
      <div>
        <span>{label}</span>
        <span className={classes.meterText}>{text}</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a meter element cannot be drawn to our colours */}
      <div
        className={classes.bar}
        role="meter"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={text}
        data-high={share >= high || undefined}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
    </div>
  )
}
