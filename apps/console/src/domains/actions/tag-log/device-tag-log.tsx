import '../../tags/public/texts.ts'
import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import { IconTag } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { MenuItem } from '../../../ui/menu.tsx'
import { openDeviceTagLog } from './open-tag-log.tsx'

/** In the menu of a device: log of the actions that tags started on it. */
export function DeviceTagLog({ device }: { device: DeviceDetails }) {
  const { t } = useTranslation('tags')
  return (
    <MenuItem leftSection={<IconTag size={16} stroke={1.6} />} onClick={() => openDeviceTagLog(device)}>
      {t('log.ofDevice')}
    </MenuItem>
  )
}
