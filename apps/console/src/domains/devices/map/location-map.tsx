import './texts.ts'
import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import type { Map as MapOf } from 'maplibre-gl'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MapCanvas } from '../../../maps/map-canvas.tsx'
import { MapControls } from '../../../maps/map-controls.tsx'
import { addPlaceMark, type PlaceMark } from '../../../maps/place-mark.ts'
import classes from './devices-map.module.css'
import type { Point } from './location-tab.tsx'
import { markStatus } from './places.ts'

interface Props {
  device: DeviceDetails
  /** A position that is not saved yet. */
  draft: Point | null
  /** Null if the user may not set the position. */
  onDraft: ((point: Point) => void) | null
}

const zoom = { placed: 9, world: 1 } as const

/** The position of a device on a map; a click sets another one. */
export function LocationMap({ device, draft, onDraft }: Props) {
  const { t } = useTranslation('map')
  const { position } = device
  const [map, setMap] = useState<MapOf | null>(null)
  const [failed, setFailed] = useState(false)
  const show = useRef<((mark: PlaceMark | null) => void) | null>(null)
  const now = useRef(onDraft)
  now.current = onDraft
  const place = draft ?? position
  const mark = place && {
    latitude: place.latitude,
    longitude: place.longitude,
    status: markStatus(device.status),
    accuracy: draft ? null : (position?.accuracy ?? null),
  }
  const key = JSON.stringify(mark)
  useEffect(() => {
    if (map) show.current?.(JSON.parse(key) as PlaceMark | null)
  }, [map, key])
  const ready = useCallback((made: MapOf) => {
    show.current = addPlaceMark(made)
    made.on('click', ({ lngLat }) => {
      const { lng, lat } = lngLat.wrap()
      now.current?.({ latitude: lat, longitude: lng })
    })
    setMap(made)
    return () => setMap(null)
  }, [])
  if (failed) return <p className={classes.noMap}>{t('noMap')}</p>
  return (
    <>
      <MapCanvas
        label={t('tab.map', { name: device.name })}
        camera={{
          longitude: place?.longitude ?? 15,
          latitude: place?.latitude ?? 30,
          zoom: place ? zoom.placed : zoom.world,
        }}
        onReady={ready}
        onFailed={() => setFailed(true)}
      />
      {map ? (
        <MapControls
          map={map}
          label={t('tab.centre')}
          onCentre={() => place && map.easeTo({ center: [place.longitude, place.latitude], zoom: zoom.placed })}
        />
      ) : null}
    </>
  )
}
