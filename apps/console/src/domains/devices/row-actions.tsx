import './texts.ts'
import '../remote/texts.ts'
import '../actions/texts.ts'
import {
  IconCloudDownload,
  IconExternalLink,
  IconPower,
  IconRefresh,
  IconTerminal2,
  IconTrash,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { only } from '../../tables/choice.ts'
import { MenuDivider, MenuItem } from '../../ui/menu.tsx'
import { useCan } from '../account/session.ts'
import { beginAction } from '../actions/begin.tsx'
import { openRunCommand } from '../actions/open-windows.tsx'
import { openConnect } from '../remote/open-windows.tsx'
import { mainTarget } from '../remote/target.ts'
import { deleteDevicesAfterAsking } from './delete-devices.tsx'
import type { DeviceRow } from './queries.ts'

const icon = { size: 16, stroke: 1.6 }

/** The device's shell and page, what it can be sent, and its end; a device that cannot says so itself. */
export function RowActions({ row }: { row: DeviceRow }) {
  const { t } = useTranslation(['devices', 'remote', 'actions'])
  const client = useQueryClient()
  const can = {
    connect: useCan('connect_device_remote_access'),
    act: useCan('execute_device_actions'),
    command: useCan('execute_device_command'),
    remove: useCan('delete_devices'),
  }
  const choice = only(row.id, row.name)
  return (
    <>
      {can.connect ? (
        <>
          <MenuItem leftSection={<IconTerminal2 {...icon} />} onClick={() => openConnect(mainTarget(row, 'cli'))}>
            {t('remote:device.shell')}
          </MenuItem>
          <MenuItem leftSection={<IconExternalLink {...icon} />} onClick={() => openConnect(mainTarget(row, 'webui'))}>
            {t('remote:device.web')}
          </MenuItem>
        </>
      ) : null}
      {can.act ? (
        <>
          <MenuItem leftSection={<IconPower {...icon} />} onClick={() => void beginAction('reboot', choice)}>
            {t('actions:reboot')}
          </MenuItem>
          <MenuItem
            leftSection={<IconRefresh {...icon} />}
            onClick={() => void beginAction('update_metrics_data', choice)}
          >
            {t('actions:update_metrics_data')}
          </MenuItem>
          <MenuItem
            leftSection={<IconCloudDownload {...icon} />}
            onClick={() => void beginAction('update_agent', choice)}
          >
            {t('actions:update_agent')}
          </MenuItem>
        </>
      ) : null}
      {can.command ? (
        <MenuItem leftSection={<IconTerminal2 {...icon} />} onClick={() => openRunCommand(choice)}>
          {t('actions:commandDots')}
        </MenuItem>
      ) : null}
      {can.remove ? (
        <>
          <MenuDivider />
          <MenuItem
            danger
            leftSection={<IconTrash {...icon} />}
            onClick={() => void deleteDevicesAfterAsking(choice, client, row.name)}
          >
            {t('delete')}
          </MenuItem>
        </>
      ) : null}
    </>
  )
}
