import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Search } from '../api/search.ts'
import { useCan } from '../api/session.ts'
import { formatCount } from '../ui/format.ts'
import classes from './device-count.module.css'

interface Props {
  count: number
  /** The filter of the device list for exactly the devices counted; without it the count is no link. */
  filter: Search | undefined
  /** Set in a grid, where each row has a single tab stop. */
  cell?: boolean
  /** In place of the number. */
  children?: ReactNode
}

/** A number of devices; links to the list of these devices for users who may see it. */
export function DeviceCount({ count, filter, cell = false, children = formatCount(count) }: Props) {
  const leads = useCan('view_devices') && filter !== undefined && count > 0
  if (!leads) return children
  return (
    <Link to="/management/devices" search={filter} className={classes.count} tabIndex={cell ? -1 : undefined}>
      {children}
    </Link>
  )
}
