import './texts.ts'
import { IconCpu } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { BulkAction } from '../../tables/bulk-bar.tsx'
import type { BulkProps } from '../../tables/table-page.tsx'
import { openUpdateFirmware } from './open-windows.tsx'

export function BulkUpdate({ selected }: BulkProps) {
  const { t } = useTranslation('firmware')
  return (
    <BulkAction icon={<IconCpu size={17} stroke={1.6} />} onClick={() => openUpdateFirmware(selected)}>
      {t('update.action')}
    </BulkAction>
  )
}
