import { Link } from '@tanstack/react-router'
import cells from './cells.module.css'

interface Props {
  to: string
  params: Record<string, string>
  name: string
}

/** The name of a row as a link to its page. The grid has the focus: Tab does not stop at each row. */
export const NameLink = ({ to, params, name }: Props) => (
  <Link to={to} params={params} className={cells.name} title={name} tabIndex={-1}>
    {name}
  </Link>
)
