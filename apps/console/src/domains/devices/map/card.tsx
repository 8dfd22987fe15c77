import './texts.ts'
import { IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { Map as MapOf } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { DeviceMenu } from '../list/device-menu.tsx'
import { statusOf } from '../public/status.ts'
import { StatusMark } from '../status-mark.tsx'
import classes from './card.module.css'
import type { DeviceInView } from './places.ts'
import { describePlace } from './position-text.ts'

interface Props {
  map: MapOf
  device: DeviceInView
  onClose: () => void
}

/** Pixels between a device on the map and its card. */
const offset = 18
const width = 264

/** A device on the map: its state, the source of its position, and two actions. */
export function MapCard({ map, device, onClose }: Props) {
  const { t } = useTranslation(['map', 'devices'])
  const navigate = useNavigate()
  const now = useNow()
  const [, redraw] = useState(0)
  const { position } = device
  useEffect(() => {
    const moved = () => redraw((count) => count + 1)
    map.on('move', moved)
    return () => void map.off('move', moved)
  }, [map])
  if (!position) return null
  const { x, y } = map.project([position.longitude, position.latitude])
  const { clientWidth, clientHeight } = map.getContainer()
  if (x < 0 || y < 0 || x > clientWidth || y > clientHeight) return null
  // On the side with more space, and never over the device itself.
  const below = y < clientHeight / 2
  const left = Math.max(8, Math.min(x - width / 2, clientWidth - width - 8))
  return (
    <section
      className={classes.card}
      aria-label={device.name}
      style={{ left, width, ...(below ? { top: y + offset } : { bottom: clientHeight - y + offset }) }}
    >
      <header className={classes.head}>
        <strong title={device.name}>{device.name}</strong>
        <StatusMark status={statusOf(device.status)} />
        <IconButton size="small" label={t('close')} onClick={onClose}>
          <IconX size={16} stroke={1.8} />
        </IconButton>
      </header>
      {device.offline_reason ? <p>{t(`devices:values.offline_reason.${device.offline_reason}`)}</p> : null}
      <p className={classes.place}>{describePlace(device, now)}</p>
      <div className={classes.actions}>
        <Button
          size="small"
          onClick={() => void navigate({ to: '/devices/$id/activity', params: { id: String(device.id) } })}
        >
          {t('open')}
        </Button>
        <DeviceMenu row={device} />
      </div>
    </section>
  )
}
