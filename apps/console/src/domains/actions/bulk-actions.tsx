import './texts.ts'
import type { PlainActionName } from '@longreach/contract/actions/kinds'
import { IconCloudDownload, IconPower, IconRefresh, IconTerminal2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { BulkAction } from '../../tables/bulk-bar.tsx'
import type { Choice } from '../../tables/choice.ts'
import { useCan } from '../account/session.ts'
import { beginAction } from './begin.tsx'
import { openRunCommand } from './open-windows.tsx'

/** What can be sent to the chosen devices; those that cannot are named in the answer. */
export function BulkActions({ choice, onBegun }: { choice: Choice; onBegun: () => void }) {
  const { t } = useTranslation('actions')
  const mayAct = useCan('execute_device_actions')
  const mayCommand = useCan('execute_device_command')
  const begin = (action: PlainActionName) => void beginAction(action, choice).then((begun) => begun && onBegun())
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
