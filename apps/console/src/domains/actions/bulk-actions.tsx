import './texts.ts'
import type { PlainActionName } from '@longreach/contract/actions/kinds'
import { IconCloudDownload, IconPower, IconRefresh, IconTerminal2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { BulkAction } from '../../tables/bulk-bar.tsx'
import type { Chosen } from '../../tables/table-page.tsx'
import { beginAction } from './begin.tsx'
import { openRunCommand } from './public/open-windows.tsx'

/** What can be sent to the chosen devices; those that cannot are named in the answer. */
export function BulkActions({ choice, clear }: Chosen) {
  const { t } = useTranslation('actions')
  const mayAct = useCan('execute_device_actions')
  const mayCommand = useCan('execute_device_command')
  const begin = (action: PlainActionName) => void beginAction(action, choice).then((begun) => begun && clear())
  return (
    <>
      {mayAct ? (
        <>
          <BulkAction icon={<IconPower size={17} stroke={1.6} />} onClick={() => begin('reboot')}>
            {t('reboot')}
          </BulkAction>
          <BulkAction icon={<IconRefresh size={17} stroke={1.6} />} onClick={() => begin('update_metrics_data')}>
            {t('update_metrics_data')}
          </BulkAction>
          <BulkAction icon={<IconCloudDownload size={17} stroke={1.6} />} onClick={() => begin('update_agent')}>
            {t('update_agent')}
          </BulkAction>
        </>
      ) : null}
      {mayCommand ? (
        <BulkAction icon={<IconTerminal2 size={17} stroke={1.6} />} onClick={() => openRunCommand(choice)}>
          {t('commandDots')}
        </BulkAction>
      ) : null}
    </>
  )
}
