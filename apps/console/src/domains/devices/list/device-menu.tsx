import { useTranslation } from 'react-i18next'
import { useUser } from '../../../api/session.ts'
import { hasParts, loadPlace, Place } from '../../../registry/place.tsx'
import { lazy } from '../../../ui/lazy.ts'
import { RowMenu } from '../../../ui/row-menu.tsx'
import type { DeviceRow } from '../queries.ts'
import classes from './device-menu.module.css'
import { useLiveDevice } from './live-states.ts'

/** Permissions that have an item of their own. */
const own = ['update_devices', 'move_devices', 'delete_devices']

// The menu items are loaded on first use, all of them, so that the menu does not grow under the pointer.
const RowActions = lazy(async () => {
  const [{ RowActions }] = await Promise.all([import('./row-actions.tsx'), loadPlace('devices.row')])
  return { default: RowActions }
})

/** Actions for a device without opening its page; nothing for users with read-only permissions. */
export function DeviceMenu({ row }: { row: DeviceRow }) {
  const { t } = useTranslation('devices')
  // Called once: each call subscribes to the session, in every row.
  const { permissions } = useUser()
  const { status } = useLiveDevice(row)
  if (!permissions.some((one) => own.includes(one)) && !hasParts('devices.row', permissions)) return null
  return (
    <>
      <span className={classes.buttons}>
        <Place at="devices.rowButtons" row={row} connected={status === 1} />
      </span>
      <RowMenu tabIndex={-1} width={244} label={t('rowActions', { name: row.name })}>
        <RowActions row={row} />
      </RowMenu>
    </>
  )
}
