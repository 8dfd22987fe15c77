import { IconBolt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCan } from '../../api/session.ts'
import { dock } from '../../dock/store.ts'
import { useDock } from '../../dock/use-dock.ts'
import { textOf } from '../../i18n/i18n.ts'
import classes from '../../shell/counter.module.css'
import { formatCount } from '../../ui/format.ts'
import { runningQuery } from './running-query.ts'

/** Number of the user's running actions and open shells; opens the dock, or the list of actions if it is empty. */
export function RunningCounter() {
  const navigate = useNavigate()
  const mayRead = useCan('view_device_logs')
  const { tabs, minimised } = useDock()
  const { data = 0 } = useQuery({ ...runningQuery, enabled: mayRead })
  const count = data + tabs.filter(({ kind, live }) => kind === 'shell' && live === true).length
  const docked = tabs.length > 0
  if (!mayRead && !docked) return null
  const open = () => {
    if (!docked) void navigate({ to: '/management/actions', search: {} })
    else if (minimised) dock.raise()
    else dock.minimise()
  }
  return (
    <button
      type="button"
      className={classes.counter}
      data-running={count > 0 || undefined}
      data-dock={docked || undefined}
      aria-expanded={docked ? !minimised : undefined}
      onClick={open}
    >
      <IconBolt size={17} stroke={1.7} aria-hidden="true" />
      <span>
        {formatCount(count)} <span className={classes.word}>{textOf('actions:running')}</span>
      </span>
    </button>
  )
}
