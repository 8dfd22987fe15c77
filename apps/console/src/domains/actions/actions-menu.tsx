import './texts.ts'
import { IconBolt, IconClock, IconHistory } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { openPendingJobs, openRecentActions } from './public/open-windows.tsx'

/** Recent and pending actions, beside the list of devices. */
export function ActionsMenu() {
  const { t } = useTranslation('actions')
  const mayRead = useCan('view_device_logs')
  const maySeePending = useCan('view_pending_device_actions')
  if (!mayRead && !maySeePending) return null
  return (
    <Menu
      trigger={
        <IconButton size="small" label={t('menu')}>
          <IconBolt size={18} stroke={1.6} />
        </IconButton>
      }
    >
      {mayRead ? (
        <MenuItem leftSection={<IconHistory size={16} stroke={1.6} />} onClick={() => openRecentActions()}>
          {t('recent')}
        </MenuItem>
      ) : null}
      {maySeePending ? (
        <MenuItem leftSection={<IconClock size={16} stroke={1.6} />} onClick={() => openPendingJobs()}>
          {t('pending')}
        </MenuItem>
      ) : null}
    </Menu>
  )
}
