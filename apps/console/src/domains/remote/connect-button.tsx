import type { RemoteAccess } from '@longreach/contract/remote/schemas'
import { IconExternalLink, IconTerminal2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Tip } from '../../ui/tip.tsx'
import { openConnect } from './open-windows.tsx'
import { targetOf } from './target.ts'
import { useConnected } from './use-connected.ts'

/** Opens a session of an entry; while its device is not connected it shows why it is disabled. */
export function ConnectButton({ entry }: { entry: RemoteAccess }) {
  const { t } = useTranslation('remote')
  const Icon = entry.protocol === 'ssh' ? IconTerminal2 : IconExternalLink
  const { connected, reason, disabled } = useConnected(entry.device_status)
  return (
    <Tip label={reason} disabled={connected}>
      <Button
        size="small"
        icon={<Icon size={15} stroke={1.7} />}
        onClick={connected ? () => openConnect(targetOf(entry)) : undefined}
        {...disabled}
      >
        {t('connect')}
      </Button>
    </Tip>
  )
}
