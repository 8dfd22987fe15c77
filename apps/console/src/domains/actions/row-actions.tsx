import './texts.ts'
import { IconCloudDownload, IconPower, IconRefresh, IconTerminal2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { only } from '../../tables/choice.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { beginAction } from './begin.tsx'
import { openRunCommand } from './public/open-windows.tsx'

const icon = { size: 16, stroke: 1.6 }

/** What can be sent to the device of a row; a device that cannot says so itself. */
export function RowActions({ row }: { row: { id: number; name: string } }) {
  const { t } = useTranslation('actions')
  const mayAct = useCan('execute_device_actions')
  const mayCommand = useCan('execute_device_command')
  const choice = only(row.id, row.name)
  return (
    <>
      {mayAct ? (
        <>
          <MenuItem leftSection={<IconPower {...icon} />} onClick={() => void beginAction('reboot', choice)}>
            {t('reboot')}
          </MenuItem>
          <MenuItem
            leftSection={<IconRefresh {...icon} />}
            onClick={() => void beginAction('update_metrics_data', choice)}
          >
            {t('update_metrics_data')}
          </MenuItem>
          <MenuItem
            leftSection={<IconCloudDownload {...icon} />}
            onClick={() => void beginAction('update_agent', choice)}
          >
            {t('update_agent')}
          </MenuItem>
        </>
      ) : null}
      {mayCommand ? (
        <MenuItem leftSection={<IconTerminal2 {...icon} />} onClick={() => openRunCommand(choice)}>
          {t('commandDots')}
        </MenuItem>
      ) : null}
    </>
  )
}
