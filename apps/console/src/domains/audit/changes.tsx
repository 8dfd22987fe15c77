import type { AuditChange, AuditLine } from '@longreach/contract/audit/endpoints'
import { IconArrowNarrowRight, IconChevronDown } from '@tabler/icons-react'
import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { formatApiTime } from '../../ui/format.ts'
import classes from './audit.module.css'

/** Ids of the open lines, and a function that opens or closes one. */
export const OpenLines = createContext<{ open: ReadonlySet<number>; toggle: (line: AuditLine) => void }>({
  open: new Set(),
  toggle: () => undefined,
})

const apiTime = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/
const shown = (value: string) => (apiTime.test(value) ? formatApiTime(value) : value)

export function Before({ change: { before, removed } }: { change: AuditChange }) {
  if (removed) return removed.map((one) => <s key={one}>{one}</s>)
  return before === null ? <span className={classes.nothing}>—</span> : <s>{shown(before)}</s>
}

export function After({ change: { after, added } }: { change: AuditChange }) {
  if (added)
    return added.map((one) => (
      <strong key={one} className={classes.added}>
        + {one}
      </strong>
    ))
  return after === null ? <span className={classes.nothing}>—</span> : <strong>{shown(after)}</strong>
}

/** A single change in the line itself; for several, their number, which opens them. */
export function ChangesCell({ line }: { line: AuditLine }) {
  const { t } = useTranslation('audit')
  const { open, toggle } = useContext(OpenLines)
  const { changes } = line
  const [change] = changes
  if (!change) return null
  if (changes.length > 1) {
    return (
      <button
        type="button"
        tabIndex={-1}
        className={classes.fold}
        aria-expanded={open.has(line.id)}
        onClick={() => toggle(line)}
      >
        {t('fields', { count: changes.length })}
        <IconChevronDown size={15} stroke={1.6} aria-hidden="true" />
      </button>
    )
  }
  return (
    <span className={classes.change} title={[change.before, change.after].filter((one) => one !== null).join(' → ')}>
      <span className={classes.label}>{change.label}</span>
      {change.added ? (
        <>
          <After change={change} />
          <Before change={change} />
        </>
      ) : change.before === null ? (
        <After change={change} />
      ) : (
        <>
          <Before change={change} />
          <Arrow />
          <After change={change} />
        </>
      )}
    </span>
  )
}

export function Arrow() {
  const { t } = useTranslation('audit')
  return <IconArrowNarrowRight size={15} stroke={1.6} className={classes.arrow} aria-label={t('became')} />
}
