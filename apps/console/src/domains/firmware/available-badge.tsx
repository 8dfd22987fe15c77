import './texts.ts'
import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import { IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { only } from '../../tables/selected-rows.ts'
import classes from './available-badge.module.css'
import { openUpdateFirmware } from './open-windows.tsx'

/** Beside the firmware of a device: marks that the stable image for it is newer. */
export function AvailableBadge({ device }: { device: DeviceDetails }) {
  const { t } = useTranslation('firmware')
  const may = useCan('create_multi_configuration')
  if (!device.firmware_outdated) return null
  const version = device.firmware_information.stable?.version
  const content = (
    <>
      <IconArrowUp size={13} stroke={2} />
      <span>
        {t('available')} <span className="mono">{version}</span>
      </span>
    </>
  )
  if (!may) return <span className={classes.badge}>{content}</span>
  return (
    <button type="button" className={classes.badge} onClick={() => openUpdateFirmware(only(device.id, device.name))}>
      {content}
    </button>
  )
}
