import './texts.ts'
import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import {
  IconBolt,
  IconClock,
  IconCloudDownload,
  IconHistory,
  IconPower,
  IconRefresh,
  IconTerminal2,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { only } from '../../tables/choice.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuDivider, MenuItem } from '../../ui/menu.tsx'
import { beginAction } from './begin.tsx'
import { openPendingJobs, openRecentActions, openRunCommand } from './public/open-windows.tsx'

/** What can be done with one device by sending it something: only what the caller may and the device can. */
export function DeviceActions({ device }: { device: DeviceDetails }) {
  const { t } = useTranslation('actions')
  const mayAct = useCan('execute_device_actions')
  const mayCommand = useCan('execute_device_command')
  const mayRead = useCan('view_device_logs')
  const maySeePending = useCan('view_pending_device_actions')
  const caps = device.link?.caps ?? []
  const can = {
    reboot: mayAct && caps.includes('reboot'),
    refresh: mayAct && device.link !== null,
    // Offered to an agent that is too old to do it as well: the answer says what helps.
    update: mayAct && device.link !== null && device.link.agent_offered !== null,
    command: mayCommand && caps.includes('exec'),
  }
  const choice = only(device.id, device.name)
  if (!Object.values(can).includes(true) && !mayRead && !maySeePending) return null
  return (
    <>
      {can.reboot ? (
        <Button icon={<IconPower size={17} stroke={1.6} />} onClick={() => void beginAction('reboot', choice)}>
          {t('reboot')}
        </Button>
      ) : null}
      <Menu trigger={<Button icon={<IconBolt size={17} stroke={1.6} />}>{t('menu')}</Button>}>
        {can.refresh ? (
          <MenuItem
            leftSection={<IconRefresh size={16} stroke={1.6} />}
            onClick={() => void beginAction('update_metrics_data', choice)}
          >
            {t('update_metrics_data')}
          </MenuItem>
        ) : null}
        {can.update ? (
          <MenuItem
            leftSection={<IconCloudDownload size={16} stroke={1.6} />}
            onClick={() => void beginAction('update_agent', choice)}
          >
            {t('update_agent')}
          </MenuItem>
        ) : null}
        {can.command ? (
          <MenuItem leftSection={<IconTerminal2 size={16} stroke={1.6} />} onClick={() => openRunCommand(choice)}>
            {t('commandDots')}
          </MenuItem>
        ) : null}
        {(can.refresh || can.update || can.command) && (mayRead || maySeePending) ? <MenuDivider /> : null}
        {mayRead ? (
          <MenuItem leftSection={<IconHistory size={16} stroke={1.6} />} onClick={() => openRecentActions(device)}>
            {t('recent')}
          </MenuItem>
        ) : null}
        {maySeePending ? (
          <MenuItem leftSection={<IconClock size={16} stroke={1.6} />} onClick={() => openPendingJobs(device)}>
            {t('pending')}
          </MenuItem>
        ) : null}
      </Menu>
    </>
  )
}
