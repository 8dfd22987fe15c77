import './texts.ts'
import { IconExternalLink, IconTerminal2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { openShell } from './open-shell.ts'
import { openConnect } from './open-windows.tsx'
import { mainTarget } from './target.ts'
import { useDuration } from './use-duration.ts'

/** Shell and web page of a device, for its page. */
export function DeviceButtons({ device }: { device: { id: number; name: string } }) {
  const { t } = useTranslation('remote')
  const { duration } = useDuration()
  if (!useCan('connect_device_remote_access')) return null
  return (
    <>
      <Button
        look="primary"
        icon={<IconTerminal2 size={17} stroke={1.7} />}
        onClick={() => openShell(mainTarget(device, 'cli'), { duration })}
      >
        {t('device.shell')}
      </Button>
      <Button
        icon={<IconExternalLink size={17} stroke={1.7} />}
        onClick={() => openConnect(mainTarget(device, 'webui'))}
      >
        {t('device.web')}
      </Button>
    </>
  )
}
