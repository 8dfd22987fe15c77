import { Link } from '@tanstack/react-router'
import { useCan } from '../../../api/session.ts'
import cells from '../../../tables/cells.module.css'
import classes from './company-name.module.css'

interface Props {
  id: number
  /** Null if the company does not exist any more. */
  name: string | null
  /** Set in a grid, where each row has a single tab stop. */
  cell?: boolean
}

/** A company name; links to its page for users who may see it. */
export function CompanyName({ id, name, cell = false }: Props) {
  const leads = useCan('view_companies') && id > 0 && name !== null
  const text = name ?? `#${id}`
  const cut = cell ? cells.cut : undefined
  if (!leads) {
    return (
      <span className={cut} title={cell ? text : undefined}>
        {text}
      </span>
    )
  }
  return (
    <Link
      to="/companies/$company_id"
      params={{ company_id: String(id) }}
      className={cell ? `${cells.cut} ${classes.cell}` : classes.word}
      title={text}
      tabIndex={cell ? -1 : undefined}
    >
      {text}
    </Link>
  )
}
