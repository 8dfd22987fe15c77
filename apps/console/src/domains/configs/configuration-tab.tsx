import './texts.ts'
import type { DriftState } from '@longreach/contract/configs/constants'
import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import { IconAdjustments, IconListDetails } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, ErrorState, Skeleton, useDelayed } from '../../ui/state.tsx'
import { deviceQuery } from '../devices/public/device-query.ts'
import classes from './config-state.module.css'
import { ConfigState } from './config-state.tsx'
import { openConfigLog } from './open-windows.tsx'
import { ReadButton, useMayRead } from './read-button.tsx'
import { ConfigVersions } from './versions/config-versions.tsx'
import { deviceConfigQuery } from './versions/history-queries.ts'

/** `/devices/{id}/configuration`: current and intended configuration of the device, and all earlier versions. */
export function ConfigurationTab() {
  const id = Number(useParams({ strict: false }).id)
  const { data: device } = useQuery(deviceQuery(id))
  return device ? <DeviceConfiguration key={id} device={device} /> : null
}

function DeviceConfiguration({ device }: { device: DeviceDetails }) {
  const { t } = useTranslation('configs')
  const { data: config, error, refetch } = useQuery(deviceConfigQuery(device.id))
  useFreshDevice(device, config?.state)
  if (error && config === undefined)
    return <ErrorState title={t('history.failed')} {...failureOf(error)} onRetry={() => void refetch()} />
  if (config === undefined) return <Waiting />
  if (config === null) return <NeverRead device={device} />
  return (
    <>
      <ConfigState device={device} config={config} />
      <ConfigVersions config={config} />
    </>
  )
}

/** Reloads the device: the rest of the page shows the state too. */
function useFreshDevice({ id, config_state }: DeviceDetails, state: DriftState | undefined) {
  const client = useQueryClient()
  useEffect(() => {
    if (state !== undefined && state !== config_state)
      void client.invalidateQueries({ queryKey: deviceQuery(id).queryKey })
  }, [client, id, config_state, state])
}

function Waiting() {
  if (!useDelayed()) return null
  return (
    <>
      <Skeleton width="100%" height={84} />
      <Skeleton width="100%" height={320} />
    </>
  )
}

function NeverRead({ device }: { device: DeviceDetails }) {
  const { t } = useTranslation('configs')
  const mayRead = useMayRead()
  const { link } = device
  const text = !mayRead
    ? 'textView'
    : link === null
      ? 'textNeverConnected'
      : link.caps.includes('config')
        ? 'text'
        : 'textAgent'
  return (
    <EmptyState
      icon={<IconAdjustments size={22} stroke={1.6} />}
      title={t('history.never.title')}
      text={t(`history.never.${text}`)}
      action={
        <div className={classes.buttons}>
          <ReadButton device={device} look="primary" />
          <Button icon={<IconListDetails size={17} stroke={1.6} />} onClick={() => openConfigLog(device)}>
            {t('log.action')}
          </Button>
        </div>
      }
    />
  )
}
