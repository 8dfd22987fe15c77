import type { RemoteAccess } from '@longreach/contract/remote/schemas'
import { IconExternalLink, IconTerminal2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { openConnect } from './open-windows.tsx'
import { targetOf } from './target.ts'

export function ConnectButton({ entry }: { entry: RemoteAccess }) {
  const { t } = useTranslation('remote')
  const Icon = entry.protocol === 'ssh' ? IconTerminal2 : IconExternalLink
  return (
    <Button size="small" icon={<Icon size={15} stroke={1.7} />} onClick={() => openConnect(targetOf(entry))}>
      {t('connect')}
    </Button>
  )
}
