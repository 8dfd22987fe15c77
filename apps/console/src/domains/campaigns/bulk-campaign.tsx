import './texts.ts'
import { IconStack2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { BulkAction } from '../../tables/bulk-bar.tsx'
import { rowsOf } from '../../tables/selected-rows.ts'
import type { BulkProps } from '../../tables/table-page.tsx'
import { openNewCampaign } from './open-windows.tsx'

/** Opens a new campaign for the selected devices; nothing for users who may not create one. */
export function BulkCampaign({ selected, clear }: BulkProps) {
  const { t } = useTranslation('campaigns')
  if (!useCan('create_multi_configuration')) return null
  return (
    <BulkAction
      icon={<IconStack2 size={17} stroke={1.6} />}
      onClick={() => openNewCampaign(rowsOf('device_id', selected), clear)}
    >
      {t('bulk')}
    </BulkAction>
  )
}
