import './texts.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { BulkAction } from '../../tables/bulk-bar.tsx'
import type { BulkProps } from '../../tables/table-page.tsx'
import { MenuItem } from '../../ui/menu.tsx'

import { openAddAlert, openDeviceAlerts } from './open-windows.tsx'

export function BulkAlert({ selected, clear }: BulkProps) {
  const { t } = useTranslation('alerts')
  return (
    <BulkAction icon={<IconAlertTriangle size={17} stroke={1.6} />} onClick={() => openAddAlert(selected, clear)}>
      {t('addTo')}
    </BulkAction>
  )
}

export function RowAlerts({ row }: { row: { id: number; name: string } }) {
  const { t } = useTranslation('alerts')
  return (
    <MenuItem leftSection={<IconAlertTriangle size={16} stroke={1.6} />} onClick={() => openDeviceAlerts(row)}>
      {t('ofDevice')}
    </MenuItem>
  )
}

export const DeviceAlerts = ({ device }: { device: { id: number; name: string } }) => <RowAlerts row={device} />
