import { Link } from '@tanstack/react-router'
import { useCan } from '../../api/session.ts'
import cells from '../../tables/cells.module.css'
import classes from './alerts.module.css'

interface Props {
  id: number
  name: string
  /** Set in a grid, where each row has a single tab stop. */
  cell?: boolean
}

/** The name of a device; links to its page for users who may see it. */
export function DeviceLink({ id, name, cell = false }: Props) {
  const leads = useCan('view_devices')
  const cut = cell ? cells.cut : undefined
  if (!leads)
    return (
      <span className={cut} title={cell ? name : undefined}>
        {name}
      </span>
    )
  return (
    <Link
      to="/devices/$id/activity"
      params={{ id: String(id) }}
      className={cut ?? classes.word}
      title={cell ? name : undefined}
      tabIndex={cell ? -1 : undefined}
    >
      {name}
    </Link>
  )
}
