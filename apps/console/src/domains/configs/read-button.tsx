import './texts.ts'
import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import { IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../api/session.ts'
import { only } from '../../tables/selected-rows.ts'
import { Button } from '../../ui/button.tsx'
import { startPlainAction } from '../actions/public/start.ts'
import { useAction } from '../actions/public/use-action.ts'

/** Whether the user may read the configuration of devices, which is an action. */
export function useMayRead(): boolean {
  const { permissions } = useUser()
  return permissions.includes('execute_device_actions') && permissions.includes('apply_multi_configuration')
}

interface Props {
  device: DeviceDetails
  look?: 'default' | 'primary'
}

/** Reads the configuration of a device, now or when it is online again; nothing if that is not possible. */
export function ReadButton({ device, look = 'default' }: Props) {
  const { t } = useTranslation('configs')
  const mayRead = useMayRead()
  const [action, setAction] = useState<number | null>(null)
  const online = device.status === 1
  if (!mayRead || !device.link?.caps.includes('config')) return null
  const start = async () => setAction(await startPlainAction('read_configuration', only(device.id, device.name)))
  return (
    <>
      <Button
        look={look}
        icon={<IconDownload size={17} stroke={1.6} />}
        busy={action !== null && online}
        onClick={() => void start()}
      >
        {t(online ? 'history.read' : 'history.readLater')}
      </Button>
      {action === null ? null : <Following key={action} action={action} onEnd={() => setAction(null)} />}
    </>
  )
}

/** Shows the reading as soon as it has arrived. */
function Following({ action, onEnd }: { action: number; onEnd: () => void }) {
  const client = useQueryClient()
  const { data } = useAction(action)
  const ended = data?.data.active === false
  useEffect(() => {
    if (!ended) return
    void client.invalidateQueries({ queryKey: ['configs'] })
    onEnd()
  }, [ended, client, onEnd])
  return null
}
