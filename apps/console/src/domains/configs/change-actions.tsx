import './texts.ts'
import { IconAdjustments } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { BulkAction } from '../../tables/bulk-bar.tsx'
import { only } from '../../tables/selected-rows.ts'
import type { BulkProps } from '../../tables/table-page.tsx'
import { MenuItem } from '../../ui/menu.tsx'
import { openChange } from './open-windows.tsx'

/** Changes the configuration of the device of a row. */
export function RowChange({ row }: { row: { id: number; name: string } }) {
  const { t } = useTranslation('configs')
  return (
    <MenuItem
      leftSection={<IconAdjustments size={16} stroke={1.6} />}
      onClick={() => openChange(only(row.id, row.name))}
    >
      {t('change.action')}
    </MenuItem>
  )
}

/** The same on the page of the device. */
export const DeviceChange = ({ device }: { device: { id: number; name: string } }) => <RowChange row={device} />

/** Changes the configuration of the selected devices, or of all in the list. */
export function BulkChange({ selected }: BulkProps) {
  const { t } = useTranslation('configs')
  return (
    <BulkAction icon={<IconAdjustments size={17} stroke={1.6} />} onClick={() => openChange(selected)}>
      {t('change.action')}
    </BulkAction>
  )
}
