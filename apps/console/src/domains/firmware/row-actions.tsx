import './texts.ts'
import { IconCpu } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { only } from '../../tables/selected-rows.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { openUpdateFirmware } from './open-windows.tsx'

export function RowUpdate({ row }: { row: { id: number; name: string } }) {
  const { t } = useTranslation('firmware')
  return (
    <MenuItem
      leftSection={<IconCpu size={16} stroke={1.6} />}
      onClick={() => openUpdateFirmware(only(row.id, row.name))}
    >
      {t('update.action')}
    </MenuItem>
  )
}

export const DeviceUpdate = ({ device }: { device: { id: number; name: string } }) => <RowUpdate row={device} />
