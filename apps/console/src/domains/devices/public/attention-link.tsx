import { Link } from '@tanstack/react-router'
import type { Search } from '../../../api/search.ts'
import { formatCount } from '../../../ui/format.ts'
import classes from '../attention-strip.module.css'

interface Props {
  to: '/management/actions'
  search: Search
  count: number
  label: string
  hint: string
}

/** A number of another domain in the strip, which leads to its list. */
export function AttentionLink({ to, search, count, label, hint }: Props) {
  return (
    <div className={classes.item}>
      <Link to={to} search={search} className={classes.number}>
        <strong>{formatCount(count)}</strong>
        <span>{label}</span>
        <small>{hint}</small>
      </Link>
    </div>
  )
}
