import type { Target } from '@longreach/contract/actions/schemas'
import { IconChevronRight } from '@tabler/icons-react'
import { Ago } from '../../ui/ago.tsx'
import { StateMark } from './state-mark.tsx'
import { TargetDetails } from './target-details.tsx'
import classes from './target-row.module.css'

interface Props {
  target: Target
  open: boolean
  onToggle: (open: boolean) => void
}

/** One device of an action: its state; expanded, every step and the output. */
export function TargetRow({ target, open, onToggle }: Props) {
  return (
    <div>
      <button type="button" className={classes.row} aria-expanded={open} onClick={() => onToggle(!open)}>
        <StateMark state={target.state} />
        <span className={classes.name}>{target.device_name}</span>
        <span className={classes.message}>{target.message}</span>
        <Ago time={target.finished_at ?? target.sent_at ?? target.created_at} className={classes.time} />
        <IconChevronRight size={16} stroke={1.6} className={classes.arrow} data-open={open || undefined} />
      </button>
      {open ? <TargetDetails target={target} /> : null}
    </div>
  )
}
