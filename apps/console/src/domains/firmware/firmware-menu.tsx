import type { FirmwareDevice } from '@longreach/contract/firmware/schemas'
import { IconBan, IconListDetails } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { openActionStatus } from '../actions/public/open-windows.tsx'
import { openCancelUpdates } from './open-windows.tsx'
import { RowUpdate } from './row-actions.tsx'

export function FirmwareMenu({ device }: { device: FirmwareDevice }) {
  const { t } = useTranslation('firmware')
  const mayCancel = useCan('cancel_device_actions')
  const mayRead = useCan('view_device_logs')
  const { update } = device
  return (
    <RowMenu tabIndex={-1} label={t('rowActions', { name: device.name })}>
      <RowUpdate row={device} />
      {update && mayRead ? (
        <MenuItem
          leftSection={<IconListDetails size={16} stroke={1.6} />}
          onClick={() => openActionStatus(update.action_id)}
        >
          {t('showUpdate')}
        </MenuItem>
      ) : null}
      {update?.state === 'queued' && mayCancel ? (
        <MenuItem leftSection={<IconBan size={16} stroke={1.6} />} onClick={() => openCancelUpdates(device)}>
          {t('cancelOne')}
        </MenuItem>
      ) : null}
    </RowMenu>
  )
}
