import type { Map as MapOf } from 'maplibre-gl'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../api/session.ts'
import { MapCanvas } from '../../../maps/map-canvas.tsx'
import type { MarkStatus } from '../../../maps/marks.ts'
import { addPlaceMark, type PlaceMark } from '../../../maps/place-mark.ts'
import type { WidgetProps } from './kinds.ts'
import classes from './widgets.module.css'

const zoom = 8
const statuses: readonly MarkStatus[] = ['offline', 'online', 'pending']

export function MapWidget({ data }: WidgetProps<'map'>) {
  const { t } = useTranslation('dashboards')
  const { permissions } = useUser()
  const [failed, setFailed] = useState(false)
  const [map, setMap] = useState<MapOf | null>(null)
  const show = useRef<((mark: PlaceMark | null) => void) | null>(null)
  const { device, position } = data.values ?? {}
  const mark = position && {
    latitude: position.latitude,
    longitude: position.longitude,
    accuracy: position.accuracy,
    status: statuses[device?.status ?? -1] ?? 'offline',
  }
  const key = JSON.stringify(mark ?? null)
  useEffect(() => {
    if (!map) return
    const next = JSON.parse(key) as PlaceMark | null
    show.current?.(next)
    if (next && !map.getBounds().contains([next.longitude, next.latitude]))
      map.jumpTo({ center: [next.longitude, next.latitude] })
  }, [map, key])
  const ready = useCallback((made: MapOf) => {
    show.current = addPlaceMark(made)
    setMap(made)
    return () => setMap(null)
  }, [])
  if (!data.values) return null
  if (failed) return <p className={classes.nothing}>{t('values.noMap')}</p>
  if (!position)
    return (
      <p className={classes.nothing}>
        {t(permissions.includes('view_device_location') ? 'values.noPlace' : 'values.location')}
      </p>
    )
  return (
    <div className={classes.map}>
      <MapCanvas
        label={t('values.map', { name: device?.name ?? '' })}
        camera={{ longitude: position.longitude, latitude: position.latitude, zoom }}
        onReady={ready}
        onFailed={() => setFailed(true)}
      />
    </div>
  )
}
