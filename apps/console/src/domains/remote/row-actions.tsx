import './texts.ts'
import { IconExternalLink, IconTerminal2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { MenuItem } from '../../ui/menu.tsx'
import { openShell } from './open-shell.ts'
import { openConnect } from './open-windows.tsx'
import { mainTarget } from './target.ts'
import { useDuration } from './use-duration.ts'

const icon = { size: 16, stroke: 1.6 }

/** Shell and web page of a device, for its row; the response says if the device cannot open them. */
export function RowActions({ row }: { row: { id: number; name: string } }) {
  const { t } = useTranslation('remote')
  const { duration } = useDuration()
  return (
    <>
      <MenuItem
        leftSection={<IconTerminal2 {...icon} />}
        onClick={() => openShell(mainTarget(row, 'cli'), { duration })}
      >
        {t('device.shell')}
      </MenuItem>
      <MenuItem
        leftSection={<IconExternalLink {...icon} />}
        onClick={() => openConnect(mainTarget(row, 'webui'), { immediately: true })}
      >
        {t('device.web')}
      </MenuItem>
    </>
  )
}
