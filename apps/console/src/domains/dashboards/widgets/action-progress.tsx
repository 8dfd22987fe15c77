import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { StateMark } from '../../actions/public/state-mark.ts'
import { useAction } from '../../actions/public/use-action.ts'
import { keyOf } from '../queries.ts'
import classes from './widgets.module.css'

/** Progress of an action that a widget started; its outcome shows in the values. */
export function ActionProgress({ id, deviceId }: { id: number; deviceId: number }) {
  const client = useQueryClient()
  const { data } = useAction(id)
  const target = data?.data.targets[0]
  const active = data?.data.active
  useEffect(() => {
    if (active === false) void client.invalidateQueries({ queryKey: [...keyOf(deviceId), 'values'] })
  }, [active, client, deviceId])
  if (!target) return null
  return (
    <p className={classes.progress} role="status">
      <StateMark state={target.state} /> {target.message}
    </p>
  )
}
